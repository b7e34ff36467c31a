import type { AnswerOf, BodyOf } from '@northbind/contract/operation.ts';
import type { moveSandboxClock, readSandboxClock } from '@northbind/contract/sandbox-clock.ts';
import { addYears, type Clock, dateIn } from '../domain/calendar/calendar.ts';
import { type Seller, todayOf } from '../domain/seller.ts';
import { type ChargeDueParts, chargeDue } from '../flows/charge-due.ts';
import { releaseLapsed } from '../flows/sweep-card-payments.ts';
import { startLapsingBefore } from '../store/card-payment.ts';
import type { ReferenceKeeper } from '../store/reference/keeper.ts';

export interface SandboxClockParts extends ChargeDueParts {
  readonly clock: Clock;
  readonly reference: ReferenceKeeper;
}

/** Longer than any policy lasts, shorter than a mistake. */
const yearsAheadMax = 10;

type Read = AnswerOf<typeof readSandboxClock>;
type Moved = AnswerOf<typeof moveSandboxClock>;

export function readClock({ clock }: SandboxClockParts, seller: Seller): { readonly kind: 'ok'; readonly value: Read } {
  return { kind: 'ok', value: { today: todayOf(seller, clock()) } };
}

/** Runs what falls due by the new day, and moves the seller's "today" to it: forward, never back. */
export async function moveClock(parts: SandboxClockParts, seller: Seller, { today }: BodyOf<typeof moveSandboxClock>) {
  const now = parts.clock();
  // There is no way back: a slip of the year must not spoil the seller for good.
  const latest = addYears(dateIn(seller.province, now), yearsAheadMax);
  if (today < todayOf(seller, now) || today > latest) {
    return { kind: 'refused', refusals: [{ code: 'TodayInvalid', field: 'today' }] } as const;
  }
  // Before anybody else knows the new day: the minute's job would take some of the charges, and they would not be
  // counted here.
  const chargesRun = await chargeDue(parts, [{ ...seller, todayFloor: today }], now);
  await parts.database.query(
    'UPDATE seller SET today_floor = $2 WHERE id = $1 AND (today_floor IS NULL OR today_floor < $2)',
    [seller.id, today],
  );
  await parts.reference.refresh();
  const moved = parts.reference.current().sellers.byId.get(seller.id) ?? seller;
  const value: Moved = { today: todayOf(moved, parts.clock()), chargesRun };
  await releasePassed(parts, moved);
  return { kind: 'ok', value } as const;
}

/**
 * Ends the authorizations whose charge date has passed by the seller's day. By the real clock they may have hours left.
 */
async function releasePassed(parts: SandboxClockParts, seller: Seller): Promise<void> {
  const now = parts.clock();
  const sweeping = { ...parts, reference: parts.reference.current };
  for (const payment of await startLapsingBefore(parts.database, seller.id, todayOf(seller, now), now)) {
    // The processor is away: the job goes on with the rest.
    if (!(await releaseLapsed(sweeping, payment, now))) break;
  }
}
