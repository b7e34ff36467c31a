import type { PayoutLineKind, PayoutParty } from '../books/payout-line.ts';
import type { CancellationRequestFacts } from '../cancellation/cancellation-request.ts';
import type { SaleSeller } from '../list/sale-rows.ts';
import type { Failure } from './failure.ts';

/** The kinds of durable work: the service does it, or else the operator. */
export const workKinds = ['reversals', 'charges', 'mails', 'linkMails', 'letters', 'binds', 'differences'] as const;
export type WorkKind = (typeof workKinds)[number];

/** Whether it can be settled outside; a mail or a letter, when its customer has been reached. A bind ends when processor or lender respond. */
const canBeSettled = {
  reversals: true,
  charges: true,
  mails: true,
  linkMails: true,
  letters: true,
  binds: false,
  differences: true,
} as const satisfies Readonly<Record<WorkKind, boolean>>;

/** What a party and the books disagree about ends with the next file or comparison, or is settled. */
export type RetryKind = Exclude<WorkKind, 'differences'>;
export const retryKinds = workKinds.filter((kind): kind is RetryKind => kind !== 'differences');

export type SettleKind = { [Kind in WorkKind]: (typeof canBeSettled)[Kind] extends true ? Kind : never }[WorkKind];
export const settleKinds = workKinds.filter((kind): kind is SettleKind => canBeSettled[kind]);

/**
 * What needs the operator, by kind. `requests`: cancellations that partners ask for. `linkMails`: e-mails with the
 * address of a sale link. `letters`: those that tell a customer of a link that nothing was bought. `limits`:
 * integrations refused by the rate limit today (UTC). `jobs`: periodic jobs that fail again and again.
 */
export const stuckKinds = ['requests', ...workKinds, 'limits', 'jobs'] as const;
export type StuckKind = (typeof stuckKinds)[number];

/** The kinds, as the console and the command line show them. */
export const stuckNames: Readonly<Record<StuckKind, string>> = {
  requests: 'Cancellation requests',
  reversals: 'Refunds pending',
  charges: 'Failed charges',
  mails: 'Undelivered e-mails',
  linkMails: 'Undelivered sale links',
  letters: 'Undelivered letters',
  binds: 'Unfinished binds',
  differences: 'Reconciliation differences',
  limits: 'Rate limits reached',
  jobs: 'Failed jobs',
};

/** What an operator may do with a piece of it, the usual first; acts.ts has the rules. */
export type Act = 'accept' | 'decline' | 'retry' | 'link' | 'address' | 'write-off' | 'move' | 'settle';

/** What was done with a selection of stuck work. */
export interface SelectionDone {
  readonly done: number;
  /** Could not be done now: it ended meanwhile, or is under way. */
  readonly refused: number;
  /** The next call goes on from here; null when all of the selection was looked at. */
  readonly nextCursor: string | null;
}

export interface StuckRow {
  readonly kind: StuckKind;
  /** The id of the request, reversal, card payment, mail, sale link, purchase, application, difference or integration; a job's name. */
  readonly id: string;
  /**
   * The ground of a request; `Card`, `Lender`, `Customer` of a reversal; `charge`, `unclear charge`, `used days` of a
   * charge; `policy`, `receipt`; `sale link`; `letter`; the bind's step; `missing`, `different`, `unknown`, `taken`, `given back`, `disputed`;
   * the integration's name; the job's name.
   */
  readonly what: string;
  readonly applicationId: string | null;
  readonly policyNumber: string | null;
  readonly seller: SaleSeller | null;
  readonly amountCents: number | null;
  readonly since: string;
  /** Tries so far; for a limit, the refused calls. */
  readonly count: number;
  /** Null for what has not failed, such as a request. */
  readonly failure: Failure | null;
  readonly cause: string | null;
  /** When the customer was told that cover may be ended, if the work is a charge. */
  readonly lapseNoticedOn: string | null;
  /** Null for other kinds. */
  readonly difference: StuckDifference | null;
  readonly nextAttemptAt: string | null;
  /** Whom to call, and what about; null for what is no sale's. */
  readonly customer: StuckCustomer | null;
  /** What a partner asks for; null for other kinds. */
  readonly request: CancellationRequestFacts | null;
  /** What can be done with it now, the usual first; by role, if at all. */
  readonly acts: readonly Act[];
}

/** What a party and the books disagree about; `what` says how. */
export interface StuckDifference {
  readonly party: PayoutParty;
  /** What the line of a payout file is, or what is missing there; null for the party's own ledger. */
  readonly moneyKind: PayoutLineKind | null;
  readonly reference: string;
  /** The line of the payout file; null for what is missing there, and for the party's own ledger. */
  readonly line: number | null;
  /** What the party says. */
  readonly settledCents: number | null;
  readonly bookedCents: number | null;
}

export interface StuckCustomer {
  readonly name: string;
  readonly phoneNumber: string;
  /** `Visa 4242********4242`; null without a card. */
  readonly card: string | null;
  readonly loanNumber: string | null;
}
