import { posix } from 'node:path';
import markdownIt from 'markdown-it';
import type { GuidePage } from './guide-pages.ts';

/** A heading, for the page's table of contents. */
export interface Heading {
  readonly level: number;
  readonly id: string;
  readonly text: string;
}

export interface RenderedPage {
  readonly html: string;
  readonly headings: readonly Heading[];
}

type Token = ReturnType<ReturnType<typeof markdownIt>['parse']>[number];

/** Renders a page. Raw HTML in a page is shown, not run. Relative links become addresses of the guide. */
export function renderMarkdown({ markdown, file, language }: GuidePage): RenderedPage {
  const renderer = markdownIt({ html: false, linkify: false, typographer: false });
  const tokens = renderer.parse(markdown, {});
  const headings: Heading[] = [];
  tokens.forEach((token, index) => {
    if (token.type === 'heading_open') headings.push(nameHeading(token, tokens[index + 1]!));
    for (const child of token.children ?? []) relocate(child, file);
    if (tokens[index - 2]?.type === 'list_item_open') showBox(tokens[index - 2]!, token);
  });
  renderer.renderer.rules.fence = (all, index) => renderFence(copyWords[language], all, index);
  renderer.renderer.rules.table_open = () => '<div class="table"><table>';
  renderer.renderer.rules.table_close = () => '</table></div>';
  return {
    html: renderer.renderer.render(tokens, renderer.options, {}),
    headings: headings.filter(({ level }) => level > 1),
  };
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
 * Code with a button to copy it. Adjacent fences with a tab name (` ```ts tab=SDK `) are shown as tabs: the same step
 * in several languages.
 */
function renderFence(copy: string, tokens: readonly Token[], index: number): string {
  const token = tokens[index]!;
  const tab = tabOf(token);
  const language = token.info.split(/\s/)[0] ?? '';
  const code = `<div class="code"><button class="copy" type="button">${copy}</button><pre tabindex="0"><code class="language-${escapeHtml(language)}">${escapeHtml(token.content)}</code></pre></div>`;
  if (tab === null) return code;
  const isFirst = tabOf(tokens[index - 1]) === null;
  const isLast = tabOf(tokens[index + 1]) === null;
  return `${isFirst ? '<div class="tabs">' : ''}<section class="tab" data-name="${escapeHtml(tab)}">${code}</section>${isLast ? '</div>' : ''}`;
}

function tabOf(token: Token | undefined): string | null {
  return token?.type === 'fence' ? (/\btab=(\S+)/.exec(token.info)?.[1]?.replaceAll('_', ' ') ?? null) : null;
}
