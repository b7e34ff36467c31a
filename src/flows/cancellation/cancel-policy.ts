import { mayStillPay } from '../../documents/refund-text.ts';
import { backOf } from '../../domain/books/entry-of.ts';
import type { ProductTerms } from '../../domain/books/product-terms.ts';
import { taxLines } from '../../domain/books/split-tax.ts';
import { addDays, type PlainDate } from '../../domain/calendar.ts';
import type { Cancellation } from '../../domain/cancellation/cancellation.ts';
import type { SaleFacts } from '../../domain/history/sale-event.ts';
import type { DocumentId } from '../../domain/ids.ts';
import type { Actor } from '../../domain/operator/operator.ts';
import { isOperatorRefusal, type OperatorRefusal, refuseOperator } from '../../domain/operator/operator-refusal.ts';
import { type Seller, todayOf } from '../../domain/partner/seller.ts';
import type { TaxLine } from '../../domain/policy/policy.ts';
import type { RefundRoute } from '../../domain/refund/refund-plan.ts';
import { bookForQuote } from '../../domain/tariff/book-for-quote.ts';
import { readAccount, type StoredAccount } from '../../store/account/account.ts';
import { note } from '../../store/audit/audit.ts';
import { insertCancellation, withdraw } from '../../store/cancellation/cancellation.ts';
import { acceptOpenRequest, readOpenRequest } from '../../store/cancellation/cancellation-request.ts';
import type { Tx } from '../../store/database.ts';
import { addDocument } from '../../store/document/document.ts';
import { mail } from '../../store/mail/policy-mail.ts';
import { lockPolicy } from '../../store/policy/lock-policy.ts';
import { readTariffs, readTariffVersions } from '../../store/reference/tariffs.ts';
import { readBooks } from '../../store/tariff/rate-book.ts';
import { applyConsequences } from '../account/apply-consequences.ts';
import { reopenAccount } from '../account/open-account.ts';
import { taxedSaleOf } from '../account/record-report.ts';
import { readTermsOfPolicy } from '../books/read-terms.ts';
import { recordEvent } from '../event/record-event.ts';
import { newId } from '../new-id.ts';
import { correctOnRecord, type PolicyAsked } from '../operator/correction.ts';
import type { Parts } from '../parts.ts';
import { taxChangeBy } from '../tax/judge-tax.ts';
import { ensureLink } from '../unpaid/ensure-link.ts';
import {
  type AskedFor,
  type DraftedCancellation,
  draftCancellation,
  type InsurerNotices,
} from './draft-cancellation.ts';

/*
 * Cancels a policy. Preview and cancellation use the same calculation. The cancellation, the notice, its mail, the
 * audit row, the event, the end of a partner's request and the operator's act commit in one transaction, and with them
 * what the refund plan says, if its day has come; else a job carries it out on its day. Background jobs then refund the
 * card or cancel the loan, as for a failed bind, and send the mail.
 */

export type CancelParts = Parts<'database' | 'now' | 'linkBox' | 'reference' | 'lender'>;

export interface CancellationOrder extends AskedFor, PolicyAsked {
  /** What the preview showed the operator. */
  readonly shown: { readonly refundCents: number; readonly route?: RefundRoute };
  /** The partner's request that it accepts. Refused if that is not open any more. */
  readonly requestId?: string;
}

export interface MadeCancellation extends DraftedCancellation {
  /** The id of the notice that the customer gets. */
  readonly documentId: DocumentId;
}

export async function cancelPolicy(
  { database, now, ...parts }: CancelParts,
  actor: Actor,
  order: CancellationOrder,
): Promise<MadeCancellation | OperatorRefusal> {
  const { policyNumber, shown } = order;
  const isInDefault = await isLoanInDefault({ ...parts, database }, policyNumber, order);
  return correctOnRecord(database, { actor, reason: order.reason }, async (tx, reason) => {
    await lockPolicy(tx, policyNumber);
    if (await isNotOpen(tx, order)) return refuseOperator('RequestNotOpen', 'policyNumber');
    const drafted = await draft({ tx, now }, policyNumber, { ...order, isInDefault });
    if (isOperatorRefusal(drafted)) return drafted;
    const { policy, stored } = drafted;
    const { refundCents, plan } = drafted.cancellation;
    if (refundCents !== shown.refundCents || (shown.route ?? plan.route) !== plan.route)
      return refuseOperator('CancellationChanged', 'shown');

    // A rescission, in place of what was still ahead.
    if (stored.cancellationTerms !== null) await withdraw(tx, { policyNumber, by: 'operator' });
    const documentId = newId<DocumentId>();
    const taxesBack = taxesBackOf(drafted.cancellation, await readTermsOfPolicy(tx, stored));
    const cancellation = { ...drafted.cancellation, taxesBack };
    await insertCancellation(tx, { policyNumber, cancellation, reason, actor, documentId });
    await addDocument(tx, { policyNumber, id: documentId, kind: 'cancellation' });
    const { kind, cancelledOn, requestedBy, ground, noticeDays, noticeRule, usedDays } = cancellation;
    const { payableUntil } = cancellation;
    const told = { kind, ground, cancelledOn, plan, ...(payableUntil !== undefined && { payableUntil }) };
    await mail(tx, { id: newId(), policyNumber, kind: 'cancellation', documentIds: [documentId], facts: told });
    const facts = { kind, cancelledOn, refundCents, route: plan.route } satisfies SaleFacts;
    const { applicationId } = policy;
    await note(tx, { applicationId, event: 'policy cancelled', facts: { policyNumber, ...facts } });
    const today = todayOf(stored.seller, now);
    // First: while it is open, a cancellation does not take effect.
    const isRequested = await acceptOpenRequest(tx, { policyNumber });
    // The mail with the notice tells of the page on which the used days can be paid.
    const { open } = await applyConsequences(parts, (await reopenAccount(tx, policyNumber, { today, now }))!);
    // The page that the notice names is there as long as it says.
    if (mayStillPay(cancellation) && stored.charge !== null) await ensureLink(parts, open, { isUnlimited: true });
    await recordEvent(tx, { type: 'policy.cancelled', policyNumber, sellerId: stored.seller.id, today });
    return {
      action: ground === 'Rescission' ? 'rescind policy' : 'cancel policy',
      subject: policyNumber,
      applicationId,
      facts: { ...facts, requestedBy, ground, noticeDays, noticeRule, usedDays, isRequested },
      result: { policy, cancellation, documentId },
    };
  });
}

