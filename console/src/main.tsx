import './theme/layers.css';
import '@mantine/core/styles/baseline.layer.css';
import 'virtual:theme.css';
import './theme/global.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import type { Session } from '../../src/operator/wire/access.ts';
import { makeQueries } from './kit/queries.ts';
import { sessionKey } from './kit/session.tsx';
import { loadConsole, SessionGuard } from './shell/session-guard.tsx';
import { firstLanguage } from './words/first-language.ts';
import { LanguageProvider } from './words/language.tsx';
import { loadTexts } from './words/load-texts.ts';

/**
 * Shows the sign-in, or the console with its first page. No more is loaded than the sign-in needs: whatever is drawn
 * with Mantine comes with the console itself. Until all of it is there, the frame in `signed-in.html` stays in sight.
 */
export async function show(asked: Promise<Session | null>): Promise<void> {
  const queries = makeQueries();
  await queries.prefetchQuery({ queryKey: sessionKey, queryFn: () => asked });
  const session = queries.getQueryData<Session | null>(sessionKey);
  if (session) {
    const { loadFirstPage } = await loadConsole();
    await Promise.all([loadFirstPage(session), loadTexts(firstLanguage())]);
  }
  // As a transition it is drawn in short pieces, between which the browser can answer a click.
  startTransition(() =>
    createRoot(document.getElementById('root')!).render(
      <StrictMode>
        <LanguageProvider>
          <QueryClientProvider client={queries}>
            <SessionGuard />
          </QueryClientProvider>
        </LanguageProvider>
      </StrictMode>,
    ),
  );
}
