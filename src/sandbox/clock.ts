import type { AnswerOf, BodyOf } from '@northbind/contract/operation.ts';
import type { moveSandboxClock, readSandboxClock } from '@northbind/contract/sandbox-clock.ts';
import { addYears, type Clock, dateIn } from '../domain/calendar/calendar.ts';
import { type Seller, todayOf } from '../domain/seller.ts';
import { type ChargeDueParts, chargeDue } from '../flows/charge-due.ts';
import { type NoticeLapsesParts, noticeLapses } from '../flows/notice-lapses.ts';
import { takeEffect } from '../flows/refund/take-effect.ts';
import { releaseLapsed } from '../flows/sweep-card-payments.ts';
import { startLapsingBefore } from '../store/card-payment.ts';
import type { ReferenceKeeper } from '../store/reference/keeper.ts';

export interface SandboxClockParts extends Omit<ChargeDueParts, 'reference'>, NoticeLapsesParts {
  readonly clock: Clock;
  readonly reference: ReferenceKeeper;
}

/** Longer than any policy lasts. */
const yearsAheadMax = 10;

type Read = AnswerOf<typeof readSandboxClock>;
type Moved = AnswerOf<typeof moveSandboxClock>;

export function readClock({ clock }: SandboxClockParts, seller: Seller): { readonly kind: 'ok'; readonly value: Read } {
  return { kind: 'ok', value: { today: todayOf(seller, clock()) } };
}

/** Moves the seller's today forward, never back, and runs what falls due by the new day. */
export async function moveClock(parts: SandboxClockParts, seller: Seller, { today }: BodyOf<typeof moveSandboxClock>) {
  const now = parts.clock();
  // It can't be moved back: a typing error in the year must not make the seller unusable.
  const latest = addYears(dateIn(seller.province, now), yearsAheadMax);
  if (today < todayOf(seller, now) || today > latest) {
    return { kind: 'refused', refusals: [{ code: 'TodayInvalid', field: 'today' }] } as const;
  }
  // Before the new day is stored: otherwise the minute's job would take some of the charges, and they would not be
  // counted here.
  const onNewDay = [{ ...seller, todayFloor: today }];
  await takeEffect(parts, onNewDay, now);
  const chargesRun = await chargeDue({ ...parts, reference: parts.reference.current }, onNewDay, now);
  await parts.database.query(
    'UPDATE seller SET today_floor = $2 WHERE id = $1 AND (today_floor IS NULL OR today_floor < $2)',
    [seller.id, today],
  );
  await parts.reference.refresh();
  const moved = parts.reference.current().sellers.byId.get(seller.id) ?? seller;
  const value: Moved = { today: todayOf(moved, parts.clock()), chargesRun };
  await noticeLapses(parts, [moved], parts.clock());
  await releasePassed(parts, moved);
  return { kind: 'ok', value } as const;
}

/** Ends the authorizations whose charge date has passed by the seller's today. By the real clock hours may be left. */
async function releasePassed(parts: SandboxClockParts, seller: Seller): Promise<void> {
  const now = parts.clock();
  const sweeping = { ...parts, reference: parts.reference.current };
  for (const payment of await startLapsingBefore(parts.database, seller.id, todayOf(seller, now), now)) {
    // The processor can't be reached: the job does the rest later.
    if (!(await releaseLapsed(sweeping, payment, now))) break;
  }
}
