import type { UsedDays } from '../../../src/domain/cancellation/used-days.ts';
import {
  amends,
  cancels,
  chargeJob,
  confirmsCard,
  effectJob,
  givesCardByLink,
  lateCharge,
  movesCharge,
  paidOutside,
  paysByLink,
  retriesCharge,
  retriesReversal,
  reversalJob,
  saysWhatBecame,
  settlesLoan,
  settlesReversal,
  sweepJob,
  withdraws,
  writesOff,
} from './money-actors.ts';
import { after, bound, financed, refused, unclear } from './preparations.ts';
import type { Scenario } from './schedule.ts';

/* What becomes of a policy's money after the sale. Day 1 is the day on which a scheduled card is charged. */

/** It is past the lease of a later charge, the time of a try to give back, and the time that a refund may take to show. */
const jobPauses = [130];
/** It is also past the day after which a charge that never showed itself is taken as not made. */
const unclearPauses = [130, 25 * 60 * 60];

const flat = { kind: 'flat', on: 0 } as const;
/** On the first day of cover of a policy that begins tomorrow. */
const flatAhead = { kind: 'flat', on: 1 } as const;
const proRata = (on: number, day = 0) => ({ kind: 'pro-rata', on, day }) as const;
/** The insurer cancels, with the notice that the law asks for. */
const nonPayment = { ...proRata(31, 1), requestedBy: 'insurer', ground: 'NonPayment' } as const;

const due = { pauses: jobPauses, prepare: bound('tomorrow') };
const lost = { pauses: unclearPauses, prepare: unclear('answer') };
const neverSent = { pauses: unclearPauses, prepare: unclear('request') };

