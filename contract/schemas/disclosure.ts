import { Type } from '../type.ts';
import { addition, codes, component } from './annotations.ts';
import { text } from './scalars.ts';

/** A fault inside the list is a fault of the list. */
const ofList = codes('AcknowledgementsInvalid');

export const disclosureKind = text(
  40,
  'What kind of paper: ProductSummary, PrivacyNotice, FactSheet, RescissionNotice, CreditDisclosure, PadAgreement, PadNoticeWaiver (the first debit comes before its ten days of notice are over), Offer (a page to take home, never required), or one of the operator’s own.',
  { examples: ['FactSheet'], ...ofList },
);

export const disclosureVersion = text(200, 'Which text it was.', { examples: ['2026-11'], ...ofList });

/** What the customer has read and agreed to; kept with the policy. */
export const acknowledgements = Type.Array(
  component(
    'Acknowledgement',
    'A paper that the customer has been given and has acknowledged: named by downloadId, or by kind and version.',
    {
      downloadId: Type.Optional(
        Type.String({
          format: 'uuid',
          description:
            'The paper, as POST /v1/disclosures named it. Without it, kind and version mean the paper of that kind that was given last for this application.',
          examples: ['7f3d0c1e-52a4-4f0b-9d0e-3b1f6a2c9e57'],
          ...ofList,
        }),
      ),
      kind: Type.Optional(disclosureKind),
      version: Type.Optional(disclosureVersion),
      acknowledgedAt: Type.String({
        format: 'date-time',
        maxLength: 40,
        description: 'When, RFC 3339.',
        examples: ['2026-11-15T17:04:00Z'],
        ...ofList,
      }),
    },
  ),
  {
    maxItems: 50,
    description: 'The disclosures that the customer has acknowledged. Kept with the policy.',
    ...addition,
  },
);
