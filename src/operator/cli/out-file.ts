import { type FileHandle, open, rm } from 'node:fs/promises';
import { type Answer, type FileAnswer, misuse, type Prompts } from './command-kit.ts';

type Content = AsyncIterable<string | Uint8Array> | Buffer;

/**
 * Answers with a file's content, or writes it into a new file and says so. The file is made before the content is
 * begun: what is recorded with an export is not recorded of one that can't be written.
 */
export async function writeTo(
  out: string | undefined,
  begin: () => Promise<Content>,
  /** Before “in the file”: `The acts are`. */
  what: string,
  { progress }: Pick<Prompts, 'progress'>,
  json: object = {},
): Promise<Answer | FileAnswer> {
  const content = async () => partsOf(await begin(), progress);
  if (out === undefined) return { lines: await content() };
  const file = await makeFile(out);
  let isWhole = false;
  try {
    await file.writeFile(await content());
    isWhole = true;
  } finally {
    await file.close();
    // An incomplete file would look like a whole one.
    if (!isWhole) await rm(out);
  }
  return { json: { ...json, file: out }, text: `${what} in ${out}.` };
}

/** Counts what has come: rows of a report, one a part. */
async function* partsOf(content: Content, progress: Prompts['progress']): AsyncGenerator<string | Uint8Array> {
  if (Buffer.isBuffer(content)) return yield content;
  let count = 0;
  for await (const part of content) {
    yield part;
    count += 1;
    if (count % 1_000 === 0) progress(count, 0);
  }
}

async function makeFile(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'wx', 0o600);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return misuse(code === 'EEXIST' ? `There is a file ${path} already.` : `The file can't be written: ${message}.`);
  }
}
