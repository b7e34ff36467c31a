import type { PlainDate } from '../calendar.ts';
import type { EntryId, PaymentId } from '../ids.ts';
import type { Cents, PartsPerMillion } from '../money.ts';
import type { LedgerAccountName } from './account.ts';

/** What can happen to the money of a sale, as the books have it. */
export const entryKinds = [
  /** The policy was bound: its price is owed, and what of it goes to insurers, authorities and sellers. */
  'sale',
  /** A card was charged. */
  'charge',
  /** It was paid by cheque or transfer. */
  'payment',
  /** A cheque or transfer came back. */
  'payment-returned',
  /** A loan was written of which no policy came. */
  'loan',
  /** A cancellation took effect: what is not earned is taken back. */
  'cancellation',
  /** The operator gives something back without a cancellation. */
  'goodwill',
  /** The operator gave up what the customer owed. */
  'write-off',
  /** Money was given back to a card or to the customer. */
  'refund',
  /** The card’s bank has sent a refund back: the processor has the money again. */
  'refund-returned',
  /** A loan was ended by the lender, and what goes to it was paid. */
  'loan-ended',
  /** The card’s bank has taken a charge back until it has decided. */
  'dispute-opened',
  /** The bank has given it back. */
  'dispute-won',
  /** It stays taken. */
  'dispute-lost',
  /** What the processor or the lender keeps for itself, by a payout file; of no sale. */
  'fee',
  /** What it holds back or lets go, by a payout file; of no sale. */
  'reserve',
  /** An entry that was made by mistake is taken back. */
  'void',
] as const;
export type EntryKind = (typeof entryKinds)[number];

/** Who has reported it. */
export const recorders = ['processor', 'lender', 'bank file', 'operator', 'partner', 'service'] as const;
export type Recorder = (typeof recorders)[number];

/** What happened to a sale's money, or to that of a payout file, once and never changed. Its postings come to zero. */
export interface LedgerEntry {
  readonly kind: EntryKind;
  /** Unique within its sale, so that what is told twice is recorded once. */
  readonly key: string;
  /** What moved, or what is owed. It is never below zero. */
  readonly amountCents: Cents;
  /** The day of whoever did it, if it is not the day on which it is booked. */
  readonly happenedOn?: PlainDate;
  readonly recordedBy: Recorder;
  /** What the processor or the lender calls its money: a payout file is compared by it. */
  readonly partyReference?: string | null;
  /** The card that was charged, or that got back what it paid. */
  readonly cardPaymentId?: PaymentId | null;
  /** Our key under which the processor or the lender knows it. */
  readonly partyKey?: string | null;
  /** The entry of the payment that this one is about. */
  readonly paymentEntryId?: EntryId | null;
  /** The entry of the dispute that this one ends. */
  readonly disputeId?: EntryId;
  /** The entry, made by mistake, that this one takes back. */
  readonly voids?: EntryId;
  readonly postings: readonly Posting[];
}

export interface NewEntry extends LedgerEntry {
  readonly id: EntryId;
}

/** What an entry means for an account. */
export interface Posting {
  readonly account: LedgerAccountName;
  /** A debit is above zero, a credit below. It is never zero. */
  readonly amountCents: Cents;
  readonly product?: string;
  readonly insurer?: string | null;
  /** A posting of tax names the authority that levies it. */
  readonly authority?: string;
  readonly province?: string;
  /** Postings of tax and commission have a rate. */
  readonly ratePpm?: PartsPerMillion;
  /** What the other party calls the money, or a key of ours; never what an operator typed, since postings are kept. */
  readonly reference?: string | null;
}
