import type { RefundPayee, RefundWork } from '../account/account-record.ts';
import type { AccountSummary } from '../account/account-summary.ts';
import type { BindState, BindStep } from '../bind/bind-step.ts';
import type { EntryKind, Recorder } from '../books/ledger-entry.ts';
import type { CancellationKind } from '../cancellation/cancellation-asked.ts';
import type { CancellationGround, CancellationParty } from '../cancellation/cancellation-cause.ts';
import type { CancellationRequestFacts } from '../cancellation/cancellation-request.ts';
import type { UsedDays } from '../cancellation/used-days.ts';
import { type Acknowledgement, isOfChoice, type StatedChoice, type StatedTerms } from '../disclosure/paper.ts';
import type { PolicyWording } from '../document/wording.ts';
import type { EntryId } from '../ids.ts';
import type { SaleRow, ShownCharge, ShownPayment } from '../list/sale-rows.ts';
import type { MailKind } from '../mail/mail-kind.ts';
import type { Actor } from '../operator/operator.ts';
import type { OperatorAction } from '../operator/operator-action.ts';
import type { PaymentMethod } from '../payment-method.ts';
import type { Amendment } from '../policy/amendment.ts';
import { type Loan, loanOf, type Policy } from '../policy/policy.ts';
import type { DocumentKind, Refund } from '../policy/policy-view.ts';
import type { Quote, QuoteInputs } from '../quote/quote.ts';
import type { BilingualName, CoverageCategory } from '../quote/vocabulary.ts';
import type { RefundRoute } from '../refund/refund-plan.ts';
import type { Failure } from '../work/failure.ts';
import type { Act, StuckRow } from '../work/needs-person.ts';
import type { SaleEvent, SaleFacts } from './sale-event.ts';

/** Everything about one sale. Each list holds at most 500 rows, the newest; `isCut` names the lists that had more. */
export interface SaleHistory {
  readonly sale: SaleRow;
  /** What of it needs the operator, oldest first. */
  readonly needs: readonly StuckRow[];
  /** The newest revision of the quote. */
  readonly quote: QuoteFacts;
  /** What it replaced, newest first. */
  readonly revisions: readonly RevisionFacts[];
  readonly payments: readonly PaymentFacts[];
  readonly bind: BindFacts | null;
  readonly policy: PolicyFacts | null;
  readonly loan: Loan | null;
  readonly cancellation: CancellationFacts | null;
  /** The partner's last request for a cancellation. */
  readonly cancellationRequest: CancellationRequestFacts | null;
  /** What the customer was given before agreeing, as it was first given. */
  readonly papers: readonly PaperFacts[];
  readonly documents: readonly DocumentFacts[];
  readonly mails: readonly MailFacts[];
  /** What happened to the money, newest first. */
  readonly entries: readonly EntryFacts[];
  /** How the account of the policy stands; null without a policy. */
  readonly account: AccountSummary | null;
  readonly reversals: readonly ReversalFacts[];
  readonly dueCharge: DueChargeFacts | null;
  readonly paymentLink: PaymentLinkFacts | null;
  /** Corrections of the policy, newest first. */
  readonly amendments: readonly AmendmentFacts[];
  readonly acts: readonly ActFacts[];
  /** The time line begins with the oldest event. */
  readonly timeLine: readonly TimeLineEntry[];
  readonly isCut: readonly string[];
}

export interface QuoteFacts
  extends QuoteInputs,
    Pick<Quote, 'quotedOn' | 'rateBookVersion' | 'taxTableVersion' | 'options'> {
  readonly revision: number;
  readonly revisedAt: string;
}

export interface RevisionFacts
  extends Pick<SaleRow, 'revision' | 'effectiveDate' | 'series' | 'vin' | 'applicantName'>,
    Pick<Quote, 'quotedOn' | 'rateBookVersion' | 'taxTableVersion'> {
  /** When it was made. */
  readonly revisedAt: string;
}

export interface PaymentFacts extends ShownPayment {
  readonly coverageCategory: CoverageCategory;
  readonly paymentTermInYears: number;
  readonly productTypes: readonly string[];
  readonly wasDeclined: boolean;
  readonly ticketExpiresAt: string;
  readonly decidedAt: string | null;
  readonly authorizedAt: string | null;
  readonly expiresAt: string | null;
}

