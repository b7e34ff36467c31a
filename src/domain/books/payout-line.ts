import type { Cents } from '../money.ts';

/** Whose payout file it is; also the account of the books that it is compared with. */
export const payoutParties = ['processor', 'lender'] as const;
export type PayoutParty = (typeof payoutParties)[number];

/** Money of a charge or a loan that moved between a party and us: the books have it, and a payout file does. */
export const moneyKinds = ['charge', 'refund', 'refund returned', 'dispute', 'dispute won'] as const;
export type MoneyKind = (typeof moneyKinds)[number];

/**
 * What a line of a payout file is. The others come from files of the net kind, which tell how the payout came about, and
 * how a dispute ended.
 */
export const payoutLineKinds = [...moneyKinds, 'dispute lost', 'fee', 'reserve', 'payout'] as const;
export type PayoutLineKind = (typeof payoutLineKinds)[number];

/** A line of a payout file. What the party has taken back is below zero. */
export interface PayoutLine {
  readonly line: number;
  readonly kind: PayoutLineKind;
  /** A fee, a reserve or the payout itself may have none: it is empty then. */
  readonly reference: string;
  readonly amountCents: Cents;
}

/** How many lines of a kind a file has, and what they come to. */
export interface PayoutSum {
  readonly kind: PayoutLineKind;
  readonly lines: number;
  readonly amountCents: Cents;
}

/** The words of one file for what its lines are. */
export type PayoutWords = ReadonlyMap<string, PayoutLineKind>;

/**
 * Reads what a line is from the word that the file has for it: its own words first, then the usual ones in the order of
 * their table, so that a "chargeback fee" is a fee. Null: a word that says nothing, so that the sign decides.
 */
export function payoutLineKindOf(party: PayoutParty, word: string, own: PayoutWords): PayoutLineKind | null {
  const text = plainWord(word);
  const [kind] = knownWords.find(([, pattern]) => pattern.test(text)) ?? [];
  // What a lender pays out are the loans themselves.
  const usual = party === 'lender' && kind !== 'fee' && kind !== 'refund' ? null : kind;
  return own.get(text) ?? usual ?? null;
}

/** Reads `Commission=fee, Virement=payout`; null if a part is none of that. */
export function parsePayoutWords(text: string): PayoutWords | null {
  const parts = text.split(',').filter((part) => part.trim() !== '');
  const pairs = parts.map((part): [string, string] => {
    const at = part.lastIndexOf('=');
    return [plainWord(part.slice(0, Math.max(at, 0))), plainWord(part.slice(at + 1))];
  });
  const words = new Map<string, PayoutLineKind>();
  for (const [word, name] of pairs) {
    const kind = payoutLineKinds.find((one) => one === name);
    if (word === '' || kind === undefined) return null;
    words.set(word, kind);
  }
  return words;
}

/** A line as the file has it; the kind is null where no word says it. */
export interface WrittenLine extends Omit<PayoutLine, 'kind'> {
  readonly kind: PayoutLineKind | null;
}

/**
 * Gives the amounts of a file their direction: a file without any sign says it by its words alone. A reserve is taken as
 * it is written, since the same word may hold money back and let it go.
 */
export function directLines(written: readonly WrittenLine[]): readonly PayoutLine[] {
  const signed = written.filter(({ amountCents }) => amountCents < 0);
  const signs = { isSigned: signed.length > 0, isTakenSigned: signed.some(({ kind }) => takenKinds.has(kind)) };
  return written.map((line) => direct(line, signs));
}

/** A file that has one of these below zero writes by the sign what it has taken back, of refunds as well. */
const takenKinds: ReadonlySet<PayoutLineKind | null> = new Set([null, 'charge', 'refund', 'dispute', 'fee']);

function direct(
  { kind, amountCents, ...line }: WrittenLine,
  { isSigned, isTakenSigned }: { readonly isSigned: boolean; readonly isTakenSigned: boolean },
): PayoutLine {
  const takenCents = 0 - Math.abs(amountCents);
  switch (kind) {
    case null:
    case 'charge':
      return { ...line, kind: amountCents < 0 ? 'refund' : 'charge', amountCents };
    case 'refund':
      return isTakenSigned && amountCents > 0
        ? { ...line, kind: 'refund returned', amountCents }
        : { ...line, kind, amountCents: takenCents };
    case 'dispute':
    case 'dispute lost':
      return { ...line, kind, amountCents: takenCents };
    case 'refund returned':
    case 'dispute won':
      return { ...line, kind, amountCents: Math.abs(amountCents) };
    case 'fee':
    case 'payout':
      return { ...line, kind, amountCents: isSigned ? amountCents : takenCents };
    case 'reserve':
      return { ...line, kind, amountCents };
  }
}

