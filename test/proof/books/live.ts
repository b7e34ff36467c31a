import type { BindForm } from '../../../src/domain/bind/judge-bind.ts';
import { isOperatorRefusal } from '../../../src/domain/operator/operator-refusal.ts';
import type { AmendmentChanges } from '../../../src/domain/policy/amendment.ts';
import { bind } from '../../../src/flows/bind/bind.ts';
import { takeEffect } from '../../../src/flows/cancellation/take-effect.ts';
import { chargeDue } from '../../../src/flows/card/charge-due.ts';
import { sweepCardPayments } from '../../../src/flows/card/sweep-card-payments.ts';
import { IssueRefused } from '../../../src/flows/points.ts';
import { amendPolicy } from '../../../src/flows/policy/amend-policy.ts';
import { tryDueReversals } from '../../../src/flows/refund/send-refund.ts';
import { settleWork } from '../../../src/flows/work/settle-work.ts';
import { refusedByIssuer } from '../../../src/ports/card-processor.ts';
import { refusedBy } from '../../../src/ports/outcome.ts';
import { cancelContract } from '../../../src/sandbox/lender/contract-records.ts';
import { transact } from '../../../src/store/database.ts';
import { readSale } from '../../../src/store/quote/sale.ts';
import { needsPersonSql } from '../../../src/store/work/needs-person.ts';
import type { ActorParts } from '../interleavings/actor-parts.ts';
import { formOf, type Lane, type Sale } from '../interleavings/lane.ts';
import {
  cancels,
  onDay,
  operator,
  paidOutside,
  paysByLink,
  policyNumberOf,
  withdraws,
  writesOff,
} from '../interleavings/money-actors.ts';
import { partsAlone } from '../interleavings/preparations.ts';
import type { Part } from '../interleavings/schedule.ts';
import { days, type Life, lastPayDay, lifeOf, payDay } from './life.ts';

/*
 * The sales run through the service's flows in this process, on a real PostgreSQL and the sandbox's parties. On each
 * day the persons act first, and the jobs run until nothing is due.
 */

const lanesAtOnce = 6;
const context = { requestId: 'books', fault: null };

interface Lived {
  readonly life: Life;
  readonly sale: Sale;
}

/** How often it was done; what was refused, by its code. */
export type Acts = ReadonlyMap<string, number>;

export async function liveAll(random: () => number, lanes: readonly Lane[], count: number): Promise<Acts> {
  const lives = Array.from({ length: count }, () => lifeOf(random, lanes));
  const sold: Lived[] = [];
  await atOnce(lives, async (life) => {
    const sale = await sell(life);
    if (sale !== null) sold.push({ life, sale });
  });
  // The database would have had a minute for it by then.
  await lanes[0]!.database.query('ANALYZE');
  const livesById = new Map(sold.map(({ life, sale }) => [String(sale.applicationId), life]));
  const partsOn = (day: number) => partsFor(lanes[0]!, { day, livesById });
  const acts = new Map<string, number>();
  for (const [place, day] of days.entries()) {
    await ageAll(lanes[0]!, 25 * 60 * 60);
    await atOnce(sold, ({ life, sale }) => act(life, sale, day));
    await atOnce(sold, async ({ life, sale }) => {
      for (const { part } of life.told.filter((one) => one.day === day)) {
        const { what } = await part.play({ ...partsOn(day), ...partsOfLane(life.lane) }, sale, life.lane);
        acts.set(what, (acts.get(what) ?? 0) + 1);
      }
    });
    await runJobs(lanes, day, partsOn(day));
    if (place === days.length - 1) await ageAll(lanes[0]!, 25 * 60 * 60);
  }
  await runJobs(lanes, lastPayDay + 1, partsOn(lastPayDay + 1));
  return acts;
}

interface OnDay {
  readonly day: number;
  readonly livesById: ReadonlyMap<string, Life>;
}

