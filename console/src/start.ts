import { askSession } from './kit/ask-session.ts';
import { loadPageAt } from './shell/pages.ts';

/*
 * The first module, and a small one: it asks for the session and then for the page that the address names, while the
 * library and the words are still on their way. They are preloaded by the page of HTML itself (`preload-chunks.ts`).
 */
const session = askSession();
void import('./main.tsx').then(({ show }) => show(session));
void session.then((begun) => begun && loadPageAt(window.location.pathname, begun)).catch(() => undefined);
