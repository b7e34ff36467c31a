import type { AnswerOf, BodyOf } from '@northbind/contract/operation.ts';
import type { moveSandboxClock, readSandboxClock } from '@northbind/contract/sandbox-clock.ts';
import type { SandboxFault } from '@northbind/contract/sandbox-faults.ts';
import { addDays, addYears, type Clock, dateIn, type PlainDate } from '../domain/calendar.ts';
import { type Seller, todayOf } from '../domain/partner/seller.ts';
import { takeEffect } from '../flows/cancellation/take-effect.ts';
import { type ChargeDueParts, chargeDue } from '../flows/card/charge-due.ts';
import { releaseLapsed } from '../flows/card/sweep-card-payments.ts';
import type { SendRefundParts } from '../flows/refund/send-refund.ts';
import { type NoticeLapsesParts, noticeLapses } from '../flows/unpaid/notice-lapses.ts';
import { startLapsingBefore } from '../store/card/card-payment.ts';
import type { ReferenceKeeper } from '../store/reference/keeper.ts';
import { sendWrite } from '../store/statement.ts';
import { askSoon, daysOfCancellations, listUnclear, makeChargesDue, makeReversalsDue } from './due-work.ts';
import { finishReversals } from './finish-reversals.ts';
import { assertKept, type SandboxFaultParts } from './kept-faults.ts';

export interface SandboxClockParts
  extends Omit<ChargeDueParts, 'reference'>,
    NoticeLapsesParts,
    Omit<SendRefundParts, 'reference'>,
    Pick<SandboxFaultParts, 'cardFaults'> {
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

export interface Asked {
  /** Met by the charges that fall due. */
  readonly fault: SandboxFault | null;
  readonly requestId: string;
}

/**
 * Moves the seller's today forward, never back, and runs what falls due by the new day. Setting it to the same day runs
 * what was postponed.
 */
export async function moveClock(
  parts: SandboxClockParts,
  seller: Seller,
  { today }: BodyOf<typeof moveSandboxClock>,
  asked: Asked,
) {
  const now = parts.clock();
  // It can't be moved back: a typing error in the year must not make the seller unusable.
  const latest = addYears(dateIn(seller.province, now), yearsAheadMax);
  if (today < todayOf(seller, now) || today > latest) {
    return { kind: 'refused', refusals: [{ code: 'TodayInvalid', field: 'today' }] } as const;
  }
  await makeChargesDue(parts.database, { sellerId: seller.id });
  await makeReversalsDue(parts.database, { sellerId: seller.id });
  const found = await askUnclear(parts, seller, now, asked);
  // Before the new day is stored: otherwise the minute's job would take some of the charges, and they would not be
  // counted here.
  const chargesRun = found + (await passDays(parts, { seller, today, now }, asked.fault));
  if (asked.fault === 'CardPaymentReplyLost') await askSoon(parts.database, { sellerId: seller.id });
  await sendWrite(
    parts.database,
    'UPDATE seller SET today_floor = :today WHERE id = :sellerId AND (today_floor IS NULL OR today_floor < :today)',
    { sellerId: seller.id, today },
  );
  await parts.reference.refresh();
  const moved = parts.reference.current().sellers.byId.get(seller.id) ?? seller;
  const value: Moved = { today: todayOf(moved, parts.clock()), chargesRun };
  await finishReversals({ ...parts, reference: parts.reference.current }, seller.id);
  await noticeLapses(parts, [moved], parts.clock());
  await releasePassed(parts, moved);
  return { kind: 'ok', value } as const;
}

/** Asks about charges whose replies were lost, one by one. Returns how many are known now. */
async function askUnclear(
  parts: SandboxClockParts,
  seller: Seller,
  now: Date,
  { fault, requestId }: Asked,
): Promise<number> {
  const charging = { ...parts, reference: parts.reference.current };
  // Only a processor that is away is asked in vain: a lost reply is that of a charge, not of a question.
  const wish = { fault: fault === 'CardPaymentUnavailable' ? fault : null };
  let known = 0;
  for (const { id: only, applicationId } of await listUnclear(parts.database, { sellerId: seller.id })) {
    if (fault !== 'CardChargeUnknown')
      assertKept(await parts.cardFaults.speakAgain(applicationId, { requestId, fault: null }));
    known += await chargeDue(charging, [seller], now, undefined, { only, ...wish });
  }
  return known;
}

interface Passing {
  readonly seller: Seller;
  readonly today: PlainDate;
  readonly now: Date;
}

/**
 * What the jobs would have done on the days in between, in their order: a cancellation takes effect before the charges
 * of its day and after those of the days before. Returns how many charges ran.
 */
async function passDays(
  parts: SandboxClockParts,
  { seller, today, now }: Passing,
  fault: SandboxFault | null,
): Promise<number> {
  const on = (day: PlainDate): readonly Seller[] => [{ ...seller, todayFloor: day }];
  const working = { ...parts, reference: parts.reference.current };
  const charge = (day: PlainDate) => chargeDue(working, on(day), now, undefined, { fault });
  let chargesRun = 0;
  for (const day of await daysOfCancellations(parts.database, { sellerId: seller.id, upTo: today })) {
    if (day > todayOf(seller, now)) chargesRun += await charge(addDays(day, -1));
    await takeEffect(working, on(day), now);
  }
  return chargesRun + (await charge(today));
}

/** Ends the authorizations whose charge date has passed by the seller's today. By the real clock hours may be left. */
async function releasePassed(parts: SandboxClockParts, seller: Seller): Promise<void> {
  const now = parts.clock();
  const sweeping = { ...parts, reference: parts.reference.current };
  for (const payment of await startLapsingBefore(parts.database, {
    sellerId: seller.id,
    today: todayOf(seller, now),
    now,
  })) {
    // The processor can't be reached: the job does the rest later.
    if (!(await releaseLapsed(sweeping, payment, now))) break;
  }
}
