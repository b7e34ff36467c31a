import type { BindForm } from '../../../src/domain/bind/judge-bind.ts';
import { declineLimitsOf } from '../../../src/domain/card/declines.ts';
import type { BindResult } from '../../../src/flows/bind/bind.ts';
import { finishBinds } from '../../../src/flows/bind/finish-binds.ts';
import { confirmCardPayment } from '../../../src/flows/card/card-confirm.ts';
import { startCardPayment } from '../../../src/flows/card/card-start.ts';
import { sweepCardPayments } from '../../../src/flows/card/sweep-card-payments.ts';
import { retryWork } from '../../../src/flows/work/settle-work.ts';
import { submitCard } from '../../../src/sandbox/card-processor/customer-actions.ts';
import { reviseApplication } from '../../../src/store/quote/application.ts';
import { readSale } from '../../../src/store/quote/sale.ts';
import type { ActorResult } from './judge.ts';
import { formOf, type Sale } from './lane.ts';
import { corrects, later, operator, reversalJob, turn } from './money-actors.ts';
import { moneyScenarios } from './money-scenarios.ts';
import { pageScenarios } from './page-scenarios.ts';
import { bindOnce, quoted } from './preparations.ts';
import { reportScenarios } from './report-scenarios.ts';
import type { Part, Scenario } from './schedule.ts';

/* Which actors run together. Each part is a flow of the service, as the API or a job calls it. */

const context = { requestId: 'interleavings', fault: null };
const reason = 'because the schedule says so';

/** Past the lease of a claim; and past the time that a call may take. */
const bindPauses = [11, 31];

/** From the afternoon of `now` to the next morning, when a card that was saved for tomorrow is due. */
const nightMs = 14 * 60 * 60_000;

/** Binds by a service whose clock may be a day wrong. */
function binds(name: string, form: (sale: Sale) => BindForm, clockMs = 0): Part {
  return {
    name,
    play: async (parts, sale, lane) => resultOfBind(name, await bindOnce(parts, lane, form(sale), clockMs), form(sale)),
  };
}

const saysPaymentIsDead = new Set(['CardPaymentDeclined', 'CardPaymentExpired', 'BindFailedAfterCardCapture']);

function resultOfBind(who: string, result: BindResult, form: BindForm): ActorResult {
  switch (result.kind) {
    case 'bound':
      return { who, what: 'bound', policyNumber: result.bound.policy.policyNumber };
    case 'replayed':
      return { who, what: 'bound before', policyNumber: result.policy.policyNumber };
    case 'refused': {
      const codes = result.refusals.map(({ code }) => code);
      // A service whose clock is a day ahead takes the quote's day for past, and the payment with it: no other payment is
      // taken for that quote either, so nobody pays twice by this answer.
      const isDayOver = codes.includes('EffectiveDateBackDate');
      return {
        who,
        what: codes.join(', '),
        ...(!isDayOver &&
          codes.some((code) => saysPaymentIsDead.has(code)) &&
          form.paymentId !== null && { deadPaymentId: form.paymentId }),
        ...(codes.includes('QuoteAlreadyBound') && { isBoundAlready: true as const }),
      };
    }
  }
}

const partner = (form: (sale: Sale) => BindForm, clockMs = 0): Part => binds('partner', form, clockMs);
const repeat = (form: (sale: Sale) => BindForm, clockMs = 0): Part => binds('repeat', form, clockMs);

const finishingJob = turn('finishing job', 0, (parts) => finishBinds(parts));
const sweep = (hours: number): Part =>
  turn('sweep', 0, (parts, { lane }) => sweepCardPayments(parts, later(lane, hours)));

const newOdometer = 31_000;

/** The quote is asked for anew with another odometer. */
const revision: Part = {
  name: 'revision',
  play: async ({ database }, sale, lane) => {
    const known = (await readSale(lane.database, lane.seller.id, sale.applicationId))!;
    const quote = {
      series: known.series,
      effectiveDate: known.effectiveDate,
      quotedOn: lane.today,
      rateBookVersion: known.rateBookVersion,
      taxTableVersion: known.taxTableVersion,
      options: known.options,
      inputs: { ...known.inputs, odometer: newOdometer },
    };
    const { version } = lane.reference();
    const { outcome } = await reviseApplication(database, lane.seller.id, sale.applicationId, quote, version);
    return { who: 'revision', what: outcome, ...(outcome === 'revised' && { revisedTo: newOdometer }) };
  },
};

/** The customer pays with another card: start, checkout, confirm, bind. */
const otherCard: Part = {
  name: 'other card',
  play: async (parts, sale, lane) => {
    const { seller, now, today } = lane;
    const { version: judgedBy } = lane.reference();
    const started = await startCardPayment(
      { ...parts, cardTicketMinutes: 30, declineLimits: declineLimitsOf(true) },
      { ...sale.choice, seller, today, now, language: 'en', chargeDate: null, isOfPage: false, keep: null, judgedBy },
      context,
    );
    if (started.kind === 'refused') return resultOfBind('other card', started, formOf.referral(sale));
    if (started.kind === 'wait') throw new Error('No card of a scenario is declined.');
    const { ticket, paymentId } = started.payment;
    const typed = { cardNumber: '4242424242424242', expiry: '12/30', cvv: '123' };
    await submitCard(lane.database, { ticket, typed, now });
    const asked = { seller, now, applicationId: sale.applicationId, paymentId, ticket };
    const confirmed = await confirmCardPayment(parts, asked, context);
    if (confirmed.kind === 'refused') return resultOfBind('other card', confirmed, formOf.referral(sale));
    const form = formOf.card({ ...sale, paymentIds: [paymentId] });
    return resultOfBind('other card', await bindOnce(parts, lane, form, 0), form);
  },
};

