import { factOfCancellation } from '../../domain/books/book-facts.ts';
import type { ProductTerms } from '../../domain/books/product-terms.ts';
import { taxLines } from '../../domain/books/split-tax.ts';
import type { PlainDate } from '../../domain/calendar/calendar.ts';
import { chargeKey } from '../../domain/card-payment/card-payment.ts';
import type { DocumentId } from '../../domain/ids.ts';
import type { Actor } from '../../domain/operator/operator.ts';
import { isOperatorRefusal, type OperatorRefusal, refuseOperator } from '../../domain/operator/refusal.ts';
import type { Cancellation, Settlement } from '../../domain/policy/cancellation.ts';
import { cardOf, loanOf, type Policy, type TaxLine } from '../../domain/policy/policy.ts';
import { bookForQuote } from '../../domain/rating/book-for-quote.ts';
import { type Seller, todayOf } from '../../domain/seller.ts';
import { type CancellablePolicy, insertCancellation, lockToCancel, readCancellable } from '../../store/cancellation.ts';
import { acceptOpenRequest } from '../../store/cancellation-request.ts';
import type { Tx } from '../../store/database.ts';
import { readBooks } from '../../store/rate-book.ts';
import { readTariffVersions } from '../../store/reference/tariffs.ts';
import type { NewReversal } from '../../store/reversal.ts';
import { readTermsOf } from '../books/read-terms.ts';
import { newId } from '../new-id.ts';
import type { Parts } from '../parts.ts';
import { correct, type PolicyAsked } from './correction.ts';
import {
  type AskedFor,
  type DraftedCancellation,
  draftCancellation,
  type InsurerNotices,
} from './draft-cancellation.ts';

/*
 * Cancels a policy. Preview and cancellation use the same calculation. The cancellation, the reversal, the notice, its
 * mail, the audit row, the end of a partner's request and the operator's act commit in one transaction; background jobs
 * then refund the card or cancel the loan, as for a failed bind, and send the mail.
 */

export interface CancellationOrder extends AskedFor, PolicyAsked {
  /** What the preview showed the operator. */
  readonly shown: { readonly refundCents: number; readonly settlement: Settlement };
}

export interface MadeCancellation extends DraftedCancellation {
  /** The notice. */
  readonly documentId: DocumentId;
}

export function cancelPolicy(
  { database, now }: Parts<'database' | 'now'>,
  actor: Actor,
  order: CancellationOrder,
): Promise<MadeCancellation | OperatorRefusal> {
  const { policyNumber, shown } = order;
  return correct(database, { actor, reason: order.reason }, async (tx, reason) => {
    await lockToCancel(tx, policyNumber);
    const drafted = await previewCancellation({ database: tx, now }, policyNumber, order);
    if (isOperatorRefusal(drafted)) return drafted;
    const { policy, found } = drafted;
    if (drafted.cancellation.refundCents !== shown.refundCents || drafted.cancellation.settlement !== shown.settlement)
      return refuseOperator('CancellationChanged', 'shown');

    const documentId = newId<DocumentId>();
    const terms = await readTermsOfPolicy(tx, drafted);
    const cancellation = { ...drafted.cancellation, taxesBack: taxesBackOf(drafted.cancellation, terms) };
    const reversal = reversalOf(policy, cancellation, found);
    const booked = factOfCancellation(policy, cancellation, terms, reversal?.key ?? null);
    const made = { policyNumber, cancellation, reason, actor, documentId, reversal, booked };
    if (!(await insertCancellation(tx, made))) return refuseOperator('PolicyAlreadyCancelled');
    const isRequested = await acceptOpenRequest(tx, policyNumber);
    const { kind, cancelledOn, refundCents, settlement, requestedBy, ground, noticeDays, noticeRule } = cancellation;
    return {
      action: 'cancel policy',
      subject: policyNumber,
      applicationId: policy.applicationId,
      facts: { kind, cancelledOn, refundCents, settlement, requestedBy, ground, noticeDays, noticeRule, isRequested },
      result: { policy, cancellation, documentId },
    };
  });
}

