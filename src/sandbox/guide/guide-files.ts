import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { styleSheet } from '../../flows/brand/style-sheet.ts';
import { type Audience, type GuidePage, type GuideSection, readErrorPages, readSections } from './guide-pages.ts';
import { missingPage } from './missing-page.ts';
import { type PageAddresses, withAddresses } from './page-addresses.ts';
import { frame } from './page-frame.ts';
import { renderMarkdown } from './render-markdown.ts';

/** A file that the guide serves, rendered on its first request. */
export interface GuideFile {
  readonly type: string;
  readonly read: (addresses: PageAddresses) => string | Buffer;
}

export interface Guide {
  /** Everything under `/docs`, and `/llms.txt`, by path: the markdown files of the repository, rendered. */
  readonly files: ReadonlyMap<string, GuideFile>;
  /** The page for an address at which there is none. */
  readonly missing: (path: string) => string;
}

export function openGuide(): Guide {
  const sections = { en: readSections('en'), fr: readSections('fr') };
  const errors = readErrorPages();
  const pages = [
    ...new Map([...pagesOf(sections.en), ...pagesOf(sections.fr), ...errors].map((page) => [page.url, page])).values(),
  ];
  const files = new Map<string, GuideFile>();
  const serve = (path: string, type: string, make: () => string | Buffer): void => {
    let made: string | Buffer | null = null;
    const read = (addresses: PageAddresses): string | Buffer => {
      made ??= make();
      return typeof made !== 'string' || ofOperators.test(path) ? made : withAddresses(made, addresses);
    };
    files.set(path, { type, read });
  };

  for (const page of pages) {
    serve(page.url, 'text/html; charset=utf-8', () =>
      frame({
        page,
        sections: sections[page.language],
        errors,
        translation: translationOf(page, pages),
        ...renderMarkdown(page),
      }),
    );
    serve(`${page.url}.md`, 'text/markdown; charset=utf-8', () => page.markdown);
  }
  for (const path of ['/llms.txt', '/docs/llms.txt'])
    serve(path, 'text/plain; charset=utf-8', () => writeIndex(sections.en, errors));
  for (const [language, list] of Object.entries(sections))
    for (const audience of ['partner', 'operator'] as const)
      serve(`/docs/assets/search-${audience}-${language}.json`, 'application/json', () =>
        searchIndex([...pagesOf(list.filter(isFor(audience))), ...(audience === 'partner' ? errors : [])]),
      );
  for (const [name, type] of Object.entries({
    'guide.js': 'text/javascript',
    'search.js': 'text/javascript',
    'early.js': 'text/javascript',
  }))
    serve(`/docs/assets/${name}`, `${type}; charset=utf-8`, () =>
      readFileSync(new URL(`./assets/${name}`, import.meta.url), 'utf8'),
    );
  serve('/docs/assets/guide.css', 'text/css; charset=utf-8', () =>
    styleSheet(new URL('./assets/guide.css', import.meta.url)),
  );
  const serveFile = (path: string, type: string, file: string): void =>
    serve(path, type, () => readFileSync(new URL(file, docs)));
  serve(`/docs/${collectionName}`, 'application/json', () =>
    readFileSync(new URL(`guide/${collectionName}`, docs), 'utf8'),
  );
  serveFile(`/docs/${lenderDocument}`, 'application/json', `../${lenderDocument}`);
  serveFile('/docs/private_key_jwt.json', 'application/json', '../src/sandbox/data/private_key_jwt.json');
  for (const name of ['sdk', 'mcp']) {
    const archive = `../${name}/dist/${name}.tgz`;
    // An installation without build tools does not have it.
    if (existsSync(new URL(archive, docs))) serveFile(`/docs/${name}.tgz`, 'application/gzip', archive);
  }
  for (const name of filesIn('schemas')) serveFile(`/docs/schemas/${name}`, 'application/json', `schemas/${name}`);
  for (const name of filesIn('guide/images'))
    serveFile(`/docs/images/${name}`, name.endsWith('.svg') ? 'image/svg+xml' : 'image/png', `guide/images/${name}`);
  return { files, missing: (path) => missingPage(path, sections, errors) };
}

/** What they tell of is another machine than this sandbox. */
const ofOperators = /^\/docs\/(operate|configure|deploy|moneris|lender|runbooks|changelog)\b/;

const docs = new URL('../../../docs/', import.meta.url);
const collectionName = 'northbind.postman_collection.json';
const lenderDocument = 'contract/lender/openapi.json';

function filesIn(folder: string): readonly string[] {
  return readdirSync(new URL(`${folder}/`, docs)).filter((name) => !name.startsWith('.'));
}

function pagesOf(sections: readonly GuideSection[]): readonly GuidePage[] {
  return sections.flatMap(({ pages }) => pages);
}

/** The same page in the other language, when there is one. */
function translationOf({ url, language }: GuidePage, pages: readonly GuidePage[]): string | null {
  const other = language === 'en' ? url.replace('/docs/', '/docs/fr/') : url.replace('/docs/fr/', '/docs/');
  return pages.some((page) => page.url === other) ? other : null;
}

/** The llms.txt format: a title, a sentence, and lists of links to markdown; the operator's come last. */
function writeIndex(sections: readonly GuideSection[], errors: readonly GuidePage[]): string {
  const list = (pages: readonly GuidePage[]): string =>
    pages.map(({ title, url }) => `- [${title}](${url}.md)`).join('\n');
  const listed = [
    ...sections.filter(isFor('partner')),
    { title: 'Error codes', pages: errors },
    ...sections
      .filter(isFor('operator'))
      .map((section) => ({ ...section, title: `For the operator: ${section.title}` })),
  ];
  const parts = listed.map(({ title, pages }) => `## ${title}\n\n${list(pages)}`);
  const intro =
    '> A partner sales service for vehicle protection in Canada: VIN, price, payment, policy and documents over a REST API. The OpenAPI document is at /swagger/v1/swagger.json, a collection for API clients at /docs/northbind.postman_collection.json.';
  return `# Northbind\n\n${intro}\n\n${parts.join('\n\n')}\n`;
}

function isFor(audience: Audience): (section: GuideSection) => boolean {
  return (section) => section.audience === audience;
}

function searchIndex(pages: readonly GuidePage[]): string {
  return JSON.stringify(
    pages.map((page) => {
      const { headings, text } = renderMarkdown(page);
      return {
        url: page.url,
        language: page.language,
        title: page.title,
        headings: headings.map(({ id, text }) => ({ id, text })),
        text: text.slice(0, textMax),
      };
    }),
  );
}

// Every page but the longest of the operator's is found by all of its words; the whole index stays below a megabyte.
const textMax = 30_000;
