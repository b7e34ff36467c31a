import type { BindForm } from '../../../src/domain/bind/judge-bind.ts';
import { addDays } from '../../../src/domain/calendar/calendar.ts';
import { declineLimitsOf } from '../../../src/domain/card-payment/declines.ts';
import type { ReversalId } from '../../../src/domain/ids.ts';
import type { OperatorRefusal } from '../../../src/domain/operator/refusal.ts';
import { isOperatorRefusal } from '../../../src/domain/operator/refusal.ts';
import { todayOf } from '../../../src/domain/seller.ts';
import { type BindParts, type BindResult, bind } from '../../../src/flows/bind/bind.ts';
import { finishBinds } from '../../../src/flows/bind/finish-binds.ts';
import { reverseDue } from '../../../src/flows/refund/give-back.ts';
import { confirmCardPayment } from '../../../src/flows/card-confirm.ts';
import { startCardPayment } from '../../../src/flows/card-start.ts';
import { chargeDue } from '../../../src/flows/charge-due.ts';
import { cancelPolicy, previewCancellation } from '../../../src/flows/correct/cancel-policy.ts';
import { moveCharge } from '../../../src/flows/correct/correct-charge.ts';
import { retryWork, settleWork } from '../../../src/flows/correct/correct-work.ts';
import { sweepCardPayments } from '../../../src/flows/sweep-card-payments.ts';
import { submitCard } from '../../../src/sandbox/card-processor/customer-actions.ts';
import { reviseApplication } from '../../../src/store/application.ts';
import { readSale } from '../../../src/store/sale.ts';
import { type ActorParts, partsOf } from './actor-parts.ts';
import type { ActorResult } from './judge.ts';
import { formOf, type Lane, type Sale } from './lane.ts';
import { makeParties } from './parties.ts';
import type { Part, Scenario } from './schedule.ts';
import { Scheduler } from './scheduler.ts';

/* Which actors run together. Each part is a flow of the service, as the API or a job calls it. */

const context = { requestId: 'interleavings', fault: null };
const operator = { kind: 'account', name: 'operator' } as const;
const reason = 'because the schedule says so';
const dayMs = 24 * 60 * 60_000;

/** Past the lease of a claim; and past the time that a call may take. */
const bindPauses = [11, 31];
/** Past the lease of a later charge, the time of a try to give back, and the time that a refund may take to show. */
const jobPauses = [130];

/** From the afternoon of `now` to the next morning, when a card that was saved for tomorrow is due. */
const nightMs = 14 * 60 * 60_000;

/** By a service whose clock may be a day wrong. */
function binds(name: string, form: (sale: Sale) => BindForm, clockMs = 0): Part {
  return {
    name,
    play: async (parts, sale, lane) => resultOfBind(name, await bindOnce(parts, lane, form(sale), clockMs), form(sale)),
  };
}

function bindOnce(parts: BindParts, { seller, now: base }: Lane, form: BindForm, clockMs: number): Promise<BindResult> {
  const now = new Date(base.getTime() + clockMs);
  return bind(parts, { seller, now, today: todayOf(seller, now), form }, context);
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
      return {
        ...{ who, what: codes.join(', ') },
        ...(codes.some((code) => saysPaymentIsDead.has(code)) &&
          form.paymentId !== null && { deadPaymentId: form.paymentId }),
        ...(codes.includes('QuoteAlreadyBound') && { isBoundAlready: true as const }),
      };
    }
  }
}

const partner = (form: (sale: Sale) => BindForm, clockMs = 0): Part => binds('partner', form, clockMs);
const repeat = (form: (sale: Sale) => BindForm, clockMs = 0): Part => binds('repeat', form, clockMs);

const finishingJob = turn('finishing job', (parts) => finishBinds(parts));
const reversalJob = (name: string): Part => turn(name, (parts) => reverseDue(parts));
const chargeJob = (name: string): Part =>
  turn(name, (parts, sale, lane) => chargeDue(parts, [lane.seller], onChargeDay(sale)));
const sweep = (hours: number): Part =>
  turn('sweep', (parts, _, lane) => sweepCardPayments(parts, new Date(lane.now.getTime() + hours * (dayMs / 24))));

