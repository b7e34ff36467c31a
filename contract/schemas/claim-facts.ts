import { Type } from '../type.ts';
import { addition, component } from './annotations.ts';
import { money, nullable, oneOf, plainDate, text } from './scalars.ts';

const purchase = {
  price: money('What was paid for the vehicle, before tax.', { minimum: 0, maximum: 9999999.99, examples: [38995] }),
  date: plainDate('The day of the purchase.', { examples: ['2026-11-10'] }),
  condition: oneOf(['New', 'Used', 'Demonstrator'], 'What it was when it was bought.'),
};

const insurer = {
  name: text(200, 'The insurer’s name.', { examples: ['Example Mutual'] }),
  policyNumber: text(50, 'The number of that insurer’s policy.', { examples: ['A-123456'] }),
};

/** What a claim for a replacement needs to know. Nothing is priced by it; it is kept and printed when given. */
export const claimFactsSent = {
  vehiclePurchase: Type.Optional(
    component('VehiclePurchase', 'How the customer bought the vehicle.', purchase, addition),
  ),
  primaryInsurer: Type.Optional(component('PrimaryInsurer', 'Who insures the vehicle itself.', insurer, addition)),
};

/** The same as kept: null where nothing was sent. */
export const claimFacts = {
  vehiclePurchase: nullable(
    component('KeptVehiclePurchase', 'How the customer bought the vehicle, as kept with the quote.', purchase),
  ),
  primaryInsurer: nullable(
    component('KeptPrimaryInsurer', 'Who insures the vehicle itself, as kept with the quote.', insurer),
  ),
};
