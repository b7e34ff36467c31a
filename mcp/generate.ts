import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readErrorPages } from '../src/sandbox/guide/guide-pages.ts';
import type { ErrorPage } from './src/error-pages.ts';

/** Writes what the guide says about each error code into `dist`, or into the folder given: the package brings it. */
const folder = process.argv[2] ?? join(import.meta.dirname, 'dist');

const pages = readErrorPages()
  .filter(({ title, url }) => url.endsWith(`/${title}`)) // The index has no code.
  .map(({ title, markdown }): [string, ErrorPage] => {
    const [, summary = ''] = /^# .+\n\n(.+)/m.exec(markdown) ?? [];
    return [
      title,
      { summary: plain(summary), cause: section(markdown, 'Cause'), whatToDo: section(markdown, 'What to do') },
    ];
  });

mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'error-pages.json'), JSON.stringify(Object.fromEntries(pages)));

function section(markdown: string, title: string): string {
  const [, rest] = markdown.split(`\n## ${title}\n`);
  return plain((rest ?? '').split('\n## ')[0] ?? '');
}

/** Without links: the pages that they lead to are not in the package. */
function plain(markdown: string): string {
  return markdown.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').trim();
}
