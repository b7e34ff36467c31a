import type { ApplicationId, EntryId } from '../ids.ts';
import type { Cents } from '../money.ts';
import { ledgerDifferenceKinds } from './ledger-comparison.ts';
import type { PayoutLine, PayoutLineKind } from './payout-line.ts';

/** Money of the books that a payout file must have. */
export interface BookedMoney {
  readonly entryId: EntryId;
  readonly applicationId: ApplicationId;
  readonly policyNumber: string | null;
  readonly sellerId: string;
  readonly reference: string;
  readonly amountCents: Cents;
  /** It is of the days of the file; other money is only looked for. */
  readonly isOfPeriod: boolean;
}

const fileDifferenceKinds = ['missing', 'different', 'unknown'] as const;
/** Of payout files, and of the daily comparison. */
export const differenceKinds = [...fileDifferenceKinds, ...ledgerDifferenceKinds] as const;

export interface Difference {
  readonly kind: (typeof fileDifferenceKinds)[number];
  readonly line: PayoutLine | null;
  readonly booked: BookedMoney | null;
}

export interface Reconciliation {
  readonly matched: readonly BookedMoney[];
  readonly differences: readonly Difference[];
}

/**
 * Compares a payout file with the books. A line and money of the books belong together by their reference and their
 * direction: a refund has the reference of its charge. Of several, those with equal amounts first. Each is used once,
 * so that what a file has twice is unknown the second time. A dispute is never taken for a refund of its charge. What
 * the party keeps, holds back or pays out is no difference: the books have it from nobody else.
 */
export function reconcile(lines: readonly PayoutLine[], booked: readonly BookedMoney[]): Reconciliation {
  const open = Map.groupBy(booked, keyOf);
  const take = (line: PayoutLine, isFit: (money: BookedMoney) => boolean): BookedMoney | null => {
    const candidates = isBookedAs(line) ? (open.get(keyOf(line)) ?? []) : [];
    const at = candidates.findIndex(isFit);
    return at === -1 ? null : candidates.splice(at, 1)[0]!;
  };
  const matched: BookedMoney[] = [];
  const moved = lines.filter(({ kind }) => !kindsOfTheParty.has(kind));
  const left = moved.filter((line) => {
    const money = take(line, ({ amountCents }) => amountCents === line.amountCents);
    if (money !== null) matched.push(money);
    return money === null;
  });
  const wrong = left.map((line): Difference => {
    const money = take(line, () => true);
    return { kind: money === null ? 'unknown' : 'different', line, booked: money };
  });
  const missing = [...open.values()]
    .flat()
    .filter(({ isOfPeriod }) => isOfPeriod)
    .map((money): Difference => ({ kind: 'missing', line: null, booked: money }));
  return { matched, differences: [...wrong, ...missing] };
}

/** What the party does with the money on its way to us. */
const kindsOfTheParty: ReadonlySet<PayoutLineKind> = new Set(['fee', 'reserve', 'payout']);

function isBookedAs({ kind }: PayoutLine): boolean {
  return kind === 'charge' || kind === 'refund';
}

function keyOf({ reference, amountCents }: Pick<PayoutLine, 'reference' | 'amountCents'>): string {
  return `${amountCents < 0} ${reference}`;
}

/**
 * Reads an amount as payout files write it: `1234.50`, `-12.5`, `$1,234.50`, `1 234,50`, `(12.50)`. Returns null if
 * it is none.
 */
export function parseAmount(text: string): Cents | null {
  const bare = text.replace(/[\s\u00a0\u202f$]/g, '');
  const digits = bare.replace(/^\((.*)\)$/, '$1').replace(/^[-+]/, '');
  const isNegative = digits !== bare && !bare.startsWith('+');
  const plain = /,\d{1,2}$/.test(digits) && !digits.includes('.') ? digits.replace(',', '.') : digits;
  const match = /^(\d{1,3}(?:,\d{3})*|\d{1,10})(?:\.(\d{1,2}))?$/.exec(plain);
  if (match === null) return null;
  const cents = Number(match[1]!.replaceAll(',', '')) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
  return isNegative ? 0 - cents : cents;
}
