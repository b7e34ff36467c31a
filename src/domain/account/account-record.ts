import type { EntryKind } from '../books/ledger-entry.ts';
import type { PlainDate } from '../calendar.ts';
import type { CancellationAsked } from '../cancellation/cancellation-asked.ts';
import type { CancellationCause } from '../cancellation/cancellation-cause.ts';
import type { UsedDays } from '../cancellation/used-days.ts';
import type { EntryId, PaymentId, ReversalId } from '../ids.ts';
import type { Cents } from '../money.ts';
import type { PaidBy } from '../payment-method.ts';

/** Everything that the account of a policy follows from. Read once, under the policy's lock. */
export interface AccountRecord {
  /** What the policy costs with tax, whole. */
  readonly totalCents: Cents;
  readonly paidBy: PaidBy;
  /** Scheduled or in effect; null: the policy is not cancelled. */
  readonly cancellation: AccountCancellation | null;
  /** What has happened to the money, in the order in which it was recorded. What was voided is left out. */
  readonly entries: readonly AccountEntry[];
  /** The card that is charged on a later day, as far as that is not over; null: none was ever to be. */
  readonly charge: ChargeWork | null;
  /** The refund work, done or not. */
  readonly refundWork: readonly RefundWork[];
}

export interface AccountCancellation extends CancellationAsked, Pick<CancellationCause, 'ground'> {
  readonly isInEffect: boolean;
  /** A rescission that was asked for in time is yet to be decided: until then it does not take effect. */
  readonly isRescissionUndecided?: boolean;
  readonly usedDays: UsedDays;
  /** What comes back of the price, whether it was paid or not. */
  readonly refundCents: Cents;
}

export interface AccountEntry {
  readonly id: EntryId;
  /** Its place among the entries and refunds of the policy: ids are in no order. */
  readonly turn: number;
  readonly kind: EntryKind;
  /** The amount is never below zero. */
  readonly amountCents: Cents;
  /** How much the entry changes what the customer owes: the sum of its postings to the account `customer`. */
  readonly customerCents: Cents;
  /** The day on which it happened, as whoever did it says. */
  readonly happenedOn: PlainDate;
  readonly cardPaymentId: PaymentId | null;
  /** Our key under which the party knows it. */
  readonly partyKey: string | null;
  readonly partyReference: string | null;
  /** The payment that the entry is about: a refund, a dispute, a returned payment. */
  readonly paymentEntryId: EntryId | null;
  /** The dispute that it ends. */
  readonly disputeId: EntryId | null;
}

/** The work of charging a card later. */
export interface ChargeWork {
  /**
   * `charging`: under way, or its outcome is unknown. `reported`: was charging, and an operator has recorded that the
   * processor made it; it is only asked about until the processor answers.
   */
  readonly state: ChargeState;
  readonly amountCents: Cents;
  /** The number of its next or present try: 1 before the first. */
  readonly tries: number;
  readonly dueOn: PlainDate;
  /** The customer has given this card on the page of a payment link. */
  readonly isByLink: boolean;
  /** The day of the first form of a payment link in which a card may have been typed: nobody has read it yet. */
  readonly cardAwaitedOn: PlainDate | null;
}

export type ChargeState = 'due' | 'charging' | 'reported' | 'charged' | 'refused' | 'stopped';

/** To whom money is given back, which also says who gives it and how. */
export const refundPayees = ['Card', 'Lender', 'Customer'] as const;
export type RefundPayee = (typeof refundPayees)[number];

export interface PayeeRule {
  /** The operator pays the lender through the books, and customers by hand. */
  readonly payer: 'Processor' | 'Operator';
  /** The service asks a party to give it back; otherwise a person does, and the service never tries. */
  readonly isAskedFor: boolean;
  /** The party's answer decides who gives back how much, so nobody else can say that it is done. */
  readonly needsAnswer: boolean;
}

export const payeeRules: Readonly<Record<RefundPayee, PayeeRule>> = {
  Card: { payer: 'Processor', isAskedFor: true, needsAnswer: false },
  Lender: { payer: 'Operator', isAskedFor: true, needsAnswer: true },
  Customer: { payer: 'Operator', isAskedFor: false, needsAnswer: false },
};

/** A refund to be made, or a loan to be ended. */
export interface RefundWork {
  readonly id: ReversalId;
  /** Its place among the entries and refunds of the policy. */
  readonly turn: number;
  /** Null for a loan, and for what a loan's customer gets from the operator. */
  readonly paymentEntryId: EntryId | null;
  readonly payee: RefundPayee;
  readonly amountCents: Cents;
  /**
   *   idle     not begun: it can still be changed or dropped
   *   begun    the party was asked at least once, and it may have given it back
   *   replaced was begun, and a person has given it back another way since: it is only asked about until it is known
   *   done     it is back
   *   refused  the card's issuer takes no refund
   */
  readonly state: 'idle' | 'begun' | 'replaced' | 'done' | 'refused';
  /** The refund that a person has paid in its place. If this one is done, too, the customer was refunded twice. */
  readonly replacedBy: ReversalId | null;
  /** How much of it was not owed when a person paid it. */
  readonly notOwedCents: Cents;
  readonly doneOn: PlainDate | null;
  /** The lender's answer, once it has ended the loan: what it puts to the loan, and what it pays the customer itself. */
  readonly toLoanCents: Cents | null;
  readonly byLenderCents: Cents | null;
}

export const notBegun = {
  state: 'idle',
  replacedBy: null,
  notOwedCents: 0,
  doneOn: null,
  toLoanCents: null,
  byLenderCents: null,
} as const satisfies Partial<RefundWork>;
