import type { ChargeState, RefundPayee, RefundWork } from '../../../src/domain/account/account-record.ts';
import type { LedgerAccountName } from '../../../src/domain/books/account.ts';
import type { EntryKind, Recorder } from '../../../src/domain/books/ledger-entry.ts';
import type { MoneyStatus } from '../../../src/domain/policy/money-status.ts';

/** All records of one application: our own tables, the card processor's and the lender's. */
export interface Books {
  readonly bind: { readonly state: string; readonly attempt: number; readonly policyNumber: string } | null;
  readonly policies: readonly {
    readonly number: string;
    readonly method: string;
    readonly totalCents: number;
    /** The status that is stored, for lists and for the partner. */
    readonly moneyStatus: MoneyStatus;
    readonly amendments: number;
  }[];
  /** Scheduled or in effect. */
  readonly cancellation: CancellationOnRecord | null;
  readonly withdrawn: readonly { readonly by: string }[];
  /** The charge of each card that the policy has had, beside the bind's own. */
  readonly laterCharges: readonly {
    readonly state: ChargeState;
    readonly amountCents: number;
    readonly tries: number;
    readonly purpose: 'price' | 'used days';
  }[];
  /** What has happened to the money, in the order in which it was recorded. */
  readonly entries: readonly EntryOnRecord[];
  readonly documents: readonly string[];
  /** These mails have documents attached. */
  readonly mails: readonly string[];
  /** Papers that no mail has. */
  readonly unmailed: readonly string[];
  /** How many mails tell of a refused charge. */
  readonly refusalMails: number;
  readonly withdrawalMails: number;
  readonly audit: readonly string[];
  readonly payments: readonly { readonly id: string; readonly status: string }[];
  /** The balances of the double entry, by account. */
  readonly accounts: Readonly<Partial<Record<LedgerAccountName, number>>>;
  readonly reversals: readonly ReversalOnRecord[];
  /** The processor has these on record. */
  readonly charges: readonly ChargeOnRecord[];
  /** The lender has these on record. */
  readonly loans: readonly LoanOnRecord[];
}

export interface EntryOnRecord {
  readonly id: string;
  readonly turn: number;
  readonly kind: EntryKind;
  readonly amountCents: number;
  /** The day of whoever did it. */
  readonly happenedOn: string;
  readonly recordedBy: Recorder;
  /** What the processor or the lender calls it. */
  readonly partyReference: string | null;
  /** The entry of the payment that it is about. */
  readonly paymentEntryId: string | null;
  /** The entry of the dispute that it ends. */
  readonly disputeId: string | null;
  readonly isVoided: boolean;
  /** Whether the money moved without a policy. */
  readonly isStray: boolean;
  readonly receipts: number;
}

export interface ChargeOnRecord {
  readonly key: string;
  readonly reference: string;
  readonly cents: number;
  readonly refundedCents: number;
}

export interface CancellationOnRecord {
  readonly kind: string;
  readonly ground: string;
  readonly madeOn: string;
  readonly cancelledOn: string;
  readonly refundCents: number;
  readonly isInEffect: boolean;
}

export interface ReversalOnRecord {
  readonly id: string;
  readonly turn: number;
  readonly payee: RefundPayee;
  readonly state: RefundWork['state'];
  /** Whether it is a policy's; else it is money of which no policy came. */
  readonly isRefund: boolean;
  readonly paymentEntryId: string | null;
  readonly amountCents: number;
  readonly toLoanCents: number | null;
  readonly byLenderCents: number | null;
}

export interface LoanOnRecord {
  readonly policyNumber: string;
  readonly isActive: boolean;
  /** What the lender has paid: the total less the down payment. */
  readonly advancedCents: number;
  readonly downPaymentCents: number;
  readonly cancelledOn: string | null;
  readonly refundedCents: number;
}

/** Whether it holds, and what is wrong if not. */
export type Promised = readonly [isKept: boolean, what: string];
