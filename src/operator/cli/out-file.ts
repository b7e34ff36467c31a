import { type FileHandle, open, rm } from 'node:fs/promises';
import type { OperatorRefusal } from '../../domain/operator/operator-refusal.ts';
import { accepted } from '../kit/accepted.ts';
import { type Answer, misuse } from './command-kit.ts';

type Lines = AsyncIterable<string> | OperatorRefusal;

/**
 * Answers with lines, or writes them into a new file and says so. The file is made before the lines are begun: what is
 * recorded with an export is not recorded of one that can't be written.
 */
export async function linesTo(
  out: string | undefined,
  begin: () => Promise<Lines> | Lines,
  /** Before “in the file”: `The acts are`. */
  what: string,
  json: object = {},
): Promise<Answer> {
  if (out === undefined) return { lines: accepted(await begin()) };
  const file = await makeFile(out);
  let isWhole = false;
  try {
    await file.writeFile(accepted(await begin()));
    isWhole = true;
  } finally {
    await file.close();
    // An incomplete file would look like a whole one.
    if (!isWhole) await rm(out);
  }
  return { json: { ...json, file: out }, text: `${what} in ${out}.` };
}

async function makeFile(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'wx', 0o600);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return misuse(code === 'EEXIST' ? `There is a file ${path} already.` : `The file can't be written: ${message}.`);
  }
}
