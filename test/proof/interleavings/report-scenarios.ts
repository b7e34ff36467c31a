import {
  cancels,
  chargeJob,
  effectJob,
  paysByLink,
  reversalJob,
  saysWhatBecame,
  settlesLoan,
  settlesReversal,
  sweepJob,
  writesOff,
} from './money-actors.ts';
import { after, bound, financed, refused, unclear } from './preparations.ts';
import { givesGoodwill, records, reinstates, voids, withTaxOf } from './report-actors.ts';
import type { Scenario } from './schedule.ts';

/* What people and banks say of a policy's money while the service acts on it. Day 1 is that of the scheduled charge. */

const pauses = [130];
const unclearPauses = [130, 25 * 60 * 60];

const proRata = (on: number, day = on) => ({ kind: 'pro-rata', on, day }) as const;
const nonPayment = { ...proRata(31, 1), requestedBy: 'insurer', ground: 'NonPayment' } as const;
const received = { kind: 'received' } as const;
const returned = { kind: 'returned' } as const;
const givenBack = { kind: 'given-back' } as const;
const refundReturned = { kind: 'refund-returned' } as const;
const disputed = { kind: 'dispute-opened' } as const;
const won = { kind: 'dispute-won' } as const;
const lost = { kind: 'dispute-lost' } as const;

/** A card was refused, and a cheque came instead. */
const paidByCheque = after(refused('for good'), records('first operator', 1, received));
/** Part of the charge is to be given back. */
const toGiveBack = after(bound('today'), cancels('first operator', proRata(800)));

