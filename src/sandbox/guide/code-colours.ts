import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';

/** What `npm run build` has coloured: HTML by the code that it shows. Not there where nothing was built. */
export const coloursFile = new URL('../../../docs/dist/code-colours.json', import.meta.url);

let colours: Readonly<Record<string, string>> | null = null;

/** Returns the code as HTML with classes of colours; null where it was not coloured, such as on a page just edited. */
export function colouredCode(language: string, code: string): string | null {
  colours ??= existsSync(coloursFile) ? JSON.parse(readFileSync(coloursFile, 'utf8')) : {};
  return colours![codeKey(language, code)] ?? null;
}

export function codeKey(language: string, code: string): string {
  return createHash('sha256').update(`${language}\n${code}`).digest('base64url').slice(0, 16);
}
