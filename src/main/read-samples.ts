import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { parseDisclosureTexts } from '../domain/disclosure/disclosure-texts.ts';
import { knowSamples, type Samples } from '../domain/samples.ts';
import { parseRateBook } from '../domain/tariff/parse-rate-book.ts';

const data = new URL('../sandbox/data/', import.meta.url);

/** The sandbox's own files, which production must not sell by. */
export function readSamples(): Samples {
  const book = parseRateBook(readJson('rate-book.json'));
  const texts = parseDisclosureTexts(readJson('disclosure-texts.json'));
  if (!book.ok || !texts.ok) throw new Error('The samples are faulty.');
  const folder = new URL('wordings/', data);
  const wordingDigests = readdirSync(folder).map((name) =>
    createHash('sha256')
      .update(readFileSync(new URL(name, folder)))
      .digest('hex'),
  );
  return knowSamples({ book: book.book, texts: texts.texts, wordingDigests });
}

function readJson(name: string): unknown {
  return JSON.parse(readFileSync(new URL(name, data), 'utf8'));
}
