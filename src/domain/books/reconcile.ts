import type { ApplicationId, EntryId } from '../ids.ts';
import type { Cents } from '../money.ts';
import { ledgerDifferenceKinds } from './ledger-comparison.ts';
import { type MoneyKind, moneyKindOf, type NetOfFile, type PayoutLine, type PayoutLineKind } from './payout-line.ts';

/** The sale of a charge or a loan. */
export interface SaleOfMoney {
  readonly applicationId: ApplicationId;
  /** Null: no policy came of it. */
  readonly policyNumber: string | null;
  readonly sellerId: string;
}

/** Money of the books that a payout file must have. */
export interface BookedMoney extends SaleOfMoney {
  readonly entryId: EntryId;
  readonly kind: MoneyKind;
  readonly reference: string;
  readonly amountCents: Cents;
  /** It is of the days of the file; other money is only looked for. */
  readonly isOfPeriod: boolean;
}

const fileDifferenceKinds = ['missing', 'different', 'unknown'] as const;
/** Differences are found in payout files and by the daily comparison. */
export const differenceKinds = [...fileDifferenceKinds, ...ledgerDifferenceKinds] as const;

export interface Difference {
  readonly kind: (typeof fileDifferenceKinds)[number];
  /** What the line is; of what is missing, what the books have. */
  readonly moneyKind: PayoutLineKind;
  /** Null: no line has it. */
  readonly line: number | null;
  readonly reference: string;
  /** Whose money it is, as far as the books know the reference. */
  readonly sale: SaleOfMoney | null;
  readonly entryId: EntryId | null;
  readonly bookedCents: Cents | null;
  readonly settledCents: Cents | null;
}

export interface Reconciliation {
  readonly matched: readonly BookedMoney[];
  readonly differences: readonly Difference[];
}

export interface ToReconcile {
  readonly lines: readonly PayoutLine[];
  readonly booked: readonly BookedMoney[];
  /** Whether the file says what its lines are. If not, the direction alone tells what belongs together. */
  readonly tellsKinds: boolean;
  /** The sales of the charges and loans that the lines name. */
  readonly sales: ReadonlyMap<string, SaleOfMoney>;
}

/**
 * Compares a payout file with the books. A line and money of the books belong together by their reference, which is
 * that of the charge, and by what they are: a refund is never taken for a dispute. If several match, those with equal
 * amounts are taken first. Each is used once, so that what a file has twice is unknown the second time. What the party
 * keeps, holds back or pays out is not compared: the books have it from nobody else.
 */
export function reconcile({ lines, booked, tellsKinds, sales }: ToReconcile): Reconciliation {
  const keyOf = (kind: MoneyKind, { reference, amountCents }: Pick<PayoutLine, 'reference' | 'amountCents'>): string =>
    tellsKinds ? `${kind} ${reference}` : `${amountCents < 0} ${reference}`;
  const open = Map.groupBy(booked, (money) => keyOf(money.kind, money));
  const take = (line: PayoutLine, isFit: (money: BookedMoney) => boolean): BookedMoney | null => {
    const candidates = open.get(keyOf(moneyKindOf(line)!, line)) ?? [];
    const at = candidates.findIndex(isFit);
    return at === -1 ? null : candidates.splice(at, 1)[0]!;
  };
  const matched: BookedMoney[] = [];
  const moved = lines.filter((line) => moneyKindOf(line) !== null);
  const left = moved.filter((line) => {
    const money = take(line, ({ amountCents }) => amountCents === line.amountCents);
    if (money !== null) matched.push(money);
    return money === null;
  });
  const wrong = left.map((line): Difference => {
    const money = take(line, () => true);
    return {
      kind: money === null ? 'unknown' : 'different',
      moneyKind: line.kind,
      line: line.line,
      reference: line.reference,
      sale: money ?? sales.get(line.reference) ?? null,
      entryId: money?.entryId ?? null,
      bookedCents: money?.amountCents ?? null,
      settledCents: line.amountCents,
    };
  });
  const missing = [...open.values()]
    .flat()
    .filter(({ isOfPeriod }) => isOfPeriod)
    .map((money): Difference => {
      const { kind: moneyKind, reference, entryId, amountCents: bookedCents } = money;
      return {
        kind: 'missing',
        moneyKind,
        line: null,
        reference,
        sale: money,
        entryId,
        bookedCents,
        settledCents: null,
      };
    });
  return { matched, differences: [...wrong, ...missing] };
}

/** A payout that is not what its lines come to: a person finds out what it pays besides, or leaves out. */
export function payoutDifference(
  lines: readonly PayoutLine[],
  { linesCents, paidOutCents }: Pick<NetOfFile, 'linesCents' | 'paidOutCents'>,
): readonly Difference[] {
  const payout = lines.find(({ kind }) => kind === 'payout');
  if (payout === undefined || paidOutCents === linesCents) return [];
  const { kind: moneyKind, line, reference } = payout;
  return [
    {
      kind: 'different',
      moneyKind,
      line,
      reference,
      sale: null,
      entryId: null,
      bookedCents: linesCents,
      settledCents: paidOutCents,
    },
  ];
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
