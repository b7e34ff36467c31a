import { createBrowserRouter } from 'react-router';
import type { Session } from '../../../src/operator/wire/access.ts';
import { Lost, PageError } from './no-page.tsx';
import { type Pages, pagesOf } from './pages.ts';
import { Shell } from './shell.tsx';

let made: { readonly pages: Pages; readonly router: ReturnType<typeof makeRouter> } | null = null;

/** Makes the pages of an operator's session or of a desk's: who signs in after another may have other pages. */
export function routerFor(session: Session) {
  const pages = pagesOf(session);
  if (made?.pages !== pages) {
    made?.router.dispose();
    made = { pages, router: makeRouter(pages) };
  }
  return made.router;
}

/** Resolves when the page that the address names can be drawn without a wait. */
export async function loadFirstPage(session: Session): Promise<void> {
  const router = routerFor(session);
  if (router.state.initialized) return;
  await new Promise<void>((done) => {
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return;
      stop();
      done();
    });
  });
}

function makeRouter(pages: Pages) {
  // Each page is loaded when it is first entered.
  const loaded = Object.entries(pages).map(([path, load]) => ({
    path,
    lazy: async () => ({ Component: await load() }),
  }));
  return createBrowserRouter([
    {
      Component: Shell,
      HydrateFallback: () => null,
      children: [{ ErrorBoundary: PageError, children: [...loaded, { path: '*', Component: Lost }] }],
    },
  ]);
}