/** Words compare without case, and without the signs that stand between them. */
export function plainWord(word: string): string {
  return word
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, ' ');
}

const knownWords: readonly (readonly [PayoutLineKind, RegExp])[] = [
  ['fee', /\b(fees?|frais|commission)\b/],
  ['dispute won', /\b(dispute|chargeback) (won|reversal|reversed)\b|\brepresentment\b|\bcontestation gagnée/],
  ['dispute lost', /\b(dispute|chargeback) lost\b|\bcontestation perdue\b/],
  ['dispute', /\b(disputes?|chargebacks?|contestation|rétrofacturation)\b/],
  ['reserve', /\b(reserve|reserved|holdback|réserve)\b/],
  ['payout', /\b(payout|transfer|deposit|disbursement|virement)\b/],
  [
    'refund returned',
    /\b(failed|returned|reversed|rejected) refund\b|\brefund (failed|failure|returned?|revers(al|ed)|rejected)\b|\bremboursement (échoué|retourné|rejeté|refusé)/,
  ],
  ['refund', /\b(refund|refunded|remboursement)\b/],
  ['charge', /\b(charge|sale|purchase|payment|capture|completion|paiement|achat)\b/],
];

/**
 * What of the books a line is. Null: what the party keeps, holds back or pays out, and a dispute that is lost without
 * money moving: the bank has kept what it had taken before.
 */
export function moneyKindOf({ kind, amountCents }: Pick<PayoutLine, 'kind' | 'amountCents'>): MoneyKind | null {
  if (kind === 'dispute lost') return amountCents === 0 ? null : 'dispute';
  return moneyKinds.find((one) => one === kind) ?? null;
}

/** What a file of the net kind says of the party itself. What it keeps or holds back is below zero. */
export interface NetOfFile {
  readonly feeCents: Cents;
  readonly reserveHeldCents: Cents;
  readonly reserveReleasedCents: Cents;
  /** What all lines but the payout come to. */
  readonly linesCents: Cents;
  /** What the party has paid out by it; null: the file does not say. */
  readonly paidOutCents: Cents | null;
}

/**
 * Adds up a file. Some write the payout as what leaves the party, below zero, so that the file comes to nothing; others
 * as what we get. Whichever comes nearer to the lines is meant.
 */
export function netOf(lines: readonly PayoutLine[]): NetOfFile {
  const sum = (isMeant: (line: PayoutLine) => boolean): Cents =>
    lines.filter(isMeant).reduce((cents, { amountCents }) => cents + amountCents, 0);
  const linesCents = sum(({ kind }) => kind !== 'payout');
  const writtenCents = sum(({ kind }) => kind === 'payout');
  const isLeaving = Math.abs(writtenCents + linesCents) < Math.abs(writtenCents - linesCents);
  const paidOutCents = isLeaving ? 0 - writtenCents : writtenCents;
  return {
    feeCents: sum(({ kind }) => kind === 'fee'),
    reserveHeldCents: sum(({ kind, amountCents }) => kind === 'reserve' && amountCents < 0),
    reserveReleasedCents: sum(({ kind, amountCents }) => kind === 'reserve' && amountCents > 0),
    linesCents,
    paidOutCents: lines.some(({ kind }) => kind === 'payout') ? paidOutCents : null,
  };
}

/** The kinds that a file has, in their own order, with what each comes to. */
export function sumByKind(lines: readonly PayoutLine[]): readonly PayoutSum[] {
  return payoutLineKinds.flatMap((kind) => {
    const ofKind = lines.filter((line) => line.kind === kind);
    if (ofKind.length === 0) return [];
    return [{ kind, lines: ofKind.length, amountCents: ofKind.reduce((sum, line) => sum + line.amountCents, 0) }];
  });
}
