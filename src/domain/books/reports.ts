import type { PlainDate } from '../calendar.ts';
import type { Cents, PartsPerMillion } from '../money.ts';
import type { LedgerAccountName } from './account.ts';
import type { EntryKind } from './ledger-entry.ts';
import type { PayoutLineKind } from './payout-line.ts';
import type { Difference } from './reconcile.ts';

/** What happened to a policy, as reports name it. */
export const lineKinds = ['Bind', 'Amendment', 'Cancellation'] as const;
export type LineKind = (typeof lineKinds)[number];

/** Amounts of a seller's statement. What was taken back is below zero. */
export interface StatementAmounts {
  readonly premiumCents: Cents;
  readonly taxCents: Cents;
  readonly totalCents: Cents;
  /** What the seller has earned. */
  readonly commissionCents: Cents;
  /** What the seller has taken from customers for the operator. */
  readonly collectedCents: Cents;
}

/** One tax at one rate. */
export interface StatementTax {
  /** The tax as the books know it: `HST`. */
  readonly authority: string;
  readonly ratePpm: PartsPerMillion;
  readonly amountCents: Cents;
}

export interface StatementLine extends StatementAmounts {
  /** What `taxCents` consists of. */
  readonly taxes: readonly StatementTax[];
  readonly day: PlainDate;
  readonly policyNumber: string;
  readonly kind: LineKind;
  readonly paymentMethod: string;
  /** Reports name the seller by its username. */
  readonly seller: string;
}

export interface StatementTotals extends StatementAmounts {
  readonly taxes: readonly StatementTax[];
  /** Collected less commission: what the seller owes or, below zero, is owed. */
  readonly balanceCents: Cents;
}

/** One product of one policy, as its insurer hears of it. */
export interface BordereauLine {
  readonly insurer: string | null;
  readonly day: PlainDate;
  readonly kind: LineKind;
  readonly policyNumber: string;
  readonly product: string;
  readonly province: string;
  readonly seller: string;
  readonly effectiveDate: PlainDate;
  readonly expiryDate: PlainDate;
  readonly premiumCents: Cents;
  readonly commissionCents: Cents;
  readonly netCents: Cents;
}

/** What is owed to an authority for the days of a report. */
export interface TaxLine {
  readonly province: string;
  readonly authority: string;
  readonly ratePpm: PartsPerMillion;
  /** The premiums that were taxed. */
  readonly taxableCents: Cents;
  readonly taxCents: Cents;
}

/** An account in some days. */
export interface AccountBalance {
  readonly account: LedgerAccountName;
  readonly debitCents: Cents;
  readonly creditCents: Cents;
  /**
   * The balance at the end of the last day counts all days before it. Above zero it is what others owe the operator.
   */
  readonly balanceCents: Cents;
}

/** A line of an account. */
export interface BookLine {
  readonly day: PlainDate;
  /** Null, as policy and seller: what a payout file says of the party itself. */
  readonly applicationId: string | null;
  readonly entryId: string;
  readonly kind: EntryKind;
  readonly line: number;
  readonly policyNumber: string | null;
  readonly seller: string | null;
  readonly amountCents: Cents;
  readonly reference: string | null;
  readonly product: string | null;
  readonly insurer: string | null;
  readonly authority: string | null;
}

/** What a payout file and the books disagree about, or did. */
export interface DifferenceRow {
  readonly kind: Difference['kind'];
  /** What the line is; of what is missing, what the books have. */
  readonly moneyKind: PayoutLineKind;
  readonly line: number | null;
  readonly reference: string;
  readonly applicationId: string | null;
  readonly policyNumber: string | null;
  readonly bookedCents: Cents | null;
  readonly settledCents: Cents | null;
}
