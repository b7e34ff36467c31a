import { Type } from '../type.ts';
import { languageValues } from '../vocabulary.ts';
import { addition } from './annotations.ts';
import { nullable, oneOf, string, text } from './scalars.ts';

/** What the partner may send along with a quote, and finds again in everything that follows. */
export const partnerFactsSent = {
  partnerReference: Type.Optional(
    text(64, 'Your own reference for the sale. It need not be unique.', { examples: ['DEAL-20417'], ...addition }),
  ),
  language: Type.Optional(
    oneOf(languageValues, 'The customer’s language, for documents, mail and the checkout.', addition),
  ),
};

/** Whose it is, for whoever reads the things of several sellers. */
export const ofSeller = {
  seller: Type.String({ description: 'The seller’s username.', examples: ['ontario'] }),
};

export const partnerFacts = {
  partnerReference: nullable(string('Your own reference, as sent with the quote; or null.', 'DEAL-20417')),
  language: nullable(oneOf(languageValues, 'The customer’s language, as sent with the quote; or null.')),
};

/** The quote's answer has them only when they were sent, so that whoever sends none gets the contract’s answer. */
export const partnerFactsIfSent = {
  partnerReference: Type.Optional(
    Type.String({ description: 'As sent; absent when none was.', examples: ['DEAL-20417'], ...addition }),
  ),
  language: Type.Optional(oneOf(languageValues, 'As sent; absent when none was.', addition)),
};
