import { mkdirSync, writeFileSync } from 'node:fs';
import markdownIt from 'markdown-it';
import { createCssVariablesTheme, createHighlighter, type ThemedToken } from 'shiki';
import { codeKey, coloursFile } from '../src/sandbox/guide/code-colours.ts';
import { readErrorPages, readSections } from '../src/sandbox/guide/guide-pages.ts';

/**
 * Colours the code of the guide, when the packages are built. Each part of the code gets a class, never a style of its
 * own, which the pages’ policy would refuse; guide.css says the colours, light and dark.
 */
const languages = ['sh', 'json', 'ts', 'js', 'python', 'csharp', 'php', 'html', 'http', 'sql', 'yaml'];
const theme = createCssVariablesTheme({ name: 'guide', variablePrefix: '', fontStyle: false });
const highlighter = await createHighlighter({ themes: [theme], langs: languages });

const pages = [...readSections('en'), ...readSections('fr')].flatMap((section) => section.pages);
const colours: Record<string, string> = {};
for (const { markdown } of [...pages, ...readErrorPages()])
  for (const { type, info, content } of markdownIt().parse(markdown, {})) {
    const [language = ''] = info.split(/\s/);
    if (type === 'fence' && languages.includes(language))
      colours[codeKey(language, content)] ??= colour(language, content);
  }
mkdirSync(new URL('./', coloursFile), { recursive: true });
writeFileSync(coloursFile, JSON.stringify(colours));

function colour(language: string, code: string): string {
  const lines = highlighter.codeToTokensBase(code, { lang: language as 'sh', theme });
  return lines.map((line) => joinAddresses(line).map(show).join('')).join('\n');
}

function show({ content, color = '' }: ThemedToken): string {
  const text = content.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  // The theme names its colours: `var(--token-string)`.
  const name = /token-([a-z-]+)/.exec(color)?.[1];
  return name === undefined || content.trim() === '' ? text : `<span class="c-${name}">${text}</span>`;
}

/** The sandbox’s own address is put in when a page is served: no part of it may have another colour than the rest. */
function joinAddresses(line: readonly ThemedToken[]): readonly ThemedToken[] {
  const text = line.map(({ content }) => content).join('');
  const places = Array.from(
    text.matchAll(/http:\/\/127\.0\.0\.1:808[012]/g),
    ({ index, 0: found }) => [index, index + found.length] as const,
  );
  let at = 0;
  const joined: ThemedToken[] = [];
  for (const token of line) {
    const before = joined.at(-1);
    const isWithin = places.some(([from, to]) => from < at && at < to);
    at += token.content.length;
    if (before !== undefined && isWithin)
      joined[joined.length - 1] = { ...before, content: before.content + token.content };
    else joined.push(token);
  }
  return joined;
}