const retriesBind = corrects('operator', 0, (parts, { sale, lane }) =>
  retryWork({ ...parts, now: lane.now }, operator, { kind: 'binds', id: sale.applicationId, reason }),
);

const today = { pauses: bindPauses, prepare: quoted('today', 1) };
/** Quoted and paid for tomorrow, and bound tomorrow: its saved card is charged during the bind. */
const savedCard = { pauses: bindPauses, prepare: quoted('tomorrow', 1) };

const bindScenarios: readonly Scenario[] = [
  {
    name: 'card-repeat-job',
    description: 'A bind by card, its repeat and the finishing job.',
    ...today,
    actors: [partner(formOf.card), repeat(formOf.card), finishingJob],
  },
  {
    name: 'loan-repeat-job',
    description: 'A bind by loan, its repeat and the finishing job.',
    ...today,
    actors: [partner(formOf.loan), repeat(formOf.loan), finishingJob],
  },
  {
    name: 'saved-card-repeat-job',
    description: 'A bind on the day of a saved card, its repeat and the job.',
    ...savedCard,
    actors: [partner(formOf.card, nightMs), repeat(formOf.card, nightMs), finishingJob],
  },
  {
    name: 'referral-repeat-job',
    description: 'A bind without money, its repeat and the finishing job.',
    ...today,
    actors: [partner(formOf.referral), repeat(formOf.referral), finishingJob],
  },
  {
    name: 'card-another-card',
    description: 'Two binds of one application, each with a card of its own.',
    pauses: bindPauses,
    prepare: quoted('today', 2),
    actors: [partner(formOf.card), binds('second card', (sale) => formOf.card(sale, 1)), finishingJob],
  },
  {
    name: 'card-then-referral',
    description: 'A bind by card, and the partner turns to a referral.',
    ...today,
    actors: [partner(formOf.card), repeat(formOf.referral), finishingJob],
  },
  {
    name: 'loan-then-card',
    description: 'A bind by loan, and the partner turns to a card.',
    ...today,
    actors: [partner(formOf.loan), repeat(formOf.card), finishingJob],
  },
  {
    name: 'saved-card-then-referral',
    description: 'A saved card, and the partner turns to a referral.',
    ...savedCard,
    actors: [partner(formOf.card, nightMs), repeat(formOf.referral, nightMs), finishingJob],
  },
  {
    name: 'card-revision-job',
    description: 'A bind by card beside a revision of its quote.',
    ...today,
    actors: [partner(formOf.card), revision, finishingJob],
  },
  {
    name: 'loan-revision-repeat',
    description: 'A bind by loan beside a revision, and its repeat.',
    ...today,
    actors: [partner(formOf.loan), revision, repeat(formOf.loan)],
  },
  {
    name: 'card-card-start',
    description: 'A bind by card beside a card that is started, paid and bound with.',
    ...today,
    actors: [partner(formOf.card), otherCard, finishingJob],
  },
  {
    name: 'failed-issue-card',
    description: 'A policy that may not be issuable after the charge.',
    ...today,
    mayFailToIssue: true,
    actors: [partner(formOf.card), repeat(formOf.card), reversalJob('reversal job')],
  },
  {
    name: 'failed-issue-loan',
    description: 'A policy that may not be issuable after the loan.',
    ...today,
    mayFailToIssue: true,
    actors: [partner(formOf.loan), repeat(formOf.loan), reversalJob('reversal job')],
  },
  {
    name: 'card-sweep',
    description: 'A bind by card beside the sweep of a clock that is a day ahead.',
    ...today,
    actors: [partner(formOf.card), sweep(30), repeat(formOf.card)],
  },
  {
    name: 'clock-ahead',
    description: 'A bind by card and its repeat on a service a day ahead.',
    ...today,
    actors: [partner(formOf.card), repeat(formOf.card, nightMs), finishingJob],
  },
  {
    name: 'saved-card-clock-behind',
    description: 'A saved card’s day on one service, the day before on another.',
    ...savedCard,
    actors: [partner(formOf.card, nightMs), repeat(formOf.card), finishingJob],
  },
  {
    name: 'card-operator-job',
    description: 'An operator hurries a bind that may be under way.',
    ...today,
    actors: [partner(formOf.card), retriesBind, finishingJob],
  },
];

export const scenarios: readonly Scenario[] = [
  ...bindScenarios,
  ...moneyScenarios,
  ...reportScenarios,
  ...pageScenarios(revision, partner),
];

export function scenarioNamed(name: string): Scenario {
  const found = scenarios.find((scenario) => scenario.name === name);
  if (found === undefined) throw new Error(`There is no scenario "${name}".`);
  return found;
}
