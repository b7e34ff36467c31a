import { wholePhone } from '../domain/brand/brand.ts';
import type { TextsByName } from '../domain/customer-text/customer-texts.ts';
import { replaceWords } from '../domain/customer-text/replace-words.ts';
import type { Language } from '../domain/language.ts';
import { formats } from './formats.ts';
import type { Issuer } from './issuer.ts';
import { cancellationWords } from './words/cancellation-words.ts';
import { noticePlaces, paperPlaces, paperWords } from './words/replaceable.ts';

export type DocumentContext = Readonly<ReturnType<typeof documentContext>>;

/** What every document needs besides its policy: the words and formats of its language, with the operator's own, and the issuer. */
export function documentContext(language: Language, issuer: Issuer, own: TextsByName | null = null) {
  const { lender } = issuer;
  return {
    language,
    words: replaceWords(paperWords[language], paperPlaces, language, own),
    /** The words of a cancellation notice. */
    say: replaceWords(cancellationWords[language], noticePlaces, language, own),
    formats: formats[language],
    issuer: { ...issuer, phoneNumber: wholePhone(issuer), lender: { ...lender, phoneNumber: wholePhone(lender) } },
  };
}
