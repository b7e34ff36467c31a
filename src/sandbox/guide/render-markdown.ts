import { posix } from 'node:path';
import markdownIt from 'markdown-it';
import { colouredCode } from './code-colours.ts';
import type { GuidePage } from './guide-pages.ts';
import { showPicture } from './pictures.ts';

/** A heading, for the page's table of contents. */
export interface Heading {
  readonly level: number;
  readonly id: string;
  readonly text: string;
}

export interface RenderedPage {
  readonly html: string;
  readonly headings: readonly Heading[];
  /** What a reader reads, without marks, for the search. */
  readonly text: string;
}

type Token = ReturnType<ReturnType<typeof markdownIt>['parse']>[number];

/**
 * Renders a page. Raw HTML in a page is shown, not run; the marks around what is generated are left out. Relative links
 * become addresses of the guide.
 */
export function renderMarkdown({ markdown, file, language }: GuidePage): RenderedPage {
  const renderer = markdownIt({ html: false, linkify: false, typographer: false });
  const tokens = renderer.parse(markdown.replaceAll(/^<!--.*-->$/gm, ''), {});
  const headings: Heading[] = [];
  tokens.forEach((token, index) => {
    if (token.type === 'heading_open') headings.push(nameHeading(token, tokens[index + 1]!));
    for (const child of token.children ?? []) relocate(child, file);
    if (tokens[index - 2]?.type === 'list_item_open') showBox(tokens[index - 2]!, token);
  });
  renderer.renderer.rules.fence = (all, index) => renderFence(copyWords[language], all, index);
  renderer.renderer.rules.image = (all, index) => showPicture(String(all[index]!.attrGet('src')), all[index]!.content);
  renderer.renderer.rules.table_open = () => '<div class="table" tabindex="0"><table>';
  renderer.renderer.rules.table_close = () => '</table></div>';
  return {
    html: renderer.renderer.render(tokens, renderer.options, {}),
    headings: headings.filter(({ level }) => level > 1),
    text: plainText(tokens[0]?.tag === 'h1' ? tokens.slice(3) : tokens), // The title is told apart.
  };
}

function plainText(tokens: readonly Token[]): string {
  const texts = tokens.map((token) => {
    if (token.type === 'fence' || token.type === 'code_block') return token.content;
    return (token.children ?? []).map(({ type, content }) => (type === 'softbreak' ? ' ' : content)).join('');
  });
  return texts.join(' ').replaceAll(/\s+/g, ' ').trim();
}

function nameHeading(token: Token, inline: Token): Heading {
  const text = (inline.children ?? []).map(({ content }) => content).join('');
  const id = text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
  token.attrSet('id', id);
  return { level: Number(token.tag.slice(1)), id, text };
}

/** Pages link to each other as files, so that they work in the repository, too. */
function relocate(token: Token, file: string): void {
  const name = token.type === 'link_open' ? 'href' : 'src';
  const target = token.attrGet(name)?.toString() ?? null;
  if (target === null || /^([a-z]+:|#|\/)/.test(target)) return;
  const path = posix.join(posix.dirname(file), target);
  if (served.test(path)) token.attrSet(name, addressOf(path));
  else token.attrs = [['title', `${path} in the repository`]]; // A link without an address reads as plain text.
}

const served = /^(CHANGELOG\.md|contract\/lender\/openapi\.json|docs\/(guide|errors|runbooks|schemas)\/)/;

/** Shows a checklist item, in markdown `- [ ] …`, with a box. */
function showBox(item: Token, { children }: Token): void {
  const first = children?.[0];
  if (first?.type !== 'text' || !first.content.startsWith('[ ] ')) return;
  first.content = first.content.replace('[ ] ', '☐ ');
  item.attrSet('class', 'box');
}

/** `docs/errors/X.md` is `/docs/errors/X`. */
function addressOf(path: string): string {
  const [, before = '', hash = ''] = /^([^#]*)(#.*)?$/.exec(path) ?? [];
  const place = before.replace(/^docs\/guide\//, '').replace(/^docs\//, '');
  if (place === 'CHANGELOG.md') return '/docs/changelog';
  return `/docs/${place.replace(/\/?README\.md$/, '').replace(/\.md$/, '')}${hash}`.replace(/\/$/, '');
}

const { escapeHtml } = markdownIt().utils;
const copyWords = { en: 'Copy', fr: 'Copier' } as const;

/**
 * Code below a bar with a button to copy it. Adjacent fences with a tab name (` ```ts tab=TypeScript `) are shown as
 * tabs: the same step in several languages. The tabs are there from the start, so that nothing moves when scripts run.
 */
function renderFence(copy: string, tokens: readonly Token[], index: number): string {
  const token = tokens[index]!;
  const tab = tabOf(token);
  const language = token.info.split(/\s/)[0] ?? '';
  const code = colouredCode(language, token.content) ?? escapeHtml(token.content);
  const button = `<button class="copy" type="button">${copy}</button>`;
  const text = `<pre tabindex="0"><code class="language-${escapeHtml(language)}">${code}</code></pre>`;
  if (tab === null)
    return `<div class="code"><div class="bar"><span>${languageNames[language] ?? ''}</span>${button}</div>${text}</div>`;
  const first = firstOfTabs(tokens, index);
  const names = tabsFrom(tokens, first);
  const place = index - first;
  const list = names.map((name, at) => tabButton(name, { id: `${first}-${at}`, isFirst: at === 0 }));
  return `${place === 0 ? `<div class="tabs code"><div class="bar"><div role="tablist">${list.join('')}</div>${button}</div>` : ''}<section class="tab" role="tabpanel" id="panel-${first}-${place}" aria-labelledby="tab-${first}-${place}" data-name="${escapeHtml(tab)}"${place === 0 ? '' : ' hidden'}>${text}</section>${place === names.length - 1 ? '</div>' : ''}`;
}

function tabButton(name: string, { id, isFirst }: { readonly id: string; readonly isFirst: boolean }): string {
  return `<button type="button" role="tab" id="tab-${id}" aria-controls="panel-${id}" aria-selected="${isFirst}"${isFirst ? '' : ' tabindex="-1"'} data-name="${escapeHtml(name)}">${escapeHtml(name)}</button>`;
}

function firstOfTabs(tokens: readonly Token[], index: number): number {
  return tabOf(tokens[index - 1]) === null ? index : firstOfTabs(tokens, index - 1);
}

function tabsFrom(tokens: readonly Token[], first: number): readonly string[] {
  const name = tabOf(tokens[first]);
  return name === null ? [] : [name, ...tabsFrom(tokens, first + 1)];
}

const languageNames: Readonly<Record<string, string>> = {
  sh: 'shell',
  ts: 'TypeScript',
  js: 'JavaScript',
  json: 'JSON',
  python: 'Python',
  csharp: 'C#',
  php: 'PHP',
  html: 'HTML',
  http: 'HTTP',
  sql: 'SQL',
  yaml: 'YAML',
};

function tabOf(token: Token | undefined): string | null {
  return token?.type === 'fence' ? (/\btab=(\S+)/.exec(token.info)?.[1]?.replaceAll('_', ' ') ?? null) : null;
}
