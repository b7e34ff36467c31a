import { askSession } from './kit/ask-session.ts';
import { loadPageAt } from './shell/pages.ts';
import { firstLanguage } from './words/first-language.ts';
import { loadTexts } from './words/load-texts.ts';

/*
 * The first module, and a small one: it asks for the session, and then for the texts and for the page that the address
 * names, while the library is still on its way: that is preloaded by the page of HTML itself (`preload-chunks.ts`).
 */
const session = askSession();
void import('./main.tsx').then(({ show }) => show(session));
void session
  .then((begun) => begun && Promise.all([loadTexts(firstLanguage()), loadPageAt(window.location.pathname, begun)]))
  .catch(() => undefined);
