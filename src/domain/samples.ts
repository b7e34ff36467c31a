import type { DisclosureText, DisclosureTexts } from './disclosure/disclosure-texts.ts';
import { languages } from './language.ts';
import { coverageCategories, seriesNames } from './quote/vocabulary.ts';
import type { RateBook } from './tariff/rate-book.ts';

/**
 * Says what is the sandbox's sample by what it holds, whatever it is called: who copies a sample and gives it another
 * version still has invented premiums and texts that no lawyer has read.
 */
export interface Samples {
  /** The products of a book that have a sample's premiums. */
  readonly productsOf: (book: RateBook) => readonly string[];
  readonly isText: (text: Bodies) => boolean;
  /** A wording is known by the digest of its PDF. */
  readonly isWording: (wording: { readonly digest: string }) => boolean;
}

type Bodies = Pick<DisclosureText, 'body'>;

export interface SampleFiles {
  readonly book: RateBook;
  readonly texts: DisclosureTexts;
  readonly wordingDigests: readonly string[];
}

export function knowSamples({ book, texts, wordingDigests }: SampleFiles): Samples {
  const premiums = new Set(pricesOf(book).map(({ cents }) => cents));
  const bodies = new Set(texts.texts.flatMap(bodiesOf));
  const digests = new Set(wordingDigests);
  return {
    productsOf: (other) => {
      const found = pricesOf(other).filter(({ cents }) => premiums.has(cents));
      return [...new Set(found.map(({ product }) => product))];
    },
    isText: (text) => isMarked(text) || bodiesOf(text).some((body) => bodies.has(body)),
    isWording: ({ digest }) => digests.has(digest),
  };
}

/**
 * The rows of prices that nobody else has by chance, so that a match means that the sample was copied: all prices of a
 * product, and those of a vehicle class with three or more different ones. A single price is often a round one.
 */
function pricesOf({ offers }: RateBook): readonly { readonly product: string; readonly cents: string }[] {
  return seriesNames.flatMap((series) =>
    coverageCategories.flatMap((category) =>
      (offers[series][category]?.products ?? []).flatMap(({ code, baseCents }) => {
        const rows = [...baseCents.values()].map((byTerm) => [...byTerm.values()]);
        const telling = rows.filter((row) => new Set(row).size >= 3);
        return [rows.flat(), ...telling].map((cents) => ({ product: code, cents: cents.join(' ') }));
      }),
    ),
  );
}

/** Each language's body, as it is and without the paragraph that calls a sample a sample. */
function bodiesOf({ body }: Bodies): readonly string[] {
  return languages
    .flatMap((language) => {
      const paragraphs = body[language].split(/\n{2,}/).map((one) => one.replaceAll(/\s+/g, ' ').trim());
      return [paragraphs, paragraphs.filter((one) => !saysSample(one))].map((kept) => kept.join('\n\n'));
    })
    .filter((one) => one !== '');
}

const isMarked = ({ body }: Bodies): boolean => languages.some((language) => saysSample(body[language]));

const saysSample = (text: string): boolean =>
  /sample text, not legal advice|texte d[’']exemple, qui n[’']est pas un avis/i.test(text);
