import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const data = new URL('../../../src/sandbox/data/', import.meta.url);

interface SampleFile {
  version: string;
  readonly premiums?: readonly { readonly baseCents: Record<string, number> }[];
  readonly texts?: readonly { readonly body: Record<'en' | 'fr', string> }[];
}

/** The path of a file of the sandbox's, named `own-1` and nowhere called a sample, but with its premiums and texts. */
export async function renamedFile(name: string): Promise<string> {
  return write(`renamed-${name}`, await withoutTheWord(name));
}

/** The same as an operator would have it: `own-2`, with premiums and texts of its own, too. */
export async function ownFile(name: string): Promise<string> {
  const file = await withoutTheWord(name);
  file.version = 'own-2';
  for (const row of file.premiums ?? []) for (const term of Object.keys(row.baseCents)) row.baseCents[term]! += 2_500;
  for (const text of file.texts ?? [])
    for (const language of ['en', 'fr'] as const)
      text.body[language] = `${text.body[language].replace(/^[^\n]*\n\n/, '')}\n\n${process.pid}`;
  return write(`own-${name}`, file);
}

async function withoutTheWord(name: string): Promise<SampleFile> {
  const sample = await readFile(new URL(name, data), 'utf8');
  const renamed = sample
    .replaceAll('SAMPLE', 'OWN')
    .replaceAll(/(?<!is)Sample/g, 'Own')
    .replaceAll(/\bsample/g, 'own');
  return JSON.parse(renamed);
}

async function write(name: string, file: SampleFile): Promise<string> {
  const path = join(tmpdir(), `${process.pid}-${name}`);
  await writeFile(path, JSON.stringify(file));
  return path;
}