export interface BindFacts {
  readonly attempt: number;
  readonly state: BindState;
  readonly step: BindStep;
  readonly stepAt: string;
  readonly leaseUntil: string;
  readonly takeovers: number;
  /** Why the outcome is still unknown: an outside party is unavailable. */
  readonly failure: Failure | null;
  readonly unclearCause: string | null;
  readonly unclearTries: number;
  readonly nextTryAt: string;
  readonly policyNumber: string;
  /** The request: coverage, term, products, payment. No bank details. */
  readonly agreed: Readonly<Record<string, unknown>>;
}

export interface PolicyFacts
  extends Pick<
    Policy,
    | 'policyNumber'
    | 'boundOn'
    | 'effectiveDate'
    | 'expiryDate'
    | 'coverageCategory'
    | 'paymentTermInYears'
    | 'products'
    | 'premiumCents'
    | 'taxCents'
  > {
  readonly boundAt: string;
  readonly totalCents: number;
  readonly paymentMethod: PaymentMethod;
  readonly reference: string | null;
  /** What the customer has acknowledged; empty if the partner told nothing. */
  readonly acknowledgements: readonly Acknowledgement[];
  /** The full texts that it was bound on. */
  readonly wordings: readonly PolicyWording[];
  readonly cancelledOn: string | null;
  /** The last day on which the customer may rescind. */
  readonly rescindableUntil: string;
  /** The latest amendment counts. */
  readonly inputs: QuoteInputs;
}

/** A paper that the customer was given. */
export interface PaperFacts {
  readonly downloadId: string;
  readonly kind: string;
  readonly version: string;
  /** Null if the service has no text of it any more. */
  readonly title: BilingualName | null;
  /** Null if the service has nothing of it any more. */
  readonly givenAt: string | null;
  /** Null until it is acknowledged with a bind. */
  readonly acknowledgedAt: string | null;
}

/** A paper that was given; the latest stands first. */
export interface PaperOnRecord extends Omit<PaperFacts, 'acknowledgedAt'> {
  readonly says: StatedTerms;
}

/**
 * Joins what was given with what the customer has acknowledged of it, in the order in which it was given first: of a
 * policy the papers of its sale, each kind as it was acknowledged or else given last; before that, all of them.
 */
export function papersOf(given: readonly PaperOnRecord[], policy: Policy | null): readonly PaperFacts[] {
  const { acknowledgements = [] } = policy ?? {};
  const isAcknowledged = ({ downloadId }: PaperOnRecord) =>
    acknowledgements.some((one) => one.downloadId === downloadId);
  const choice = policy && choiceOf(policy);
  const fitting = given.filter((paper) => choice === null || isAcknowledged(paper) || isOfChoice(paper.says, choice));
  const shown = fitting.filter((paper, place) => {
    const isSameKind = (one: PaperOnRecord) => one.kind === paper.kind;
    if (choice === null || isAcknowledged(paper)) return true;
    return !fitting.some((one) => isSameKind(one) && isAcknowledged(one)) && fitting.findIndex(isSameKind) === place;
  });
  return [
    ...shown.toReversed().map(({ says: _, ...paper }) => ({
      ...paper,
      acknowledgedAt: acknowledgements.find((one) => one.downloadId === paper.downloadId)?.acknowledgedAt ?? null,
    })),
    ...acknowledgements
      .filter((one) => !given.some((paper) => paper.downloadId === one.downloadId))
      .map((one) => ({ ...one, title: null, givenAt: null })),
  ];
}

function choiceOf({
  coverageCategory,
  paymentTermInYears,
  products,
  totalWithTaxCents,
  payment,
}: Policy): StatedChoice {
  const loan = loanOf(payment);
  return {
    coverage: { coverageCategory, paymentTermInYears, productTypes: products.map(({ productType }) => productType) },
    loan: loan && {
      priceCents: totalWithTaxCents,
      loanTermInMonths: loan.loanTermInMonths,
      downPaymentCents: loan.downPaymentCents,
      firstInstallmentDate: loan.firstInstallmentDate,
    },
  };
}

export interface AmendmentFacts extends Pick<Amendment, 'number' | 'madeOn' | 'changed'> {
  readonly documentId: string;
  readonly reason: string;
  readonly actorName: string;
  readonly createdAt: string;
}

