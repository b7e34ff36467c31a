import type { MailKind } from '../../../src/domain/mail/mail-kind.ts';
import type { AskedMail } from '../../../src/flows/mail/mail-about.ts';
import { collectedByCard, sampleCancellation, sampleCharged, sampleRefund } from './sample-policy.ts';

const unpaid = {
  amountCents: 191_996,
  maskedCardNumber: '4242 **** **** 4242',
  nextDay: null,
  lastDay: '2026-12-01',
};

/** A mail of every kind, as it is stored for `sampleCharged`. */
export const sampleMails: Readonly<Record<MailKind, AskedMail>> = {
  policy: { kind: 'policy', facts: null },
  receipt: { kind: 'receipt', facts: { amountCents: 191_996, by: 'card' } },
  amendment: { kind: 'amendment', facts: null },
  cancellation: {
    kind: 'cancellation',
    facts: sampleCancellation(sampleCharged(), {
      kind: 'flat',
      cancelledOn: '2026-11-15',
      madeOn: '2026-11-20',
      collected: collectedByCard(sampleCharged().totalWithTaxCents),
    }),
  },
  withdrawal: {
    kind: 'withdrawal',
    facts: { cancelledOn: '2027-11-15', withdrawnBy: 'payment', paidCents: 191_996, dueCents: 0 },
  },
  'refund by cheque': { kind: 'refund by cheque', facts: { redirectedCents: 191_996 } },
  'refund receipt': { kind: 'refund receipt', facts: { ...sampleRefund, amountCents: 191_996 } },
  refusal: { kind: 'refusal', facts: unpaid },
  'payment link': { kind: 'payment link', facts: unpaid },
  lapse: { kind: 'lapse', facts: unpaid },
  correction: {
    kind: 'correction',
    facts: { told: 'payment', amountCents: 191_996, toldOn: '2026-11-20', dueCents: 191_996 },
  },
  'cover ended': {
    kind: 'cover ended',
    facts: {
      amountCents: 191_996,
      maskedCardNumber: '4242 **** **** 4242',
      wasTried: true,
      cancelledOn: '2026-12-20',
      dueCents: 5_430,
    },
  },
};
