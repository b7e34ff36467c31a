import { builtInPaperTexts } from '../../documents/words/replaceable.ts';
import type { TextsByName } from '../../domain/customer-text/customer-texts.ts';
import { builtInTexts } from '../../domain/customer-text/replace-words.ts';
import { builtInMailTexts } from '../mail/mail-words.ts';
import { letterPlaces, letterWords } from '../sale-link/letter-words.ts';
import { payPlaces, payWords } from '../unpaid/pay-words.ts';

/** All texts that an operator may say in its own words: of papers, mails and the payment page. */
export const builtIn: TextsByName = {
  ...builtInPaperTexts,
  ...builtInMailTexts,
  ...builtInTexts(letterWords, letterPlaces),
  ...builtInTexts(payWords, payPlaces),
};