function turn(name: string, run: (parts: ActorParts, sale: Sale, lane: Lane) => Promise<unknown>): Part {
  return {
    name,
    play: async (parts, sale, lane) => {
      await run(parts, sale, lane);
      return { who: name, what: 'its turn is over' };
    },
  };
}

const newOdometer = 31_000;

/** The quote is asked for anew with another odometer. */
const revision: Part = {
  name: 'revision',
  play: async ({ database }, sale, lane) => {
    const known = (await readSale(lane.database, lane.seller.id, sale.applicationId))!;
    const outcome = await reviseApplication(database, lane.seller.id, sale.applicationId, {
      ...{ series: known.series, effectiveDate: known.effectiveDate, quotedOn: lane.today },
      ...{ rateBookVersion: known.rateBookVersion, taxTableVersion: known.taxTableVersion, options: known.options },
      inputs: { ...known.inputs, odometer: newOdometer },
    });
    return { who: 'revision', what: outcome, ...(outcome === 'revised' && { revisedTo: newOdometer }) };
  },
};

/** The customer pays with another card: start, checkout, confirm, bind. */
const otherCard: Part = {
  name: 'other card',
  play: async (parts, sale, lane) => {
    const { seller, now, today } = lane;
    const started = await startCardPayment(
      { ...parts, cardTicketMinutes: 30, declineLimits: declineLimitsOf(true) },
      { ...sale.choice, seller, today, now, language: 'en', chargeDate: null, keep: null },
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

/** Looks at what it would come to, then cancels with that. */
function cancels(name: string, kind: 'flat' | 'pro-rata'): Part {
  return {
    name,
    play: async ({ database }, sale, lane) => {
      const policyNumber = await policyNumberOf(lane, sale);
      const asked = { kind, cancelledOn: kind === 'flat' ? lane.today : addDays(lane.today, 800) };
      const drafted = await previewCancellation({ database, now: lane.now }, policyNumber, asked);
      if (isOperatorRefusal(drafted)) return { who: name, what: drafted.code };
      const { refundCents } = drafted.cancellation;
      const order = { ...asked, policyNumber, reason, shown: { refundCents } };
      const made = await cancelPolicy({ database, now: lane.now }, operator, order);
      if (isOperatorRefusal(made)) return { who: name, what: made.code };
      return { who: name, what: `cancelled with ${refundCents} to give back`, cancelledWith: refundCents };
    },
  };
}

function corrects(
  name: string,
  act: (parts: ActorParts, found: { readonly sale: Sale; readonly lane: Lane }) => Promise<OperatorRefusal | null>,
): Part {
  return {
    name,
    play: async (parts, sale, lane) => ({ who: name, what: (await act(parts, { sale, lane }))?.code ?? 'done' }),
  };
}

const onChargeDay = (sale: Sale): Date => new Date(`${sale.chargeDate}T17:00:00Z`);
const retriesBind = corrects('operator', ({ database }, { sale, lane }) =>
  retryWork({ database, now: lane.now }, operator, { kind: 'binds', id: sale.applicationId, reason }),
);
const retriesCharge = corrects('operator', ({ database }, { sale }) =>
  retryWork({ database, now: onChargeDay(sale) }, operator, { kind: 'charges', id: sale.paymentIds[0]!, reason }),
);
const movesCharge = corrects('operator', ({ database }, { sale }) =>
  moveCharge({ database, now: new Date(onChargeDay(sale).getTime() - dayMs) }, operator, {
    ...{ paymentId: sale.paymentIds[0]!, reason, dueOn: sale.chargeDate },
  }),
);
const settlesCharge = corrects('operator', ({ database }, { sale, lane }) =>
  settleWork({ database, now: lane.now }, operator, {
    ...{ kind: 'charges', id: sale.paymentIds[0]!, reason, reference: 'CHEQUE-1' },
  }),
);
const retriesReversal = corrects('operator', async ({ database }, { sale, lane }) =>
  retryWork({ database, now: lane.now }, operator, { kind: 'reversals', id: await reversalIdOf(lane, sale), reason }),
);
const settlesReversal = corrects('operator', async ({ database }, { sale, lane }) =>
  settleWork({ database, now: lane.now }, operator, {
    ...{ kind: 'reversals', id: await reversalIdOf(lane, sale), reason, reference: 'CHEQUE-2' },
  }),
);

async function policyNumberOf(lane: Lane, { applicationId }: Sale): Promise<string> {
  const { rows } = await lane.database.query('SELECT policy_number FROM policy WHERE application_id = $1', [
    applicationId,
  ]);
  return rows[0].policy_number;
}

/** The id of no reversal while there is none. */
async function reversalIdOf(lane: Lane, { applicationId }: Sale): Promise<ReversalId> {
  const { rows } = await lane.database.query('SELECT id FROM reversal WHERE application_id = $1', [applicationId]);
  return rows[0]?.id ?? applicationId;
}

const quoted =
  (charged: 'today' | 'tomorrow', payments: number) =>
  (lane: Lane): Promise<Sale> =>
    lane.newSale({ charged, payments });

/** Bound already: charged at once, or to be charged tomorrow. */
const bound = (charged: 'today' | 'tomorrow') => async (lane: Lane) => {
  const sale = await lane.newSale({ charged, payments: 1 });
  await playAlone(lane, async (parts) => {
    const { kind } = await bindOnce(parts, lane, formOf.card(sale), 0);
    if (kind !== 'bound') throw new Error(`The sale was ${kind}.`);
  });
  return sale;
};

/** Bound, charged, and cancelled with a part to give back. */
const cancelled = async (lane: Lane): Promise<Sale> => {
  const sale = await bound('today')(lane);
  await playAlone(lane, (parts) => cancels('operator', 'pro-rata').play(parts, sale, lane));
  return sale;
};

/** Before the schedule begins: nothing is chosen, and nothing goes wrong. */
async function playAlone(lane: Lane, play: (parts: ActorParts) => Promise<unknown>): Promise<void> {
  await play(partsAlone(lane));
}

/** The flows' parts, with parties that are well. */
export function partsAlone(lane: Lane): ActorParts {
  const nobody = new Scheduler({
    choose: () => 0,
    pauses: [1],
    passTime: async () => undefined,
    isBlocked: async () => false,
  });
  const parties = makeParties(nobody, lane.database, { now: lane.now, traits: { refundsAnew: false } });
  return partsOf(lane, { ...parties, database: lane.database });
}

const today = { pauses: bindPauses, prepare: quoted('today', 1) };
/** Quoted and paid for tomorrow, and bound tomorrow: its saved card is charged during the bind. */
const savedCard = { pauses: bindPauses, prepare: quoted('tomorrow', 1) };
const dueTomorrow = { pauses: jobPauses, prepare: bound('tomorrow') };
const refundDue = { pauses: jobPauses, prepare: cancelled, traits: { refundsAnew: true } };

export const scenarios: readonly Scenario[] = [
  {
    ...{ name: 'card-repeat-job', description: 'A bind by card, its repeat and the finishing job.', ...today },
    actors: [partner(formOf.card), repeat(formOf.card), finishingJob],
  },
  {
    ...{ name: 'loan-repeat-job', description: 'A bind by loan, its repeat and the finishing job.', ...today },
    actors: [partner(formOf.loan), repeat(formOf.loan), finishingJob],
  },
  {
    ...{
      name: 'saved-card-repeat-job',
      description: 'A bind on the day of a saved card, its repeat and the job.',
      ...savedCard,
    },
    actors: [partner(formOf.card, nightMs), repeat(formOf.card, nightMs), finishingJob],
  },
  {
    ...{
      name: 'referral-repeat-job',
      description: 'A bind without money, its repeat and the finishing job.',
      ...today,
    },
    actors: [partner(formOf.referral), repeat(formOf.referral), finishingJob],
  },
  {
    ...{ name: 'card-another-card', description: 'Two binds of one application, each with a card of its own.' },
    ...{ pauses: bindPauses, prepare: quoted('today', 2) },
    actors: [partner(formOf.card), binds('second card', (sale) => formOf.card(sale, 1)), finishingJob],
  },
  {
    ...{ name: 'card-then-referral', description: 'A bind by card, and the partner turns to a referral.', ...today },
    actors: [partner(formOf.card), repeat(formOf.referral), finishingJob],
  },
  {
    ...{ name: 'loan-then-card', description: 'A bind by loan, and the partner turns to a card.', ...today },
    actors: [partner(formOf.loan), repeat(formOf.card), finishingJob],
  },
  {
    ...{
      name: 'saved-card-then-referral',
      description: 'A saved card, and the partner turns to a referral.',
      ...savedCard,
    },
    actors: [partner(formOf.card, nightMs), repeat(formOf.referral, nightMs), finishingJob],
  },
  {
    ...{ name: 'card-revision-job', description: 'A bind by card beside a revision of its quote.', ...today },
    actors: [partner(formOf.card), revision, finishingJob],
  },
  {
    ...{ name: 'loan-revision-repeat', description: 'A bind by loan beside a revision, and its repeat.', ...today },
    actors: [partner(formOf.loan), revision, repeat(formOf.loan)],
  },
  {
    ...{
      name: 'card-card-start',
      description: 'A bind by card beside a card that is started, paid and bound with.',
      ...today,
    },
    actors: [partner(formOf.card), otherCard, finishingJob],
  },
  {
    ...{ name: 'failed-issue-card', description: 'A policy that may not be issuable after the charge.', ...today },
    mayFailToIssue: true,
    actors: [partner(formOf.card), repeat(formOf.card), reversalJob('reversal job')],
  },
  {
    ...{ name: 'failed-issue-loan', description: 'A policy that may not be issuable after the loan.', ...today },
    mayFailToIssue: true,
    actors: [partner(formOf.loan), repeat(formOf.loan), reversalJob('reversal job')],
  },
  {
    ...{ name: 'card-sweep', description: 'A bind by card beside the sweep of a clock that is a day ahead.', ...today },
    actors: [partner(formOf.card), sweep(30), repeat(formOf.card)],
  },
  {
    ...{ name: 'clock-ahead', description: 'A bind by card and its repeat on a service a day ahead.', ...today },
    actors: [partner(formOf.card), repeat(formOf.card, nightMs), finishingJob],
  },
  {
    ...{
      name: 'saved-card-clock-behind',
      description: 'A saved card’s day on one service, the day before on another.',
      ...savedCard,
    },
    actors: [partner(formOf.card, nightMs), repeat(formOf.card), finishingJob],
  },
  {
    ...{ name: 'card-operator-job', description: 'An operator hurries a bind that may be under way.', ...today },
    actors: [partner(formOf.card), retriesBind, finishingJob],
  },
  {
    ...{
      name: 'later-charge-two-jobs',
      description: 'A saved card on its day, and two instances that charge it.',
      ...dueTomorrow,
    },
    actors: [chargeJob('charge job'), chargeJob('other charge job')],
  },
  {
    ...{
      name: 'later-charge-cancelled',
      description: 'A saved card on its day beside a cancellation.',
      ...dueTomorrow,
    },
    actors: [chargeJob('charge job'), cancels('operator', 'flat'), reversalJob('reversal job')],
  },
  {
    ...{
      name: 'later-charge-settled',
      description: 'A saved card on its day beside a payment outside.',
      ...dueTomorrow,
    },
    actors: [chargeJob('charge job'), settlesCharge, chargeJob('other charge job')],
  },
  {
    ...{
      name: 'later-charge-moved',
      description: 'A saved card on its day beside a move to the same day.',
      ...dueTomorrow,
    },
    actors: [chargeJob('charge job'), movesCharge, retriesCharge],
  },
  {
    ...{
      name: 'cancelled-twice',
      description: 'Two operators cancel one policy.',
      pauses: jobPauses,
      prepare: bound('today'),
    },
    actors: [cancels('operator', 'flat'), cancels('other operator', 'pro-rata'), reversalJob('reversal job')],
  },
  {
    ...{
      name: 'part-refund-two-jobs',
      description: 'A part of a charge is given back by two instances.',
      ...refundDue,
    },
    actors: [reversalJob('reversal job'), reversalJob('other reversal job'), retriesReversal],
  },
  {
    ...{
      name: 'part-refund-settled',
      description: 'A part of a charge is given back, and a person settles it.',
      ...refundDue,
    },
    actors: [reversalJob('reversal job'), settlesReversal, reversalJob('other reversal job')],
  },
];

export function scenarioNamed(name: string): Scenario {
  const found = scenarios.find((scenario) => scenario.name === name);
  if (found === undefined) throw new Error(`There is no scenario "${name}".`);
  return found;
}
