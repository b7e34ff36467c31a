import type { Audience, GuideLanguage, GuidePage, GuideSection } from './guide-pages.ts';
import type { RenderedPage } from './render-markdown.ts';

export interface FrameParts extends RenderedPage {
  readonly page: GuidePage;
  readonly sections: readonly GuideSection[];
  readonly errors: readonly GuidePage[];
  /** The address of the same page in the other language; null when there is none. */
  readonly translation: string | null;
  /** What the search is filled in with. */
  readonly searched?: string;
}

/** Returns the HTML page around the text. It works without scripts, except search, tabs and copying. */
export function frame({ page, sections, errors, translation, searched = '', html, headings }: FrameParts): string {
  const words = phrases[page.language];
  const audience = sections.find(({ pages }) => pages.some(({ url }) => url === page.url))?.audience ?? 'partner';
  const other = audience === 'partner' ? 'operator' : 'partner';
  const guideOfOther = sections.find((section) => section.audience === other)?.pages[0]?.url;
  return `<!doctype html>
<html lang="${page.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(page.title)} · Northbind</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/assets/guide.css">
<script src="/docs/assets/early.js"></script>
${page.url === '' ? '' : `<link rel="alternate" type="text/markdown" href="${page.url}.md">`}
<script type="module" src="/docs/assets/guide.js"></script>
</head>
<body data-language="${page.language}" data-audience="${audience}" data-none="${words.none}">
<a class="skip" href="#content">${words.skip}</a>
<header class="top">
  <a class="brand" href="/docs"><svg viewBox="0 0 30 40" width="21" height="28" aria-hidden="true"><path d="M8 30V10l14 20V10"/></svg>Northbind</a>
  <div class="search" role="search"><input type="search" id="search" placeholder="${words.search}" aria-label="${words.search}" autocomplete="off" value="${escapeHtml(searched)}"><ol id="results" hidden></ol><p id="found" class="hidden-text" aria-live="polite"></p></div>
  <div class="switches">
    ${translation === null ? onlyOne(page) : `<a href="${translation}" hreflang="${otherLanguage(page.language)}" lang="${otherLanguage(page.language)}">${phrases[otherLanguage(page.language)].name}</a>`}
    <button type="button" id="theme" aria-label="${words.theme}">◐</button>
    <a href="/docs/reference">${words.apiReference}</a>
  </div>
</header>
<div class="columns">
<details class="menu"><summary>${words.menu}</summary><nav aria-label="${words.guides[audience]}">
${sections
  .filter((section) => section.audience === audience)
  .map((section) => listOf(section.title, section.pages, page))
  .join('\n')}
${audience === 'operator' ? '' : listOf(words.codes, page.url.startsWith('/docs/errors') ? errors : [], page, '/docs/errors')}
${guideOfOther === undefined ? '' : `<h2><a class="other-guide" href="${guideOfOther}">${words.guides[other]} →</a></h2>`}
</nav></details>
<main id="content" tabindex="-1"><article>
${html}
</article>${page.url === '' ? '' : `<footer><a href="${page.url}.md">${words.markdown}</a></footer>`}</main>
<nav class="contents" aria-label="${words.contents}">${
    headings.length < 2
      ? ''
      : `<p>${words.contents}</p><ul>${headings
          .filter(({ level }) => level < 4)
          .map(({ level, id, text }) => `<li class="level-${level}"><a href="#${id}">${escapeHtml(text)}</a></li>`)
          .join('')}</ul>`
  }</nav>
</div>
</body>
</html>
`;
}

function listOf(title: string, pages: readonly GuidePage[], current: GuidePage, href?: string): string {
  const heading = href === undefined ? escapeHtml(title) : `<a href="${href}">${escapeHtml(title)}</a>`;
  const items = pages
    .map(
      ({ url, title, language }) =>
        `<li><a href="${url}"${url === current.url ? ' aria-current="page"' : ''}${language === current.language ? '' : ` hreflang="${language}" lang="${language}"`}>${escapeHtml(title)}</a>${language === current.language ? '' : ` <small>${phrases[current.language].onlyThere}</small>`}</li>`,
    )
    .join('');
  return `<h2>${heading}</h2>${items === '' ? '' : `<ul>${items}</ul>`}`;
}

/** Where the other language would be chosen, a reader of it learns that there is none. */
function onlyOne({ url, language }: GuidePage): string {
  return url === '' || language === 'fr' ? '' : '<span class="one-language" lang="fr">en anglais seulement</span>';
}

function otherLanguage(language: GuideLanguage): GuideLanguage {
  return language === 'en' ? 'fr' : 'en';
}

const phrases = {
  en: {
    name: 'English',
    skip: 'Skip to the text',
    search: 'Search the guide',
    none: 'No match',
    theme: 'Light or dark',
    apiReference: 'Reference',
    menu: 'Contents',
    guides: { partner: 'Guide for partners', operator: 'Guide for the operator' },
    onlyThere: '(in French)',
    codes: 'Error codes',
    contents: 'On this page',
    markdown: 'This page as markdown',
  },
  fr: {
    name: 'Français',
    skip: 'Aller au texte',
    search: 'Chercher dans le guide',
    none: 'Aucun résultat',
    theme: 'Clair ou sombre',
    apiReference: 'Référence',
    menu: 'Sommaire',
    guides: { partner: 'Guide des partenaires', operator: 'Guide de l’exploitant' },
    onlyThere: '(en anglais)',
    codes: 'Codes d’erreur',
    contents: 'Sur cette page',
    markdown: 'Cette page en markdown',
  },
} as const satisfies Readonly<Record<GuideLanguage, Phrases>>;

interface Phrases {
  readonly guides: Readonly<Record<Audience, string>>;
  readonly [word: string]: string | Readonly<Record<Audience, string>>;
}

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
