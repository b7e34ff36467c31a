import { readdirSync, readFileSync } from 'node:fs';
import { writePropertyPages } from './property-pages.ts';
import { writeReferencePages } from './reference/reference-pages.ts';

export type GuideLanguage = 'en' | 'fr';

/** A page of the guide: a markdown file, known by its address. */
export interface GuidePage {
  /** `/docs/getting-started`, `/docs/fr/getting-started`, `/docs/errors/BindInProgress`; empty for one without. */
  readonly url: string;
  readonly language: GuideLanguage;
  readonly title: string;
  readonly markdown: string;
  /** The path from the root of the repository: the base of relative links. */
  readonly file: string;
}

/** Whose menu a page is in: each reads a guide of its own. */
export type Audience = 'partner' | 'operator';

export interface GuideSection {
  readonly title: string;
  readonly audience: Audience;
  readonly pages: readonly GuidePage[];
}

const root = new URL('../../../', import.meta.url);

interface Plan {
  readonly title: Readonly<Record<GuideLanguage, string>>;
  readonly names: readonly string[];
}

/** The pages of the guide, in reading order. A page that is not listed is not served. */
const plans: Readonly<Record<Audience, readonly Plan[]>> = {
  partner: [
    { title: { en: 'Start', fr: 'Débuter' }, names: ['welcome', 'getting-started', 'sign-in', 'sandbox'] },
    {
      title: { en: 'The sale', fr: 'La vente' },
      names: [
        'sale',
        'pay-by-reference',
        'pay-by-card',
        'pay-monthly',
        'disclosures',
        'provinces',
        'documents',
        'sale-links',
      ],
    },
    { title: { en: 'After the sale', fr: 'Après la vente' }, names: ['after-the-sale', 'webhooks'] },
    { title: { en: 'When it goes wrong', fr: 'En cas de problème' }, names: ['errors-and-retries', 'limits'] },
    { title: { en: 'Tools', fr: 'Outils' }, names: ['sdk', 'other-languages', 'assistants', 'shop'] },
    {
      title: { en: 'Go live', fr: 'Mise en production' },
      names: ['security', 'go-live', 'versions'],
    },
  ],
  operator: [
    {
      title: { en: 'Operate', fr: 'Exploiter' },
      names: ['operate', 'commands', 'unpaid', 'books', 'configure', 'deploy', 'moneris', 'lender'],
    },
  ],
};

/** Returns the guide in one language. A page without a translation is in English. */
export function readSections(language: GuideLanguage): readonly GuideSection[] {
  const read = (audience: Audience): readonly GuideSection[] =>
    plans[audience].map(({ title, names }) => ({
      title: title[language],
      audience,
      pages: names.flatMap((name) => readGuidePage(language, name)),
    }));
  const runbooks = { title: language === 'en' ? 'Runbooks' : 'Procédures', pages: readFolder('runbooks') };
  const changelog = { url: '/docs/changelog', language: 'en', ...readMarkdown('CHANGELOG.md')! } as const;
  const news = { title: language === 'en' ? 'News' : 'Nouveautés', pages: [changelog] };
  const reference = { title: language === 'en' ? 'Reference' : 'Référence', pages: readReferencePages() };
  return [
    ...read('partner'),
    { ...reference, audience: 'partner' },
    ...read('operator'),
    ...[runbooks, news].map((section) => ({ ...section, audience: 'operator' as const })),
  ];
}

/** Written from the contract; its links are addresses. */
function readReferencePages(): readonly GuidePage[] {
  return writeReferencePages().map(({ slug, title, markdown }) => {
    const url = slug === '' ? '/docs/reference' : `/docs/reference/${slug}`;
    return { url, language: 'en', title, markdown, file: 'docs/guide/reference.md' };
  });
}

/** The index of the error codes, and a page per code. */
export function readErrorPages(): readonly GuidePage[] {
  const written = Array.from(
    writePropertyPages(),
    ([code, markdown]): GuidePage => ({
      url: `/docs/errors/${code}`,
      language: 'en',
      title: code,
      markdown,
      file: `docs/errors/${code}.md`,
    }),
  );
  const files = readFolder('errors').map((page) => ({
    ...page,
    markdown: page.markdown.replace(linkToTable, '[$1]($1.md)'),
  }));
  return [...files, ...written].sort((one, other) => (one.url < other.url ? -1 : 1));
}

/** In the repository these codes link to a table; in the guide each has a page. */
const linkToTable = /\[(\w+)\]\(\.\.\/\.\.\/contract\/errors\/property-pages\.ts\)/g;

/** All pages of a folder beside the guide, by address; its index is the README. */
function readFolder(folder: string): readonly GuidePage[] {
  return readdirSync(new URL(`docs/${folder}/`, root))
    .filter((name) => name.endsWith('.md'))
    .sort((one, other) => Number(other === index) - Number(one === index) || (one < other ? -1 : 1))
    .map((name) => ({
      url: name === index ? `/docs/${folder}` : `/docs/${folder}/${name.slice(0, -3)}`,
      language: 'en',
      ...readMarkdown(`docs/${folder}/${name}`)!,
    }));
}

const index = 'README.md';

function readGuidePage(language: GuideLanguage, name: string): readonly GuidePage[] {
  const french = language === 'fr' ? readMarkdown(`docs/guide/fr/${name}.md`) : null;
  if (french !== null) return [{ url: `/docs/fr/${name}`, language: 'fr', ...french }];
  const english = readMarkdown(`docs/guide/${name}.md`);
  return english === null ? [] : [{ url: `/docs/${name}`, language: 'en', ...english }];
}

function readMarkdown(file: string): Pick<GuidePage, 'title' | 'markdown' | 'file'> | null {
  try {
    const markdown = readFileSync(new URL(file, root), 'utf8');
    return { file, markdown, title: /^# (.+)$/m.exec(markdown)?.[1] ?? file };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
