import type { TextsByName } from '../../domain/customer-text/customer-texts.ts';
import { builtInTexts, replaceWords } from '../../domain/customer-text/replace-words.ts';
import type { Language } from '../../domain/language.ts';
import { cancellationMailPlaces, cancellationMailWords } from './cancellation-mail-words.ts';
import { correctionMailPlaces, correctionMailWords } from './correction-mail-words.ts';
import { coverEndedMailPlaces, coverEndedMailWords } from './cover-ended-mail-words.ts';
import { generalMailPlaces, generalMailWords } from './general-mail-words.ts';
import { unpaidMailPlaces, unpaidMailWords } from './unpaid-mail-words.ts';

/** What mails about a policy say in a language, in the operator's own words where it has some. */
export type MailVocabulary = ReturnType<typeof mailVocabulary>;

export function mailVocabulary(language: Language, own: TextsByName | null) {
  return {
    general: replaceWords(generalMailWords[language], generalMailPlaces, language, own),
    cancellation: replaceWords(cancellationMailWords[language], cancellationMailPlaces, language, own),
    correction: replaceWords(correctionMailWords[language], correctionMailPlaces, language, own),
    coverEnded: replaceWords(coverEndedMailWords[language], coverEndedMailPlaces, language, own),
    unpaid: replaceWords(unpaidMailWords[language], unpaidMailPlaces, language, own),
  };
}

export const builtInMailTexts: TextsByName = {
  ...builtInTexts(generalMailWords, generalMailPlaces),
  ...builtInTexts(unpaidMailWords, unpaidMailPlaces),
  ...builtInTexts(coverEndedMailWords, coverEndedMailPlaces),
  ...builtInTexts(cancellationMailWords, cancellationMailPlaces),
  ...builtInTexts(correctionMailWords, correctionMailPlaces),
};
