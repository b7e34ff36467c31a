import { Type } from '../type.ts';
import { purchaseMethodValues } from '../vocabulary.ts';
import { codes, component } from './annotations.ts';
import { applicant, insured } from './applicant.ts';
import { purchaseMethod, series } from './choices.ts';
import { claimFacts, claimFactsSent } from './claim-facts.ts';
import { emailAddress, phoneNumber } from './contact-details.ts';
import { partnerFacts, partnerFactsSent } from './partner-facts.ts';
import { id, int32, integer, nullable, oneOf, plainDate, string, text } from './scalars.ts';
import { vehicleConfigurationId } from './vehicle.ts';

/** All optional here: a rule requires them on Plus only. */
const dealerContact = component('DealerContact', 'Who to ask at the dealer. Required on Plus.', {
  name: Type.Optional(text(200, 'Required on Plus.', { examples: ['Jordan Lee'] })),
  emailAddress: Type.Optional(emailAddress('Required on Plus when there is no phone number.')),
  phoneNumber: Type.Optional(phoneNumber('Required on Plus when there is no e-mail address.')),
});

const contactKept = component('KeptDealerContact', 'Who to ask at the dealer, as kept with the quote.', {
  name: string('The name.', 'Jordan Lee'),
  emailAddress: nullable(string('The e-mail address, or null.')),
  phoneNumber: nullable(string('The telephone number, or null.')),
});

/** What was asked for, by the names of the request: it can be sent again as it is read. */
export const quoteAsked = {
  vehicleConfigurationId: string('The vehicle’s id, made anew: the same as vehicle.id.'),
  odometer: integer('Kilometres.', 24500),
  purchaseMethod: oneOf(purchaseMethodValues, 'How the customer bought the vehicle.'),
  dealerId: nullable(string('The dealer; null on Prime.')),
  dealerContact: nullable(contactKept),
  producerCode: nullable(string('The producer code, or null.')),
  lienHolderId: nullable(string('The lienholder; null on Cash.')),
  applicant: insured,
  ...partnerFacts,
  ...claimFacts,
};

export const quoteRequest = component('QuoteRequest', 'What is to be priced, and for whom.', {
  applicationId: Type.Optional(id('Leave out to create a quote; send the id of an earlier one to revise it.')),
  series: Type.Optional(series),
  vehicleConfigurationId: vehicleConfigurationId('The id chosen from the vehicle configurations.'),
  effectiveDate: plainDate(
    'Today or later, at most 30 days ahead; the same value as in the vehicle look-up. It drives the price.',
  ),
  odometer: int32('Kilometres; the same value as in the vehicle look-up.', { minimum: 0, examples: [24500] }),
  purchaseMethod,
  dealerId: Type.Optional(id('An id from the dealers list. Required on Plus, ignored on Prime.')),
  dealerContact: Type.Optional(dealerContact),
  producerCode: Type.Optional(text(100, 'Required for sellers that are set up to require it.')),
  lienHolderId: Type.Optional(
    id(
      'An id from the lienholder search. Required when the vehicle is leased or financed, ignored on Cash.',
      codes({ required: 'LienHolderRequired' }),
    ),
  ),
  applicant,
  ...partnerFactsSent,
  ...claimFactsSent,
});
