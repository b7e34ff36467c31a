import { addDays, type PlainDate } from '../../../src/domain/calendar.ts';
import type { ReversalId } from '../../../src/domain/ids.ts';
import { finishBinds } from '../../../src/flows/bind/finish-binds.ts';
import { takeEffect } from '../../../src/flows/cancellation/take-effect.ts';
import { chargeDue } from '../../../src/flows/card/charge-due.ts';
import { sweepCardPayments } from '../../../src/flows/card/sweep-card-payments.ts';
import { tryDueReversals } from '../../../src/flows/refund/send-refund.ts';
import { settleWork } from '../../../src/flows/work/settle-work.ts';
import { needsPersonSql } from '../../../src/store/work/needs-person.ts';
import { type ActorParts, type OwnParts, partsOf } from './actor-parts.ts';
import type { Lane, Sale } from './lane.ts';
import { carryOnce } from './page-actors.ts';
import { ageRows } from './time.ts';

/** More turns than any good schedule needs: what is open after them stays open. */
const turnsMax = 10;
/** A schedule has one sale, which has a purchase and its letter. */
const purchasesMax = 5;
const dayMs = 24 * 60 * 60_000;
/** So that what was unclear for a day is so for longer. */
const turnSeconds = 25 * 60 * 60;

/**
 * What happens without further requests: the jobs go on, the parties are well, days pass until the last of the
 * cancellation, and a person does the work that is shown. Every hold that no policy came of has been let go by then.
 * Returns the last of these days.
 */
export async function bringToAnEnd(lane: Lane, { sale, lastDay = 1, ...own }: Ending): Promise<PlainDate> {
  let day = addDays(lane.today, lastDay);
  for (let turn = 0; turn < turnsMax; turn += 1) {
    await ageRows(lane, sale, turnSeconds);
    await runDay(lane, { ...own, sale, day });
    const { isOpen, scheduledFor } = await readOpen(lane, sale);
    if (!isOpen && scheduledFor === null) break;
    const next = addDays(day, 1);
    day = !isOpen && scheduledFor !== null && scheduledFor > next ? scheduledFor : next;
  }
  return day;
}

interface Ending extends OwnParts {
  readonly sale: Sale;
  /** The last day on which an actor has acted, from the lane's today on. */
  readonly lastDay?: number | undefined;
}

async function runDay(lane: Lane, { sale, day, ...own }: Ending & { readonly day: PlainDate }): Promise<void> {
  const now = new Date(`${day}T17:00:00Z`);
  const parts = partsOf(lane, { ...own, clock: () => now });
  await finishBinds(parts);
  for (let left = purchasesMax; left > 0 && (await carryOnce(parts)); left -= 1);
  await takeEffect(parts, [lane.seller], now);
  await chargeDue(parts, [lane.seller], now);
  await tryDueReversals(parts);
  await sweepCardPayments(parts, new Date(now.getTime() + 3 * dayMs));
  await doShownWork(lane, { parts, sale, now });
}

interface PersonsDay {
  readonly parts: ActorParts;
  readonly sale: Sale;
  readonly now: Date;
}

/** The operator gives back what the console shows as the operator's to give. */
async function doShownWork({ database }: Lane, { parts, sale, now }: PersonsDay): Promise<void> {
  const { rows } = await database.query<{ id: ReversalId }>({
    name: 'read_shown_refunds',
    text: `SELECT id FROM (${needsPersonSql('reversals')}) AS shown WHERE "applicationId" = $1 AND what = 'Customer'`,
    values: [sale.applicationId],
  });
  const operator = { kind: 'account', name: 'operator' } as const;
  for (const { id } of rows)
    await settleWork({ ...parts, now }, operator, {
      kind: 'reversals',
      id,
      reason: 'it is shown',
      reference: 'CHEQUE-9',
    });
}

interface Open {
  readonly isOpen: boolean;
  /** The day on which a cancellation is to take effect; null: none is. */
  readonly scheduledFor: PlainDate | null;
}

async function readOpen({ database }: Lane, { applicationId }: Sale): Promise<Open> {
  const { rows } = await database.query<Open>({
    name: 'is_anything_open',
    text: `SELECT EXISTS (SELECT FROM bind WHERE application_id = $1 AND state = 'running')
               OR EXISTS (SELECT FROM sale_link_purchase WHERE application_id = $1 AND due_at IS NOT NULL)
               OR EXISTS (SELECT FROM reversal WHERE application_id = $1 AND progress IN ('idle', 'begun', 'replaced'))
               OR EXISTS (SELECT FROM due_charge WHERE application_id = $1 AND state IN ('due', 'charging', 'reported'))
               OR EXISTS (SELECT FROM card_payment WHERE application_id = $1 AND status IN ('Authorized', 'Releasing')) AS "isOpen",
             (SELECT cancelled_on FROM cancellation WHERE application_id = $1 AND due_at IS NOT NULL) AS "scheduledFor"`,
    values: [applicationId],
  });
  return rows[0]!;
}
