import type { AmendmentChanges } from '../../../src/domain/policy/amendment.ts';
import type { Lane } from '../interleavings/lane.ts';
import type { CancelOptions } from '../interleavings/money-actors.ts';
import type { Part } from '../interleavings/schedule.ts';
import { pickFrom } from '../kit/chance.ts';
import { toldOf } from './told.ts';

/** What becomes of a sale, chosen before any of them runs: the same seed makes the same lives. */
export interface Life {
  readonly lane: Lane;
  readonly way: 'referral' | 'card' | 'later card' | 'loan';
  readonly becomes: 'policy' | 'refused' | 'failed';
  /** What happens to a later card on its day: charged; refused; charged, and the answer lost; or the request. */
  readonly charge: 'charged' | 'refused' | 'answer lost' | 'request lost';
  /** How a refused charge is paid, days later. */
  readonly thenPaid: 'by cheque' | 'by link' | null;
  /** Before it is cancelled. */
  readonly amended: AmendmentChanges | null;
  readonly cancelled: (CancelOptions & { readonly day: number }) | null;
  /** The day on which the cancellation is taken back; null: it is not. */
  readonly withdrawnOn: number | null;
  /** What used days cost and is still owed, long after. */
  readonly usedDaysThen: 'paid by link' | 'paid by cheque' | 'written off' | 'left';
  /** What people and banks say of its money, whether it has happened or not. */
  readonly told: readonly Told[];
  /** The card's issuer takes no refund. */
  readonly declinesRefunds: boolean;
  /** How much more than is owed on the loan the lender takes for it; below zero, less. */
  readonly lenderTakesCents: number;
  readonly downPayment: number;
  readonly term: number;
  readonly optional: number;
}

/** Said before the service's own jobs have run on that day. It may be refused, as what an operator types may be. */
export interface Told {
  readonly day: number;
  readonly part: Part;
}

/** Days on which something is done, from the sale on. A later card is charged on day 1. */
export const days = [0, 1, 2, 3, 10, 45, 46, 100, 400, 401] as const;
/** When a refused charge is paid after all, and when used days are. */
export const payDay = 3;
export const lastPayDay = 401;

export function lifeOf(random: () => number, lanes: readonly Lane[]): Life {
  const pick = pickFrom(random);
  const lane = pick(lanes);
  const mayBorrow = lane.seller.paymentMethods.includes('PFF');
  const way = pick(['referral', 'card', 'card', 'later card', 'later card', mayBorrow ? 'loan' : 'referral'] as const);
  const becomes = way === 'card' || way === 'loan' ? pick([...eight, 'refused', 'failed'] as const) : 'policy';
  const charge = pick(['charged', 'charged', 'refused', 'refused', 'answer lost', 'request lost'] as const);
  const cancelled = becomes === 'policy' && random() < 0.4 ? cancellationOf(random, { way, charge }) : null;
  const ahead = cancelled === null ? [] : days.filter((day) => day >= cancelled.day && day < cancelled.on);
  const told = becomes === 'policy' ? toldOf(random, { way, charge, cancelledOn: cancelled?.on ?? null }) : [];
  return {
    lane,
    way,
    becomes,
    charge,
    cancelled,
    told,
    declinesRefunds: becomes === 'policy' && random() < 0.1,
    lenderTakesCents: pick([0, 0, 0, 30_000, -30_000] as const),
    // Who says how it was paid says all of it.
    thenPaid: told.length > 0 ? null : pick(['by cheque', 'by link', null, null] as const),
    amended: becomes === 'policy' && random() < 0.2 ? pick(corrections) : null,
    withdrawnOn: ahead.length > 0 && random() < 0.25 ? pick(ahead) : null,
    usedDaysThen: pick(['paid by link', 'paid by cheque', 'written off', 'left'] as const),
    downPayment: Math.floor(random() * 200),
    term: 2 + Math.floor(random() * 4),
    optional: Math.floor(random() * 8),
  };
}

function cancellationOf(
  random: () => number,
  { way, charge }: Pick<Life, 'way' | 'charge'>,
): NonNullable<Life['cancelled']> {
  const pick = pickFrom(random);
  const begins = way === 'later card' ? 1 : 0;
  const usedDays = pick(['write-off', 'owe'] as const);
  if (way === 'later card' && charge === 'refused' && random() < 0.4)
    return { kind: 'pro-rata', day: 2, on: 45, requestedBy: 'insurer', ground: 'NonPayment', usedDays };
  const asked = {
    usedDays,
    requestedBy: pick(['customer', 'seller'] as const),
    ground: pick(['Rescission', 'VehicleSold', 'TotalLoss', 'Refinanced', 'Other'] as const),
  };
  // Installments of a loan are debited from the sixteenth day on.
  const day = pick(way === 'loan' ? ([0, 2, 10, 45, 100] as const) : ([0, 2, 10] as const));
  if (random() < 0.3) return { ...asked, kind: 'flat', day, on: Math.min(pick([0, 1]), begins) };
  if (random() < 0.1)
    return { ...asked, kind: 'pro-rata', day, on: day + 60, requestedBy: 'insurer', ground: 'AggravatedRisk' };
  const on = pick(days.filter((one) => one >= Math.max(day, begins)));
  return { ...asked, kind: 'pro-rata', day, on };
}

/** The second moves the policy's mails to another address. None of them changes the price. */
const corrections: readonly AmendmentChanges[] = [
  { lastName: 'Roy-Gagné' },
  { emailAddress: 'corrected@example.ca', phoneNumber: '416-555-0177' },
  { addressLine2: 'Unit 7' },
];

const eight = Array.from({ length: 8 }, () => 'policy' as const);
