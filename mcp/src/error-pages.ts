import { readFileSync } from 'node:fs';

/** What the guide says about an error code, in Markdown. */
export interface ErrorPage {
  readonly summary: string;
  readonly cause: string;
  readonly whatToDo: string;
}

/** Written by the build. The source and the built file are both one folder below the package. */
const file = new URL('../dist/error-pages.json', import.meta.url);
let pages: Readonly<Record<string, ErrorPage>> | null = null;

/** Null for a code without a page, such as one that is newer than this package. */
export function errorPageOf(code: string): ErrorPage | null {
  pages ??= JSON.parse(readFileSync(file, 'utf8')) as Record<string, ErrorPage>;
  return Object.hasOwn(pages, code) ? pages[code]! : null;
}