/** The service's own parts, with parties that do what each life has of them. */
function partsFor(lane: Lane, { day, livesById }: OnDay): ActorParts {
  const { database } = lane;
  const now = onDay(lane, day);
  const well = partsAlone(lane);
  const chargeSavedCard: typeof well.cards.chargeSavedCard = async (request, asked) => {
    const fate = day === 1 ? livesById.get(request.customerReference)?.charge : 'charged';
    if (fate === 'refused') return refusedByIssuer({ isFinal: true });
    if (fate === 'answer lost') await well.cards.chargeSavedCard(request, asked);
    if (fate?.endsWith('lost')) return { kind: 'unknown', cause: 'lost' };
    return well.cards.chargeSavedCard(request, asked);
  };
  const refund: typeof well.cards.refund = async (request, asked) => {
    const { rows } = await database.query<{ id: string }>({
      name: 'find_customer_of_order',
      text: 'SELECT customer_reference AS id FROM sandbox_cards.payment WHERE order_key = $1',
      values: [request.key],
    });
    return livesById.get(rows[0]!.id)?.declinesRefunds
      ? refusedBy('issuer', 'account closed', { isFinal: true })
      : well.cards.refund(request, asked);
  };
  const cancel: typeof well.lender.cancel = async (policyNumber, asked) => {
    const { rows } = await database.query<{ id: string }>(
      'SELECT customer_reference AS id FROM sandbox_lender.contract WHERE policy_number = $1',
      [policyNumber],
    );
    const tooMuchCents = livesById.get(rows[0]?.id ?? '')?.lenderTakesCents ?? 0;
    const value = await transact(database, (tx) =>
      cancelContract(tx, { policyNumber, refund: asked, now, tooMuchCents }),
    );
    return { kind: 'done', value };
  };
  return {
    ...well,
    clock: () => now,
    cards: { ...well.cards, chargeSavedCard, refund },
    lender: { ...well.lender, cancel },
  };
}

/** What differs between sellers. */
function partsOfLane(lane: Lane): Pick<ActorParts, 'database' | 'reference' | 'readTerms'> {
  const { database, reference, readTerms } = lane;
  return { database, reference, readTerms };
}

/** Returns null if no policy came of it. */
async function sell(life: Life): Promise<Sale | null> {
  const { lane, way, becomes, amended } = life;
  const charged = way === 'later card' ? 'tomorrow' : 'today';
  const sale = await lane.newSale({ charged, payments: way.endsWith('card') ? 1 : 0 });
  const parts = partsAlone(lane);
  const refuse = async () => refusedByIssuer({});
  const refusing = { cards: { ...parts.cards, capture: refuse }, lender: { ...parts.lender, createContract: refuse } };
  const failing = {
    failpoint: async (point: string) => {
      if (point === 'before issue') throw new IssueRefused();
    },
  };
  const changes: Partial<ActorParts> = becomes === 'refused' ? refusing : becomes === 'failed' ? failing : {};
  const { seller, today, now } = lane;
  const asked = { seller, today, now, form: await formFor(life, sale), judgedBy: lane.reference().version };
  const result = await bind({ ...parts, ...changes }, asked, context);
  if ((result.kind === 'bound') !== (becomes === 'policy'))
    throw new Error(`A ${way} sale that becomes ${becomes}: ${JSON.stringify(result).slice(0, 300)}`);
  if (result.kind !== 'bound') return null;
  const { policyNumber } = result.bound.policy;
  const refused = amended === null ? null : await amend(lane, policyNumber, amended);
  if (refused !== null) throw new Error(`${policyNumber}: ${refused}`);
  return sale;
}

/** What is not paid by card may be any selection of the quote. */
async function formFor({ lane, way, term, optional, downPayment }: Life, sale: Sale): Promise<BindForm> {
  if (way.endsWith('card')) return formOf.card(sale);
  const { options } = (await readSale(lane.database, lane.seller.id, sale.applicationId))!;
  const offered = options.replacement.find(({ paymentTermInYears }) => paymentTermInYears === term)!;
  const selectedProducts = offered.coverage
    .filter(({ isOptional }, place) => !isOptional || ((optional >> (place % 3)) & 1) === 1)
    .map(({ productType }) => productType);
  const choice = { ...sale.choice, paymentTermInYears: term, selectedProducts };
  const form = way === 'loan' ? formOf.loan({ ...sale, choice }) : formOf.referral({ ...sale, choice });
  return form.financing === null ? form : { ...form, financing: { ...form.financing, downPayment } };
}

/** Returns why it was refused; null if it was not. */
export async function amend(lane: Lane, policyNumber: string, changes: AmendmentChanges): Promise<string | null> {
  const order = { policyNumber, changes, reason: 'proof' };
  const made = await amendPolicy(
    { database: lane.database, now: lane.now, decodeVin: () => [] },
    { kind: 'command line', name: 'proof' },
    order,
  );
  return isOperatorRefusal(made) ? made.code : null;
}

/** What persons do about a policy on a day. */
async function act(life: Life, sale: Sale, day: number): Promise<void> {
  const { lane, cancelled, withdrawnOn, way, charge } = life;
  const isUnpaid = way === 'later card' && charge === 'refused';
  // What was said of its money may have changed what can be done.
  const mayRefuse = life.told.length > 0;
  if (cancelled?.day === day) await play(cancels('operator', cancelled), lane, sale, mayRefuse);
  if (isUnpaid && day === payDay) await pay(life, sale, day);
  if (withdrawnOn === day && !(cancelled?.ground === 'NonPayment' && life.thenPaid !== null))
    await play(withdraws('operator', day), lane, sale, mayRefuse);
  if (isUnpaid && day === lastPayDay && (await isUsedDaysOwed(lane, sale))) await endUsedDays(life, sale, day);
}