export const reportScenarios: readonly Scenario[] = [
  {
    name: 'cheque-beside-unknown',
    description: 'A cheque comes for a charge whose answer was lost, and the policy is cancelled.',
    pauses: unclearPauses,
    prepare: unclear('answer'),
    lastDay: 2,
    actors: [records('operator', 2, received), chargeJob('charge job', 2), cancels('other operator', proRata(2))],
  },
  {
    name: 'cheque-beside-charge',
    description: 'A cheque is recorded on the day on which the card is charged, and taken back.',
    pauses,
    prepare: bound('tomorrow'),
    actors: [records('operator', 1, received), chargeJob('charge job'), voids('other operator', 1, 'payment')],
  },
  {
    name: 'cheque-beside-link',
    description: 'A cheque comes while the customer pays by link.',
    pauses,
    prepare: refused('for good'),
    lastDay: 2,
    actors: [paysByLink('customer', 2), records('operator', 2, received), sweepJob(2, 1)],
  },
  {
    name: 'cheque-twice',
    description: 'Two operators record one cheque, and a third takes it back.',
    pauses,
    prepare: refused('for good'),
    lastDay: 2,
    actors: [
      records('operator', 2, received),
      records('other operator', 2, received),
      voids('third operator', 2, 'payment'),
    ],
  },
  {
    name: 'cheque-of-other-amounts',
    description: 'A cheque of too little and one of too much, beside a cancellation.',
    pauses,
    prepare: refused('for good'),
    lastDay: 3,
    actors: [
      records('operator', 2, { ...received, cents: 10_000 }),
      records('other operator', 2, { ...received, cents: 1_000_000 }),
      cancels('third operator', proRata(3)),
    ],
  },
  {
    name: 'part-by-cheque-rest-by-link',
    description: 'A cheque of too little comes while the customer pays by link.',
    pauses,
    prepare: refused('for good'),
    lastDay: 2,
    actors: [records('operator', 2, { ...received, cents: 10_000 }), paysByLink('customer', 2), sweepJob(2, 1)],
  },
  {
    name: 'cheque-told-late',
    description: 'A cheque of the last day of a notice is recorded when non-payment takes effect.',
    pauses,
    prepare: after(refused('for good'), cancels('first operator', nonPayment)),
    lastDay: 31,
    actors: [
      records('operator', 31, { ...received, on: 30 }),
      effectJob('effect job', 31),
      voids('other operator', 31, 'payment'),
    ],
  },
  {
    name: 'cheque-of-a-wrong-day',
    description: 'A cheque is recorded on a day after the notice, then on its own.',
    pauses,
    prepare: after(refused('for good'), cancels('first operator', { ...nonPayment, usedDays: 'owe' })),
    lastDay: 32,
    actors: [
      records('operator', 32, { ...received, on: 31 }),
      effectJob('effect job', 31),
      records('other operator', 32, { ...received, on: 30 }),
    ],
  },
  {
    name: 'returned-cancelled',
    description: 'A cheque bounces while the policy is cancelled and what it paid is given back.',
    pauses,
    prepare: paidByCheque,
    lastDay: 3,
    actors: [
      records('operator', 3, returned),
      cancels('other operator', proRata(3)),
      records('third operator', 3, givenBack),
    ],
  },
  {
    name: 'returned-written-off',
    description: 'A cheque of a cancelled policy bounces; its used days are written off, and paid by link.',
    pauses,
    prepare: after(paidByCheque, cancels('first operator', proRata(20))),
    lastDay: 20,
    actors: [records('operator', 20, returned), paysByLink('customer', 20), writesOff('other operator', 20)],
  },
  {
    name: 'dispute-cancelled',
    description: 'A bank takes a charge back while the policy is cancelled and the card refunded.',
    pauses,
    prepare: bound('today'),
    actors: [records('operator', 1, disputed), cancels('other operator', proRata(1)), reversalJob('reversal job', 1)],
  },
  {
    name: 'dispute-of-refunded',
    description: 'A bank takes a charge back of which a part is being refunded.',
    pauses,
    prepare: toGiveBack,
    lastDay: 800,
    actors: [
      reversalJob('reversal job', 800),
      records('operator', 800, disputed),
      records('other operator', 800, givenBack),
    ],
  },
  {
    name: 'dispute-lost-paid',
    description: 'A dispute is lost while the customer pays by link and the policy is cancelled.',
    pauses,
    prepare: after(bound('today'), records('first operator', 0, disputed)),
    lastDay: 2,
    actors: [records('operator', 1, lost), paysByLink('customer', 1), cancels('other operator', proRata(2))],
  },
  {
    name: 'dispute-ended-twice',
    description: 'One operator says that a dispute is won, another that it is lost, after a cancellation.',
    pauses,
    prepare: after(bound('today'), records('first operator', 0, disputed), cancels('first operator', proRata(400))),
    lastDay: 400,
    actors: [records('operator', 400, won), records('other operator', 400, lost), reversalJob('reversal job', 400)],
  },
  {
    name: 'refund-by-hand',
    description: 'Two operators give back by cheque what a job gives back to the card.',
    pauses,
    prepare: toGiveBack,
    traits: { refundsAnew: true },
    lastDay: 800,
    actors: [
      records('operator', 800, givenBack),
      reversalJob('reversal job', 800),
      records('other operator', 800, { ...givenBack, cents: 5_000 }),
    ],
  },
  {
    name: 'refund-came-back',
    description: 'A refund to the card comes back from its bank, and is given back by cheque.',
    pauses,
    prepare: toGiveBack,
    traits: { refundsAnew: true },
    lastDay: 800,
    actors: [
      reversalJob('reversal job', 800),
      records('operator', 800, refundReturned),
      records('other operator', 800, givenBack),
    ],
  },
  {
    name: 'refund-declined',
    description: 'The card’s issuer takes no refund, and an operator gives it back.',
    pauses,
    prepare: toGiveBack,
    traits: { declinesRefunds: true },
    lastDay: 800,
    actors: [
      reversalJob('reversal job', 800),
      records('operator', 800, givenBack),
      reversalJob('other reversal job', 800),
    ],
  },
  {
    name: 'refund-voided',
    description: 'What was given back by cheque is taken back as a mistake, while a job and another operator act.',
    pauses,
    prepare: after(toGiveBack, records('first operator', 800, givenBack)),
    lastDay: 800,
    actors: [
      voids('operator', 800, 'refund'),
      reversalJob('reversal job', 800),
      records('other operator', 800, givenBack),
    ],
  },
  {
    name: 'received-voided',
    description: 'A cheque that never came is taken back while the policy is cancelled and the money given back.',
    pauses,
    prepare: paidByCheque,
    lastDay: 3,
    actors: [
      voids('operator', 3, 'payment'),
      cancels('other operator', proRata(3)),
      records('third operator', 3, givenBack),
    ],
  },
  {
    name: 'tax-beside-unknown',
    description: 'The tax changes while it is unknown whether a card was charged, and a cheque comes.',
    pauses: unclearPauses,
    prepare: unclear('answer', 1),
    lastDay: 2,
    actors: [
      withTaxOf(2, chargeJob('charge job', 2)),
      records('operator', 2, received),
      withTaxOf(2, chargeJob('other charge job', 2)),
    ],
  },
  {
    name: 'tax-before-charge',
    description: 'The tax changes before the card is charged, and a cheque of the day before comes.',
    pauses,
    prepare: bound('tomorrow'),
    actors: [
      withTaxOf(1, chargeJob('charge job')),
      records('operator', 1, { ...received, on: 0 }),
      cancels('other operator', proRata(1)),
    ],
  },
  {
    name: 'installments-rescinded',
    description: 'A loan’s policy is cancelled from its beginning after an installment was debited.',
    pauses,
    prepare: financed,
    lastDay: 20,
    actors: [
      cancels('operator', { kind: 'flat', on: 0, day: 20 }),
      reversalJob('reversal job', 20),
      settlesLoan('other operator', 20),
    ],
  },
  ...lenderAnswersOtherwise('more', -30_000),
  ...lenderAnswersOtherwise('less', 30_000),
  {
    name: 'link-disputed-voided',
    description: 'A dispute was lost, and the customer pays by link while that is taken back as a mistake, and won.',
    pauses,
    prepare: after(bound('today'), records('first operator', 0, disputed), records('first operator', 0, lost)),
    lastDay: 1,
    actors: [paysByLink('customer', 1), voids('operator', 1, 'dispute-lost'), records('other operator', 1, won)],
  },
  {
    name: 'refund-unanswered-by-hand',
    description: 'A refund whose answer is lost is given by hand, asked about, and taken back as a mistake.',
    pauses,
    prepare: toGiveBack,
    traits: { refundsAnew: true },
    lastDay: 800,
    actors: [
      reversalJob('reversal job', 800),
      settlesReversal('operator', 800),
      voids('other operator', 800, 'refund'),
    ],
  },
  {
    name: 'unclear-said-made',
    description: 'A charge whose answer was lost is said to be made, by a wrong reference, and that is taken back.',
    pauses: unclearPauses,
    prepare: unclear('answer'),
    lastDay: 2,
    actors: [saysWhatBecame('operator', 2, true), voids('other operator', 2, 'charge'), chargeJob('charge job', 2)],
  },
  {
    name: 'unclear-said-made-cancelled',
    description: 'A charge whose answer was lost is said to be made, and the policy is cancelled.',
    pauses: unclearPauses,
    prepare: unclear('answer'),
    lastDay: 2,
    actors: [saysWhatBecame('operator', 2), cancels('other operator', proRata(2)), chargeJob('charge job', 2)],
  },
  {
    name: 'goodwill-cancelled',
    description: 'Something is given back as goodwill while the policy is cancelled.',
    pauses,
    prepare: bound('today'),
    actors: [
      givesGoodwill('operator', 1, 10_000),
      cancels('other operator', proRata(1)),
      reversalJob('reversal job', 1),
    ],
  },
  {
    name: 'reinstated',
    description: 'A cancellation is undone while its refund is made, and what was given back is paid again.',
    pauses,
    prepare: toGiveBack,
    lastDay: 800,
    actors: [
      reversalJob('reversal job', 800),
      reinstates('operator', 800),
      records('other operator', 800, { ...received, cents: 200_000 }),
    ],
  },
];

/** The lender says that more or less is owed to the customer than was reckoned, while the policy is cancelled. */
function lenderAnswersOtherwise(owes: 'more' | 'less', lenderTakesMoreCents: number): readonly Scenario[] {
  return [
    {
      name: `lender-owes-${owes}`,
      description: `A lender owes ${owes} than was reckoned, and two instances end the loan as its policy is cancelled.`,
      pauses,
      prepare: financed,
      traits: { lenderTakesMoreCents },
      lastDay: 400,
      actors: [
        cancels('operator', proRata(400)),
        reversalJob('reversal job', 400),
        reversalJob('other reversal job', 400),
      ],
    },
  ];
}