/** The operator has seen a request that the partner has taken back or replaced since. */
async function isNotOpen(tx: Tx, { policyNumber, requestId }: CancellationOrder): Promise<boolean> {
  return requestId !== undefined && (await readOpenRequest(tx, { policyNumber }))?.id !== requestId;
}

/** Cancels the seller's policy flat for the sandbox, as an operator does. Does nothing if that can't be done. */
export async function cancelAtOnce(parts: CancelParts, seller: Seller, policyNumber: string): Promise<void> {
  const stored = await readAccount(parts.database, policyNumber);
  if (stored?.seller.id !== seller.id) return;
  const asked = { kind: 'flat', cancelledOn: stored.policy.effectiveDate } as const;
  const drafted = await previewCancellation(parts, policyNumber, asked);
  if (isOperatorRefusal(drafted)) return;
  const order = { ...asked, policyNumber, reason: 'a fault was asked for', shown: drafted.cancellation };
  await cancelPolicy(parts, { kind: 'command line', name: 'sandbox' }, order);
}

/** Split product by product, as the books do it: the parts add up to the tax that is given back. */
function taxesBackOf({ lines }: Cancellation, terms: readonly ProductTerms[]): readonly TaxLine[] {
  return taxLines(lines.map(backOf), terms);
}

type Drafted = DraftedCancellation & { readonly stored: StoredAccount };

/** What a cancellation would come to now. Writes nothing. */
export async function previewCancellation(
  { database, lender, now }: PreviewParts,
  policyNumber: string,
  asked: AskedFor,
): Promise<Drafted | OperatorRefusal> {
  const isInDefault = await isLoanInDefault({ lender, database }, policyNumber, asked);
  return draft({ tx: database, now }, policyNumber, { ...asked, isInDefault });
}

type PreviewParts = Parts<'lender' | 'now'> & { readonly database: Tx };

/**
 * Whether the lender says that the customer is behind with the loan. Nobody else knows; it is asked before the
 * transaction, and only for a non-payment. Without an answer it is not known to be.
 */
async function isLoanInDefault(
  { lender, database }: Parts<'lender'> & { readonly database: Tx },
  policyNumber: string,
  { ground }: AskedFor,
): Promise<boolean> {
  if (ground !== 'NonPayment') return false;
  if ((await readAccount(database, policyNumber))?.record.paidBy !== 'loan') return false;
  const loan = await lender.find(policyNumber, { requestId: `default-${policyNumber}`, fault: null });
  return loan.kind === 'done' && loan.value?.status === 'InDefault';
}

async function draft(
  { tx, now }: { readonly tx: Tx; readonly now: Date },
  policyNumber: string,
  asked: AskedFor,
): Promise<Drafted | OperatorRefusal> {
  const stored = await readAccount(tx, policyNumber);
  if (stored === null) return refuseOperator('NotFound', 'policyNumber');
  const notices = asked.requestedBy === 'insurer' ? await readNotices(tx, todayOf(stored.seller, now)) : undefined;
  const drafted = draftCancellation(stored, asked, now, notices);
  if (isOperatorRefusal(drafted)) return drafted;
  const cancellation = { ...drafted.cancellation, ...(await payableUntilOf(tx, stored, drafted.cancellation)) };
  return { ...drafted, cancellation, stored };
}

/** Tax follows the day of payment: from a change on, the price is not the right one. */
async function payableUntilOf(tx: Tx, stored: StoredAccount, { ground, plan, cancelledOn, madeOn }: Cancellation) {
  if (ground !== 'NonPayment' || plan.isDue) return {};
  const change = taxChangeBy(await readTariffs(tx), taxedSaleOf({ stored }), addDays(cancelledOn, -1));
  if (change === null) return {};
  return { payableUntil: change <= madeOn ? null : addDays(change, -1) };
}

/** Reads the notices from the rate book that is in force on the day of the notice. */
async function readNotices(tx: Tx, today: PlainDate): Promise<InsurerNotices> {
  const rateBook = bookForQuote(await readBooks(tx), { today, effectiveDate: today })?.version ?? null;
  const { rateBooks } = await readTariffVersions(tx, rateBook === null ? [] : [rateBook], []);
  return { rateBook, rules: rateBooks[0]?.insurerNotices ?? [] };
}