export const moneyScenarios: readonly Scenario[] = [
  {
    name: 'later-charge-two-jobs',
    description: 'A saved card on its day, and two instances that charge it.',
    ...due,
    actors: [chargeJob('charge job'), chargeJob('other charge job')],
  },
  {
    name: 'later-charge-cancelled',
    description: 'A saved card on its day beside a cancellation.',
    ...due,
    actors: [chargeJob('charge job'), cancels('operator', flat), reversalJob('reversal job', 1)],
  },
  {
    name: 'later-charge-settled',
    description: 'A saved card on its day beside a payment outside.',
    ...due,
    actors: [chargeJob('charge job'), paidOutside('operator'), chargeJob('other charge job')],
  },
  {
    name: 'later-charge-moved',
    description: 'A saved card on its day beside a move to the same day.',
    ...due,
    actors: [chargeJob('charge job'), movesCharge, retriesCharge('operator')],
  },
  {
    name: 'cancelled-twice',
    description: 'Two operators cancel one policy.',
    pauses: jobPauses,
    prepare: bound('today'),
    actors: [cancels('operator', flat), cancels('other operator', proRata(0)), reversalJob('reversal job')],
  },
  {
    name: 'part-refund-two-jobs',
    description: 'A part of a charge is given back by two instances.',
    pauses: jobPauses,
    prepare: partRefund(),
    traits: { refundsAnew: true },
    lastDay: 800,
    actors: [
      reversalJob('reversal job', 800),
      reversalJob('other reversal job', 800),
      retriesReversal('operator', 800),
    ],
  },
  {
    name: 'part-refund-settled',
    description: 'A part of a charge is given back, and a person settles it.',
    pauses: jobPauses,
    prepare: partRefund(),
    traits: { refundsAnew: true },
    lastDay: 800,
    actors: [
      reversalJob('reversal job', 800),
      settlesReversal('operator', 800),
      reversalJob('other reversal job', 800),
    ],
  },
  {
    name: 'charge-cancelled-ahead',
    description: 'A saved card on its day beside a cancellation for the next.',
    ...due,
    lastDay: 2,
    actors: [chargeJob('charge job'), cancels('operator', proRata(2, 1)), effectJob('effect job', 2)],
  },
  {
    name: 'charge-held-back',
    description: 'A cancellation from the start holds a charge back, and is withdrawn.',
    ...due,
    prepare: after(bound('tomorrow'), cancels('operator', flatAhead)),
    actors: [withdraws('operator'), chargeJob('charge job'), effectJob('effect job', 1)],
  },
  {
    name: 'unclear-cancelled',
    description: 'A charge whose answer was lost, and a cancellation.',
    ...lost,
    actors: [cancels('operator', { ...flat, day: 2 }), chargeJob('charge job', 2), reversalJob('reversal job', 2)],
    lastDay: 2,
  },
  {
    name: 'unclear-found-cancelled',
    description: 'An operator finds a lost charge, another cancels.',
    ...lost,
    actors: [saysWhatBecame('operator', 2), cancels('other operator', proRata(2, 2)), chargeJob('charge job', 2)],
    lastDay: 2,
  },
  {
    name: 'unclear-paid-outside',
    description: 'A charge that never arrived, a cheque and a cancellation.',
    ...neverSent,
    actors: [paidOutside('operator', 2), cancels('other operator', proRata(2, 2)), chargeJob('charge job', 2)],
    lastDay: 2,
  },
  {
    name: 'unclear-used-days',
    description: 'A charge that never arrived, and used days that stay owed.',
    ...neverSent,
    prepare: after(unclear('request'), cancels('operator', { ...proRata(20, 20), usedDays: 'owe' })),
    actors: [chargeJob('charge job', 20), chargeJob('other charge job', 20), writesOff('operator', 20)],
    lastDay: 20,
  },
  {
    name: 'late-charge-cancelled',
    description: 'A charge that may act late, a cancellation and a job that asks.',
    ...due,
    pauses: unclearPauses,
    actors: [chargeJob('charge job'), cancels('operator', { ...flat, day: 1, on: 1 }), chargeJob('asking job')],
  },
  {
    name: 'charge-on-its-way',
    description: 'A charge arrives while the policy is cancelled and the job asks.',
    pauses: jobPauses,
    prepare: unclear('request', 1),
    actors: [cancels('operator', { ...flat, day: 1, on: 1 }), chargeJob('charge job'), lateCharge],
  },
  {
    name: 'paid-outside-cancelled',
    description: 'A refused charge is paid by cheque, and the policy cancelled.',
    pauses: jobPauses,
    prepare: refused('for good'),
    lastDay: 2,
    actors: [
      paidOutside('operator', 1),
      cancels('other operator', proRata(2, 2)),
      settlesReversal('third operator', 2),
    ],
  },
  {
    name: 'refused-retried-cancelled',
    description: 'A refused charge is tried again beside a cancellation.',
    pauses: jobPauses,
    prepare: refused('once'),
    lastDay: 2,
    actors: [chargeJob('charge job', 2), cancels('operator', proRata(2, 2)), retriesCharge('other operator', 2)],
  },
  {
    name: 'link-cancelled',
    description: 'The customer pays by link beside a cancellation.',
    pauses: jobPauses,
    prepare: refused('for good'),
    lastDay: 2,
    actors: [paysByLink('customer', 2), cancels('operator', proRata(2, 2)), sweepJob(2)],
  },
  {
    name: 'link-cancelled-ahead',
    description: 'The customer pays by link beside a cancellation that takes effect.',
    pauses: jobPauses,
    prepare: after(refused('for good'), cancels('operator', proRata(3, 2))),
    lastDay: 3,
    actors: [paysByLink('customer', 2), effectJob('effect job', 3), reversalJob('reversal job', 3)],
  },
  {
    name: 'non-payment-link',
    description: 'Cancelled for non-payment, and paid by link around its day.',
    pauses: jobPauses,
    prepare: after(refused('for good'), cancels('operator', nonPayment)),
    lastDay: 31,
    actors: [paysByLink('customer', 30), effectJob('effect job', 31), reversalJob('reversal job', 31)],
  },
  ...cardGivenInTime('write-off'),
  ...cardGivenInTime('owe'),
  {
    name: 'non-payment-outside',
    description: 'Cancelled for non-payment, and paid by cheque around its day.',
    pauses: jobPauses,
    prepare: after(refused('for good'), cancels('operator', nonPayment)),
    lastDay: 31,
    actors: [paidOutside('operator', 30), effectJob('effect job', 31), settlesReversal('other operator', 31)],
  },
  {
    name: 'used-days-owed',
    description: 'Used days that stay owed are paid by link, and written off.',
    pauses: jobPauses,
    lastDay: 20,
    prepare: after(refused('for good'), cancels('operator', { ...proRata(20, 20), usedDays: 'owe' })),
    actors: [paysByLink('customer', 20), writesOff('operator', 20), chargeJob('charge job', 20)],
  },
  {
    name: 'withdrawn-on-the-day',
    description: 'A cancellation is withdrawn while its day comes.',
    pauses: jobPauses,
    prepare: after(bound('today'), cancels('operator', proRata(2))),
    lastDay: 2,
    actors: [withdraws('operator', 1), effectJob('effect job', 2), reversalJob('reversal job', 2)],
  },
  {
    name: 'withdrawn-and-again',
    description: 'A cancellation is withdrawn, and the policy cancelled again.',
    pauses: jobPauses,
    prepare: after(bound('today'), cancels('operator', proRata(2))),
    lastDay: 2,
    actors: [withdraws('operator', 1), cancels('other operator', proRata(1, 1)), effectJob('effect job', 2)],
  },
  {
    name: 'cancelled-amended',
    description: 'A policy is amended and cancelled on the day of its charge.',
    ...due,
    actors: [amends('operator', 1), cancels('other operator', proRata(1, 1)), chargeJob('charge job')],
  },
  {
    name: 'two-effect-jobs',
    description: 'Two instances put one cancellation into effect.',
    pauses: jobPauses,
    prepare: after(bound('today'), cancels('operator', proRata(2))),
    lastDay: 2,
    actors: [effectJob('effect job', 2), effectJob('other effect job', 2), reversalJob('reversal job', 2)],
  },
  {
    name: 'loan-cancelled-jobs',
    description: 'A loan is cancelled by two instances.',
    pauses: jobPauses,
    prepare: after(financed, cancels('operator', { ...proRata(400, 400) })),
    lastDay: 400,
    actors: [
      reversalJob('reversal job', 400),
      reversalJob('other reversal job', 400),
      retriesReversal('operator', 400),
    ],
  },
  {
    name: 'loan-cancelled-ahead',
    description: 'A loan’s policy is cancelled for a later day, which comes.',
    pauses: jobPauses,
    prepare: financed,
    lastDay: 100,
    actors: [cancels('operator', proRata(100, 99)), effectJob('effect job', 100), reversalJob('reversal job', 100)],
  },
  {
    name: 'loan-cancelled-by-hand',
    description: 'A person ends a loan while a job tries.',
    pauses: jobPauses,
    prepare: after(financed, cancels('operator', { ...flat })),
    actors: [reversalJob('reversal job'), settlesLoan('operator', 0), reversalJob('other reversal job')],
  },
  {
    name: 'loan-withdrawn',
    description: 'The cancellation of a loan’s policy is withdrawn while its day comes.',
    pauses: jobPauses,
    prepare: after(financed, cancels('operator', proRata(100, 99))),
    lastDay: 100,
    actors: [withdraws('operator', 99), effectJob('effect job', 100), reversalJob('reversal job', 100)],
  },
];

/**
 * The customer has typed a card on the last day of the notice, and the day of the cancellation comes while it is
 * confirmed: by the customer, who then waits for the charge, or by the sweep for one who has closed the page.
 */
function cardGivenInTime(usedDays: UsedDays): readonly Scenario[] {
  const given = {
    pauses: jobPauses,
    lastDay: 31,
    prepare: after(
      refused('for good'),
      cancels('operator', { ...nonPayment, usedDays }),
      givesCardByLink('customer', 30),
    ),
  };
  const jobs = [effectJob('effect job', 31), chargeJob('charge job', 31)];
  return [
    {
      name: `given-card-confirmed-${usedDays}`,
      ...given,
      actors: [confirmsCard('customer', 30), ...jobs],
      description: `A card that was typed in time is confirmed as non-payment takes effect: ${usedDays}.`,
    },
    {
      name: `given-card-swept-${usedDays}`,
      ...given,
      actors: [sweepJob(30, 1), ...jobs],
      description: `A card that was typed in time is found by the sweep as non-payment takes effect: ${usedDays}.`,
    },
  ];
}

/** Cancelled when most of its days are used: less than half is given back, so that twice would be possible. */
function partRefund() {
  return after(bound('today'), cancels('operator', proRata(800, 800)));
}