/** For the sandbox: cancels the seller's policy flat, as an operator does. Does nothing if that can't be done. */
export async function cancelAtOnce(
  parts: Parts<'database' | 'now'>,
  seller: Seller,
  policyNumber: string,
): Promise<void> {
  const found = await readCancellable(parts.database, policyNumber);
  if (found?.seller.id !== seller.id) return;
  const asked = { kind: 'flat', cancelledOn: found.policy.effectiveDate } as const;
  const drafted = await previewCancellation(parts, policyNumber, asked);
  if (isOperatorRefusal(drafted)) return;
  const order = { ...asked, policyNumber, reason: 'a fault was asked for', shown: drafted.cancellation };
  await cancelPolicy(parts, { kind: 'command line', name: 'sandbox' }, order);
}

function readTermsOfPolicy(tx: Tx, { policy, found }: Drafted): Promise<readonly ProductTerms[]> {
  const { clientId, username, ...versions } = found.priced;
  return readTermsOf(
    tx,
    { ...versions, series: policy.series },
    { username, province: policy.seller.province, integration: { clientId } },
  );
}

/** Split product by product, as the books do it: the parts add up to the tax that is given back. */
function taxesBackOf({ lines }: Cancellation, terms: readonly ProductTerms[]): readonly TaxLine[] {
  const taxed = lines.map(({ productType, taxBackCents }) => ({ productType, taxCents: taxBackCents }));
  return taxLines(taxed, terms);
}

type Drafted = DraftedCancellation & { readonly found: CancellablePolicy };

/** What a cancellation would come to now. Writes nothing. */
export async function previewCancellation(
  { database: tx, now }: { readonly database: Tx; readonly now: Date },
  policyNumber: string,
  asked: AskedFor,
): Promise<Drafted | OperatorRefusal> {
  const found = await readCancellable(tx, policyNumber);
  if (found === null) return refuseOperator('NotFound', 'policyNumber');
  const notices = asked.requestedBy === 'insurer' ? await readNotices(tx, todayOf(found.seller, now)) : undefined;
  const drafted = draftCancellation(found, asked, now, notices);
  if (isOperatorRefusal(drafted)) return drafted;
  // The charge may or may not succeed: try again in a few minutes. After a day, the operator checks at the processor.
  if (found.dueCharge?.state === 'charging' && !found.dueCharge.isUnclear) return refuseOperator('ChargeUnderWay');
  return { ...drafted, found };
}

/** Of the rate book in force on the day of the notice. */
async function readNotices(tx: Tx, today: PlainDate): Promise<InsurerNotices> {
  const rateBook = bookForQuote(await readBooks(tx), { today, effectiveDate: today })?.version ?? null;
  const { rateBooks } = await readTariffVersions(tx, rateBook === null ? [] : [rateBook], []);
  return { rateBook, rules: rateBooks[0]?.insurerNotices ?? [] };
}

/** What the processor or the lender must give back: part or all of the charge, or the loan. */
function reversalOf(
  { payment, policyNumber }: Policy,
  { settlement, refundCents }: Cancellation,
  { charge, dueCharge }: CancellablePolicy,
): NewReversal | null {
  const [card, loan] = [cardOf(payment), loanOf(payment)];
  if (loan !== null) {
    const { loanNumber: externalReference, totalPayableCents: amountCents } = loan;
    return { kind: 'loan', key: policyNumber, cardPaymentId: null, externalReference, amountCents };
  }
  if (card === null || settlement !== 'card-refund') return null;
  // The charge is recorded in the transaction that issued the policy, or in the one that made the later charge.
  if (charge === null) throw new Error(`The charge of ${policyNumber} is not in the journal.`);
  // Of the card that was charged, which may have taken the place of the one that the policy was bound with.
  const { cardPaymentId, holdCents } = charge;
  return {
    kind: 'charge',
    key: chargeKey({ id: cardPaymentId, holdCents }, dueCharge?.tries),
    cardPaymentId,
    externalReference: charge.processorReference,
    amountCents: refundCents,
  };
}
