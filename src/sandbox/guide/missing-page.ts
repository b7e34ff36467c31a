import type { GuideLanguage, GuidePage, GuideSection } from './guide-pages.ts';
import { frame } from './page-frame.ts';
import { renderMarkdown } from './render-markdown.ts';

/**
 * The page for an address at which there is none: the pages with the most similar addresses, and a search that is
 * already filled in.
 */
export function missingPage(
  path: string,
  sections: Readonly<Record<GuideLanguage, readonly GuideSection[]>>,
  errors: readonly GuidePage[],
): string {
  const language = path.startsWith('/docs/fr/') ? 'fr' : 'en';
  const { title, question } = phrases[language];
  const pages = [...sections[language].flatMap((section) => section.pages), ...errors];
  const links = nearest(path, pages).map((page) => `- [${page.title}](${page.url})`);
  const markdown = `# ${title}\n\n${question}\n\n${links.join('\n')}\n`;
  const page = { url: '', language, title, markdown, file: 'docs/guide/missing.md' } as const;
  return frame({
    page,
    sections: sections[language],
    errors,
    translation: null,
    searched: wordsOf(path),
    ...renderMarkdown(page),
  });
}

const phrases = {
  en: { title: 'There is no such page', question: 'Search above, or take one of these:' },
  fr: { title: 'Cette page n’existe pas', question: 'Cherchez ci-dessus ou choisissez l’une de celles-ci :' },
} as const;

const nearestMax = 5;
const wordsMax = 80;

function nearest(path: string, pages: readonly GuidePage[]): readonly GuidePage[] {
  const wanted = triplesOf(path);
  const scored = pages.map((page) => {
    const found = triplesOf(page.url);
    return { page, score: wanted.intersection(found).size / wanted.union(found).size };
  });
  const best = Math.max(...scored.map(({ score }) => score));
  return scored
    .filter(({ score }) => score > best / 2)
    .sort((one, other) => other.score - one.score)
    .slice(0, nearestMax)
    .map(({ page }) => page);
}

/** Every three letters that follow each other, so that a wrong letter spoils only three of them. */
function triplesOf(path: string): ReadonlySet<string> {
  const text = path.toLowerCase();
  return new Set(Array.from(text, (_, index) => text.slice(index, index + 3)));
}

/** `/docs/errors/bind-inprogres` is searched as `bind inprogres`. */
function wordsOf(path: string): string {
  const last = path.split('/').at(-1) ?? '';
  return last
    .replaceAll(/%[0-9a-f]{2}|[^\p{L}\p{N}]+/giu, ' ')
    .trim()
    .slice(0, wordsMax);
}