export interface CancellationFacts {
  readonly kind: CancellationKind;
  /** The first day without cover. */
  readonly cancelledOn: string;
  /** Whether that day has come: until then it can be withdrawn. */
  readonly isInEffect: boolean;
  readonly requestedBy: CancellationParty;
  readonly ground: CancellationGround;
  /** What becomes of the cost of used days that nobody has paid. */
  readonly usedDays: UsedDays;
  /** The days of notice that the insurer had to give; null if another party asked. */
  readonly noticeDays: number | null;
  readonly premiumBackCents: number;
  readonly taxBackCents: number;
  readonly refundCents: number;
  readonly route: RefundRoute;
  /** Who gives back what to whom. */
  readonly refunds: readonly Refund[];
  readonly writtenOffCents: number;
  readonly stillOwedCents: number;
  readonly reason: string;
  readonly actorName: string;
  readonly createdAt: string;
}

export interface DocumentFacts {
  readonly documentId: string;
  readonly kind: DocumentKind;
  readonly filename: string | null;
  readonly madeAt: string | null;
  readonly bytes: number | null;
  /** The version of the operator's own words that it is printed in; null: the built-in ones. */
  readonly textsVersion: string | null;
  readonly fetches: readonly { readonly fetchedAt: string; readonly requestId: string }[];
}

export interface MailFacts {
  readonly mailId: string;
  readonly kind: MailKind;
  /** Which amendment or refusal of the policy it is; 1 for other kinds. */
  readonly number: number;
  readonly to: string;
  readonly documentIds: readonly string[];
  readonly state: 'due' | 'sending' | 'sent' | 'undeliverable' | 'dropped';
  readonly round: number;
  readonly attempts: number;
  /** Null if it has ended or is left to the operator. */
  readonly nextAttemptAt: string | null;
  readonly failure: Failure | null;
  readonly lastCause: string | null;
  readonly subject: string | null;
  readonly sentAt: string | null;
  /** Whether what it said can be looked at. */
  readonly isKept: boolean;
}

export interface EntryFacts {
  readonly entryId: EntryId;
  readonly kind: EntryKind;
  readonly amountCents: number;
  /** The day of whoever did it. */
  readonly happenedOn: string;
  readonly recordedAt: string;
  readonly recordedBy: Recorder;
  /** What an operator has typed, or what the party calls it. */
  readonly reference: string | null;
  readonly cardPaymentId: string | null;
  /** The entry of the payment that it is about, and of the dispute that it ends. */
  readonly paymentId: EntryId | null;
  readonly disputeId: EntryId | null;
  /** It was made by mistake, and taken back. */
  readonly isVoided: boolean;
  /** It can be taken back. */
  readonly mayVoid: boolean;
}

export interface ReversalFacts {
  readonly reversalId: string;
  readonly payee: RefundPayee;
  readonly paymentId: string | null;
  readonly amountCents: number;
  readonly state: RefundWork['state'];
  readonly attempts: number;
  /** Null if it has ended. */
  readonly nextAttemptAt: string | null;
  readonly failure: Failure | null;
  readonly lastCause: string | null;
  readonly settledReference: string | null;
  readonly createdAt: string;
  readonly acts: readonly Act[];
}

export interface DueChargeFacts extends ShownCharge {
  readonly paymentId: string;
  readonly amountCents: number;
  readonly dueOn: string;
  /** How often it was tried. */
  readonly attempts: number;
  readonly failure: Failure | null;
  readonly lastCause: string | null;
  /** Its outcome is unknown for more than a day: the operator may say what became of it. */
  readonly isUnclearForADay: boolean;
  readonly acts: readonly Act[];
  /** When the customer was told that cover may be ended. */
  readonly lapseNoticedOn: string | null;
}

/** The link by which the customer can pay. */
export interface PaymentLinkFacts {
  readonly madeAt: string;
  /** Null: as long as there is something to pay. */
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
  /** The day on which the new card is charged; null: at once. */
  readonly chargeOn: string | null;
  /** The payment whose card was taken; null: none yet. */
  readonly paymentId: string | null;
}

export interface ActFacts {
  readonly actedAt: string;
  readonly actorKind: Actor['kind'];
  readonly actorName: string;
  readonly action: OperatorAction;
  readonly subject: string;
  readonly reason: string;
  readonly facts: Readonly<Record<string, unknown>>;
}

export interface TimeLineEntry {
  readonly at: string;
  readonly part: 'quote' | 'payment' | 'bind' | 'policy' | 'document' | 'mail' | 'money' | 'operator';
  /** What happened; of an operator, the action. */
  readonly event: SaleEvent | OperatorAction;
  readonly facts: SaleFacts;
}
