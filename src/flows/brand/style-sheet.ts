import { readFileSync } from 'node:fs';

const tokens = readFileSync(new URL('../../domain/brand/tokens.css', import.meta.url), 'utf8');

/** A style sheet as a page gets it: the colours that all pages share, and then its own. */
export function styleSheet(file: URL): string {
  return `${tokens}\n${readFileSync(file, 'utf8')}`;
}