async function pay({ lane, thenPaid, cancelled }: Life, sale: Sale, day: number): Promise<void> {
  // What is cancelled in effect by then, or from the start, is not paid any more.
  if (cancelled !== null && cancelled.day <= day && (cancelled.kind === 'flat' || cancelled.on <= day)) return;
  switch (thenPaid) {
    case 'by cheque':
      return play(paidOutside('operator', day), lane, sale);
    case 'by link':
      return play(paysByLink('customer', day), lane, sale);
    case null:
      return;
  }
}

async function endUsedDays({ lane, usedDaysThen, told }: Life, sale: Sale, day: number): Promise<void> {
  switch (usedDaysThen) {
    case 'paid by link': {
      const what = await tryTo(paysByLink('customer', day), lane, sale);
      // Past a change of the tax rate the page takes nothing: the operator gives it up.
      return what === 'the page is expired' ? play(writesOff('operator', day), lane, sale, told.length > 0) : undefined;
    }
    case 'paid by cheque':
      return play(paidOutside('operator', day), lane, sale, told.length > 0);
    case 'written off':
      return play(writesOff('operator', day), lane, sale, told.length > 0);
    case 'left':
      return;
  }
}

async function isUsedDaysOwed({ database }: Lane, { applicationId }: Sale): Promise<boolean> {
  const { rowCount } = await database.query(
    `SELECT FROM due_charge JOIN policy USING (policy_number)
     WHERE policy.application_id = $1 AND due_charge.state = 'refused' AND due_charge.amount_cents < policy.total_cents`,
    [applicationId],
  );
  return rowCount === 1;
}

async function tryTo({ play: act }: Part, lane: Lane, sale: Sale): Promise<string> {
  return (await act(partsAlone(lane), sale, lane)).what;
}

async function play(part: Part, lane: Lane, sale: Sale, mayRefuse = false): Promise<void> {
  const what = await tryTo(part, lane, sale);
  if (mayRefuse) return;
  if (/^[A-Z]/.test(what) || what.startsWith('the page'))
    throw new Error(`${part.name} of ${await policyNumberOf(lane, sale)} got ${what}.`);
}

/** What the service does by itself on a day, and what its operator then finds to do. */
async function runJobs(lanes: readonly Lane[], day: number, parts: ActorParts): Promise<void> {
  const [lane] = lanes as readonly [Lane];
  const { database } = lane;
  const now = onDay(lane, day);
  const sellers = lanes.map(({ seller }) => seller);
  await takeEffect(parts, sellers, now);
  // A run ends early where answers are lost.
  await untilUnchanged(database, 'due_charge', () => chargeDue(parts, sellers, now));
  await untilUnchanged(database, 'reversal', () => tryDueReversals(parts));
  await sweepCardPayments(parts, now);
  await payShown(lane, now);
}

async function untilUnchanged(database: Lane['database'], table: string, run: () => Promise<unknown>): Promise<void> {
  for (let before = -1; ; ) {
    const { rows } = await database.query<{ tries: number }>(
      `SELECT coalesce(sum(attempts), 0)::int AS tries FROM ${table}`,
    );
    if (rows[0]!.tries === before) return;
    before = rows[0]!.tries;
    await run();
  }
}

/** The operator gives back what is the operator's to give. */
async function payShown(lane: Lane, now: Date): Promise<void> {
  const { rows } = await lane.database.query<{ id: never }>(
    `SELECT id FROM (${needsPersonSql('reversals')}) AS shown WHERE what = 'Customer'`,
  );
  for (const { id } of rows) {
    const asked = { kind: 'reversals', id, reason: 'it is shown', reference: `CHEQUE-${id}` } as const;
    const refused = await settleWork({ ...partsAlone(lane), now }, operator, asked);
    if (refused !== null) throw new Error(JSON.stringify(refused));
  }
}

/** PostgreSQL's clock can't be set; what it is compared with can. */
async function ageAll({ database }: Lane, seconds: number): Promise<void> {
  for (const table of ['reversal', 'due_charge', 'cancellation'])
    await database.query(
      `UPDATE ${table} SET due_at = due_at - make_interval(secs => $1), lease_until = lease_until - make_interval(secs => $1)
       WHERE due_at IS NOT NULL`,
      [seconds],
    );
  await database.query(
    'UPDATE due_charge SET unclear_since = unclear_since - make_interval(secs => $1) WHERE due_at IS NOT NULL',
    [seconds],
  );
}

/** Some at a time: the machine has few cores. */
async function atOnce<T>(all: readonly T[], act: (one: T) => Promise<void>): Promise<void> {
  const left = [...all];
  await Promise.all(
    Array.from({ length: lanesAtOnce }, async () => {
      for (let one = left.shift(); one !== undefined; one = left.shift()) await act(one);
    }),
  );
}
