import type { BindForm } from '../../../src/domain/bind/judge-bind.ts';
import { todayOf } from '../../../src/domain/partner/seller.ts';
import { type BindParts, type BindResult, bind } from '../../../src/flows/bind/bind.ts';
import { chargeDue } from '../../../src/flows/card/charge-due.ts';
import { type Declined, refusedByIssuer } from '../../../src/ports/card-processor.ts';
import type { Outcome } from '../../../src/ports/outcome.ts';
import { type ActorParts, partsOf } from './actor-parts.ts';
import { formOf, type Lane, type Sale } from './lane.ts';
import { onDay } from './money-actors.ts';
import { makeParties } from './parties.ts';
import type { Part } from './schedule.ts';
import { Scheduler } from './scheduler.ts';
import { ageRows } from './time.ts';

/* What has happened before a schedule begins: nothing of it is chosen, and nothing goes wrong that is not said. */

export type Prepare = (lane: Lane) => Promise<Sale>;

const context = { requestId: 'interleavings', fault: null };

export const quoted =
  (charged: 'today' | 'tomorrow', payments: number): Prepare =>
  (lane) =>
    lane.newSale({ charged, payments });

/** Bound already: charged at once, or to be charged tomorrow. */
export const bound =
  (charged: 'today' | 'tomorrow'): Prepare =>
  (lane) =>
    sell(lane, charged, formOf.card);

/** Bound by a loan, with a down payment of 100. */
export const financed: Prepare = (lane) => sell(lane, 'today', formOf.loan);

async function sell(lane: Lane, charged: 'today' | 'tomorrow', form: (sale: Sale) => BindForm): Promise<Sale> {
  const sale = await lane.newSale({ charged, payments: 1 });
  const { kind } = await bindOnce(partsAlone(lane), lane, form(sale), 0);
  if (kind !== 'bound') throw new Error(`The sale was ${kind}.`);
  return sale;
}

/** Binds by a service whose clock may be a day wrong. */
export function bindOnce(
  parts: BindParts,
  { seller, now: base, reference }: Lane,
  form: BindForm,
  clockMs: number,
): Promise<BindResult> {
  const now = new Date(base.getTime() + clockMs);
  return bind(parts, { seller, now, today: todayOf(seller, now), form, judgedBy: reference().version }, context);
}

/** Charged on its day, and refused: once, or for good, so that it is left to the operator. */
export const refused =
  (how: 'once' | 'for good'): Prepare =>
  (lane) =>
    charged(lane, { declined: how === 'once' ? {} : { isFinal: true } });

/** Charged some hours ago, more than a day by default, and the answer was lost, or the request. */
export const unclear =
  (what: 'answer' | 'request', hours = 25): Prepare =>
  async (lane) => {
    const sale = await charged(lane, { lost: what });
    await ageRows(lane, sale, hours * 60 * 60);
    return sale;
  };

type ChargedHow = { readonly declined: Declined } | { readonly lost: 'answer' | 'request' };

async function charged(lane: Lane, how: ChargedHow): Promise<Sale> {
  const sale = await bound('tomorrow')(lane);
  const parts = partsAlone(lane);
  const chargeSavedCard: typeof parts.cards.chargeSavedCard = async (...asked) => {
    if ('declined' in how) return refusedByIssuer(how.declined);
    if (how.lost === 'answer') await parts.cards.chargeSavedCard(...asked);
    return { kind: 'unknown', cause: 'lost' } satisfies Outcome<never>;
  };
  await chargeDue({ ...parts, cards: { ...parts.cards, chargeSavedCard } }, [lane.seller], onDay(lane, 1));
  return sale;
}

/** Something was done with it, alone and without a fault. */
export const after =
  (prepare: Prepare, ...parts: readonly Part[]): Prepare =>
  async (lane) => {
    const sale = await prepare(lane);
    for (const { name, play } of parts) {
      const { what } = await play(partsAlone(lane), sale, lane);
      if (/^[A-Z]/.test(what)) throw new Error(`${name} got ${what}.`);
    }
    return sale;
  };

/** The flows' parts, with parties that are well. */
export function partsAlone(lane: Lane): ActorParts {
  const nobody = new Scheduler({
    choose: () => 0,
    pauses: [1],
    passTime: async () => undefined,
    isBlocked: async () => false,
  });
  const parties = makeParties(nobody, lane.database, {
    now: lane.now,
    traits: { refundsAnew: false, declinesRefunds: false, lenderTakesMoreCents: 0 },
  });
  return partsOf(lane, { ...parties, database: lane.database });
}
