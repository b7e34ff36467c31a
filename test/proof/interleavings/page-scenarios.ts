import type { BindForm } from '../../../src/domain/bind/judge-bind.ts';
import { formOf, type Sale } from './lane.ts';
import { buysByLink, byLink, carriesOn, withdrawsLink } from './page-actors.ts';
import { quoted } from './preparations.ts';
import type { Part, Scenario } from './schedule.ts';

/** A loan without a down payment, as a link has it; and one that the customer has typed. */
const loan = (sale: Sale, downPayment = 0): BindForm => {
  const form = formOf.loan(sale);
  return { ...form, financing: form.financing && { ...form.financing, downPayment } };
};

/** Past the lease of a purchase and of a claim; and past the time that a call may take. */
const pauses = [21, 31];
const today = { pauses, prepare: byLink(quoted('today', 1)) };

const buysByCard = buysByLink('customer', (sale) => formOf.card(sale));
const buysByLoan = buysByLink('customer', (sale) => loan(sale));
const otherInstance = carriesOn('other instance');

/** `revision`, and a bind by the partner, are actors of the other scenarios. */
export const pageScenarios = (
  revision: Part,
  partner: (form: (sale: Sale) => BindForm) => Part,
): readonly Scenario[] => [
  {
    name: 'page-card',
    description: 'A purchase by a link with a card, and the instance that goes on with it.',
    ...today,
    actors: [buysByCard, otherInstance, carriesOn('third instance')],
  },
  {
    name: 'page-loan',
    description: 'A purchase by a link with a loan, and the instance that goes on with it.',
    ...today,
    actors: [buysByLoan, otherInstance],
  },
  {
    name: 'page-revised',
    description: 'The partner revises what a customer is buying by a link.',
    ...today,
    actors: [buysByCard, revision, otherInstance],
  },
  {
    name: 'page-withdrawn',
    description: 'The seller withdraws a link that a customer is buying by.',
    ...today,
    actors: [buysByCard, withdrawsLink, otherInstance],
  },
  {
    name: 'page-loan-withdrawn',
    description: 'The seller withdraws a link whose customer takes a loan.',
    ...today,
    actors: [buysByLoan, withdrawsLink, otherInstance],
  },
  {
    name: 'page-partner',
    description: 'The partner binds by the API what a customer is buying by a link.',
    ...today,
    actors: [buysByCard, partner(formOf.referral), otherInstance],
  },
  {
    name: 'page-two-windows',
    description: 'Two windows of a link buy at once, each with a card of its own.',
    pauses,
    prepare: byLink(quoted('today', 2)),
    actors: [buysByCard, buysByLink('other window', (sale) => formOf.card(sale, 1)), otherInstance],
  },
  {
    name: 'page-down-payment',
    description: 'A customer types a down payment that the link does not have.',
    ...today,
    actors: [buysByLink('customer', (sale) => loan(sale, 100)), otherInstance],
  },
];
