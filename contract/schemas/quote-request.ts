import { Type } from '../type.ts';
import { codes, component } from './annotations.ts';
import { applicant } from './applicant.ts';
import { purchaseMethod, series } from './choices.ts';
import { claimFactsSent } from './claim-facts.ts';
import { emailAddress, phoneNumber } from './contact-details.ts';
import { partnerFactsSent } from './partner-facts.ts';
import { id, int32, plainDate, text } from './scalars.ts';
import { vehicleConfigurationId } from './vehicle.ts';

/** All optional here: a rule requires them on Plus only. */
const dealerContact = component('DealerContact', 'Who to ask at the dealer. Required on Plus.', {
  name: Type.Optional(text(200, 'Required on Plus.', { examples: ['Jordan Lee'] })),
  emailAddress: Type.Optional(emailAddress('Required on Plus when there is no phone number.')),
  phoneNumber: Type.Optional(phoneNumber('Required on Plus when there is no e-mail address.')),
});

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
