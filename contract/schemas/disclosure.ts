import { Type } from '../type.ts';
import { addition, codes, component } from './annotations.ts';
import { text } from './scalars.ts';

/** A fault inside the list is a fault of the list. */
const ofList = codes('AcknowledgementsInvalid');

export const disclosureKind = text(
  40,
  'What kind of paper: ProductSummary, PrivacyNotice, FactSheet, RescissionNotice, CreditDisclosure, PadAgreement, PadNoticeWaiver (the first debit comes before its ten days of notice are over), or one of the operator’s own.',
  { examples: ['FactSheet'], ...ofList },
);

export const disclosureVersion = text(200, 'Which text it was.', { examples: ['2026-11'], ...ofList });

/** What the customer has read and agreed to; kept with the policy. */
export const acknowledgements = Type.Array(
  component('Acknowledgement', 'A paper that the customer has been given and has acknowledged.', {
    kind: disclosureKind,
    version: disclosureVersion,
    acknowledgedAt: Type.String({
      format: 'date-time',
      maxLength: 40,
      description: 'When, RFC 3339.',
      examples: ['2026-11-15T17:04:00Z'],
      ...ofList,
    }),
  }),
  {
    maxItems: 50,
    description: 'The disclosures that the customer has acknowledged. Kept with the policy.',
    ...addition,
  },
);
