import { randomUUID } from 'node:crypto';
import { isSameBind } from '../../domain/bind/is-same-bind.ts';
import type { BindForm } from '../../domain/bind/judge-bind.ts';
import { entryOfCharge, entryOfSale } from '../../domain/books/entry-of.ts';
import type { PlainDate } from '../../domain/calendar.ts';
import type { DocumentId } from '../../domain/ids.ts';
import type { Seller } from '../../domain/partner/seller.ts';
import { isPaidBy } from '../../domain/payment-method.ts';
import type { Policy } from '../../domain/policy/policy.ts';
import type { DocumentKind } from '../../domain/policy/policy-view.ts';
import { selectCoverage } from '../../domain/quote/selection.ts';
import { type Refused, refusal, refused } from '../../domain/refusal.ts';
import type { CallContext } from '../../ports/outcome.ts';
import { type Agreed, abandonBind, recordIntent, releaseBind, takeOverBind } from '../../store/bind/bind.ts';
import { readCardPayment } from '../../store/card/card-payment.ts';
import type { Database } from '../../store/database.ts';
import { issuePolicy } from '../../store/policy/policy.ts';
import { type BoundPolicy, readSale, type Sale } from '../../store/quote/sale.ts';
import type { ReferenceVersion } from '../../store/reference/keeper.ts';
import { withId } from '../books/with-id.ts';
import { completeDisclosures } from '../disclosure/complete-disclosures.ts';
import { writeEvent } from '../event/record-event.ts';
import { newId } from '../new-id.ts';
import type { Parts } from '../parts.ts';
import { IssueRefused, runStep } from '../points.ts';
import { claimOnce, type JudgeClaim } from './claim-once.ts';
import { abortBind, reverseStrayMoney } from './give-up.ts';
import { issuedView } from './issued-view.ts';
import { type JudgeAsked, type JudgedBindWithPapers, judgeWholeBind } from './judge.ts';
import { keepLease } from './lease.ts';
import { type ClaimedBind, isTaken, type MovingStep, type Payment, type PaymentResult } from './payment.ts';
import { moneyOf, stepLeftAt } from './payment-step.ts';
import { writePolicy } from './write-policy.ts';

/**
 * Binds a quote. The customer pays and is covered, or does not pay and is not covered; once, whichever process crashes.
 *
 *   1. judge     check the contract's rules against the quote
 *   2. claim     the first durable write: one row with one holder and a lease that is renewed while the bind runs
 *   3. intent    committed before the processor or the lender is called: from here on money may have moved
 *   4. move      the charge or the loan, under a key that never changes for the attempt
 *   5. issue     policy, documents, payment, books, mail, event and audit row, in one statement fenced by the claim
 *
 * A crash before 3 moves no money: the claim is released. A crash after 3 leaves a claim whose lease expires; the
 * partner's repeat or the job takes it over and asks the processor or the lender first. If money moved, it continues
 * with 5. If not, it releases the claim and the application is quoted again. If the policy can't be issued, the money
 * is reversed.
 */
export type BindParts = Parts<
  | 'database'
  | 'reference'
  | 'log'
  | 'readTerms'
  | 'failpoint'
  | 'cards'
  | 'lender'
  | 'clock'
  | 'isProduction'
  | 'samples'
  | 'linkBox'
>;

export interface BindAsked extends JudgeAsked {
  /** The reference data by which the seller was admitted: the oldest by which anything of it is judged. */
  readonly judgedBy: ReferenceVersion;
  /** What else must hold in the transaction of the claim. */
  readonly judgeClaim?: JudgeClaim;
}

export type BindResult =
  | Carried
  /** The same request has bound it already. */
  | { readonly kind: 'replayed'; readonly policy: Policy; readonly documentDownloadId: DocumentId };

type Carried = { readonly kind: 'bound'; readonly bound: Bound } | Refused;

export interface Bound {
  readonly policy: Policy;
  readonly documents: Readonly<Partial<Record<DocumentKind, DocumentId>>>;
  /** When the card was charged or, for a later charge, verified. */
  readonly cardAt: Date | null;
}

/** Another request changed the sale meanwhile, and each further try starts from what that one did. */
const triesMax = 4;

export async function bind(parts: BindParts, asked: BindAsked, context: CallContext): Promise<BindResult> {
  for (let tries = 0; tries < triesMax; tries += 1) {
    const result = await tryBind(parts, asked, context);
    if (result.kind !== 'changed') return result;
  }
  return refused(refusal('BindInProgress'));
}

type Tried = BindResult | { readonly kind: 'changed' };

async function tryBind(parts: BindParts, asked: BindAsked, context: CallContext): Promise<Tried> {
  const { seller, today, form } = asked;
  // Read the payment first: if another request binds with it meanwhile, the sale is then seen as bound, instead of the
  // payment as used.
  const payment = await findPayment(parts.database, seller, form);
  const sale = await readSale(parts.database, seller.id, form.applicationId);
  if (sale === null) return refused(refusal('ApplicationNotFound', 'applicationId'));
  if (sale.bound !== null) return replay(sale.bound, form);
  switch (sale.claim) {
    case 'running':
      return refused(refusal('BindInProgress'));
    case 'abandoned':
      return finishForRepeat(parts, { seller, sale, repeat: form }, context);
    case 'none':
  }

  const judged = await judgeWholeBind(parts, asked, { sale, payment });
  if (!judged.ok) return refused(...judged.refusals);
  const { request } = judged;
  const terms = await parts.readTerms(sale, seller);
  const claimed = await runStep(parts, { context, claim: null }, 'claim', () =>
    claimOnce(parts.database, {
      seller,
      sale,
      owner: randomUUID(),
      agreed: agree(form, judged, today),
      judgedBy: asked.judgedBy,
      judgeClaim: asked.judgeClaim ?? null,
    }),
  );
  if (claimed.kind !== 'claimed') return claimed;
  const { claim } = claimed;
  return carry(
    parts,
    { claim, sale, seller, selection: request.selection, terms, context },
    moneyOf(request, claim.agreed.boundOn),
  );
}

/** Runs a new claim: intent, money, issue. */
async function carry(parts: BindParts, claimed: ClaimedBind, money: MovingStep | Payment): Promise<Carried> {
  const lease = keepLease(parts.database, claimed.claim);
  try {
    if (money.kind !== 'step') return await issue(parts, claimed, money);
    const isOurs = await runStep(parts, claimed, 'intent', () =>
      recordIntent(parts.database, claimed.claim, money.step),
    );
    if (!isOurs || !lease.isHeld()) return refused(refusal('BindIncomplete')); // Taken over before anything was sent.

    const result = await move(parts, claimed, money);
    switch (result.kind) {
      case 'moved':
        return await issue(parts, claimed, result.money);
      case 'refused':
        return await release(parts, claimed, result);
      case 'nothing': // The party was asked after an unknown outcome and has nothing: the partner may repeat.
        await abandonBind(parts.database, claimed.claim, { failure: 'interrupted', cause: 'nothing moved' });
        return refused(refusal('BindIncomplete'));
      case 'unclear':
        await abandonBind(parts.database, claimed.claim, result);
        return refused(result.refusal);
    }
  } finally {
    lease.end();
  }
}

/** Moves the money. If the outcome is unknown, asks the party once: most often it knows. */
async function move(parts: BindParts, claimed: ClaimedBind, money: MovingStep): Promise<PaymentResult> {
  const result = await runStep(parts, claimed, money.point, () => money.move(parts, claimed));
  if (result.kind !== 'unclear') return result;
  const answer = await runStep(parts, claimed, 'ask', () => money.ask(parts, claimed));
  return answer.kind === 'nothing' && !money.trustsNotFound ? result : answer;
}

/** Issues the policy, or reverses the money if that fails. */
async function issue(parts: BindParts, claimed: ClaimedBind, money: Payment): Promise<Carried> {
  const { wordings, rescissionRules } = parts.reference();
  const { policy, documents } = writePolicy(claimed, money, { newId: newId<DocumentId>, wordings, rescissionRules });
  try {
    await parts.failpoint('before issue', claimed.context, claimed.claim);
  } catch (error) {
    if (!(error instanceof IssueRefused)) throw error;
    // If no money moved, there is nothing to reverse.
    if (isTaken(money)) return refused(await abortBind(parts, claimed, money));
  }
  const charge = money.kind === 'charge' ? money.charge : null;
  const cardAt = cardAtOf(money);
  const view = issuedView(policy, { seller: claimed.seller, documents, cardAt, boundAt: claimed.claim.heldSince });
  const isIssued = await issuePolicy(parts.database, claimed.claim, {
    sellerId: claimed.seller.id,
    policy,
    documents: Object.entries(documents).map(([kind, id]) => ({ id, kind: kind as DocumentKind })),
    papers: completeDisclosures(parts, claimed, policy, money),
    mailId: newId(),
    charge,
    booked: [entryOfSale(policy, claimed.terms), ...chargesOf(money)].map(withId),
    event: writeEvent({ type: 'policy.issued', sellerId: claimed.seller.id, view }),
    moneyStatus: view.moneyStatus,
  });
  await parts.failpoint('after issue', claimed.context, claimed.claim);
  if (!isIssued) return overtaken(parts, claimed, money);
  parts.log.info('policy issued', {
    requestId: claimed.context.requestId,
    applicationId: policy.applicationId,
    policyNumber: policy.policyNumber,
  });
  return { kind: 'bound', bound: { policy, documents, cardAt } };
}

function cardAtOf(money: Payment): Date | null {
  switch (money.kind) {
    case 'none':
    case 'loan':
      return null;
    case 'scheduled':
      return money.payment.authorizedAt;
    case 'charge':
      return new Date(money.charge.chargedAt);
  }
}

function chargesOf(money: Payment) {
  return money.kind === 'charge'
    ? [entryOfCharge({ ...money.charge, key: money.key, paymentId: money.payment.id })]
    : [];
}

/** Another instance took the claim over. It knows our keys; money that it does not use is reversed. */
async function overtaken(parts: BindParts, claimed: ClaimedBind, money: Payment): Promise<Carried> {
  if (!isTaken(money)) return refused(refusal('BindIncomplete'));
  await reverseStrayMoney(parts, claimed, money);
  return refused(refusal('BindInProgress'));
}

async function release(
  parts: BindParts,
  claimed: ClaimedBind,
  result: Extract<PaymentResult, { readonly kind: 'refused' }>,
) {
  const { refusal: cause, isCardOver } = result;
  const wasOurs = await runStep(parts, claimed, 'release', () =>
    releaseBind(parts.database, claimed.claim, cause.code, isCardOver),
  );
  // Taken over: the refusal may come from a key that the other instance closed, and the application may be bound by
  // now.
  return refused(wasOurs ? cause : refusal('BindInProgress'));
}

/** The partner's repeat of a bind that was left: the bind is finished first. */
async function finishForRepeat(
  parts: BindParts,
  { seller, sale, repeat }: Abandoned & { readonly repeat: BindForm },
  context: CallContext,
): Promise<Tried> {
  const finished = await finishAbandoned(parts, { seller, sale, repeat }, context);
  switch (finished.kind) {
    case 'bound':
      return isSameBind(finished.bound.policy, repeat) ? finished : refused(refusal('QuoteAlreadyBound'));
    case 'refused':
      return finished;
    case 'released':
      return { kind: 'changed' };
  }
}

export interface Abandoned {
  readonly seller: Seller;
  readonly sale: Sale;
  /** The partner's repeat; null if the job finishes the bind. */
  readonly repeat: BindForm | null;
}

/** Refused: the outcome is still unknown, or another instance is running the bind. */
export type Finished = Carried | { readonly kind: 'released' };

function causeOf(result: Extract<PaymentResult, { readonly kind: 'nothing' | 'refused' }>): string {
  return result.kind === 'refused' ? result.refusal.code : 'nothing moved';
}

/**
 * Longer than any of our calls, and short enough to finish a crashed instance's bind within 30 s. A processor may take
 * longer than we wait: a hold or a loan is closed before another way to pay is taken, and the sweep finds a late charge
 * of a saved card.
 */
const callEndsWithinMs = 25_000;
/** After this many failed takeovers, the policy can't be issued. */
const takeoversMax = 10;

/** Finishes an abandoned bind: asks what moved, then issues the policy, reverses the money or releases the claim. */
export async function finishAbandoned(
  parts: BindParts,
  { seller, sale, repeat }: Abandoned,
  context: CallContext,
): Promise<Finished> {
  const claim = await takeOverBind(parts.database, sale, randomUUID());
  if (claim === null) return refused(refusal('BindInProgress'));
  const lease = keepLease(parts.database, claim);
  try {
    const claimed = await claimedBindOf(parts, { claim, sale, seller, context });
    const result = await findOut(parts, claimed, repeat);
    switch (result.kind) {
      case 'moved': {
        const { money } = result;
        if (claim.takeovers > takeoversMax && isTaken(money)) return refused(await abortBind(parts, claimed, money));
        return await issue(parts, claimed, money);
      }
      case 'nothing':
      case 'refused':
        await runStep(parts, claimed, 'release', () =>
          releaseBind(parts.database, claim, causeOf(result), result.isCardOver ?? false),
        );
        return { kind: 'released' };
      case 'unclear':
        await abandonBind(parts.database, claim, result);
        return refused(result.refusal);
    }
  } finally {
    lease.end();
  }
}

/**
 * Asks what moved. "Nothing" is accepted at once only if the repeat uses the same money; otherwise a call that may
 * still be under way must have ended first.
 */
async function findOut(parts: BindParts, claimed: ClaimedBind, repeat: BindForm | null): Promise<PaymentResult> {
  const money = await stepLeftAt(parts.database, claimed);
  // The partner has had the money of a policy that is entered again since its own bind.
  if (money === null)
    return claimed.claim.agreed.isEntered === true ? { kind: 'moved', money: { kind: 'none' } } : { kind: 'nothing' };
  const result = await runStep(parts, claimed, 'ask', () => money.ask(parts, claimed));
  if (result.kind !== 'nothing') return result;
  const next = repeat === null ? 'none' : money.isSamePayment(repeat) ? 'same' : 'other';
  if (next !== 'same' && claimed.claim.stepAgeMs < callEndsWithinMs)
    // The party has answered, but a call may still be under way.
    return { kind: 'unclear', refusal: refusal('BindInProgress'), failure: 'waiting', cause: 'may still come' };
  return money.close(parts, claimed, next);
}

/** Rebuilds it from the claim. */
async function claimedBindOf(
  { readTerms }: BindParts,
  found: Omit<ClaimedBind, 'selection' | 'terms'>,
): Promise<ClaimedBind> {
  const { claim, sale, seller } = found;
  const { productTypes: selectedProducts, ...agreed } = claim.agreed;
  const chosen = selectCoverage(sale.options, { ...agreed, series: sale.series, selectedProducts });
  // It was checked before the claim, and a claimed application can't be revised.
  if (!chosen.ok) throw new Error(`The bind of ${sale.applicationId} agreed on what was not quoted.`);
  return { ...found, selection: chosen.selection, terms: await readTerms(sale, seller) };
}

async function findPayment(database: Database, seller: Seller, { applicationId, paymentId, paymentMethod }: BindForm) {
  if (!isPaidBy('card', paymentMethod) || paymentId === null) return null;
  return readCardPayment(database, { sellerId: seller.id, applicationId, id: paymentId });
}

function agree(
  form: BindForm,
  { request: { selection, paying }, acknowledgements }: JudgedBindWithPapers,
  boundOn: PlainDate,
): Agreed {
  return {
    coverageCategory: form.coverageCategory,
    paymentTermInYears: form.paymentTermInYears,
    productTypes: selection.products.map(({ productType }) => productType),
    paymentMethod: form.paymentMethod,
    paymentReference: form.paymentReference,
    paymentId: paying.by === 'card' ? paying.payment.id : null,
    financing: paying.by === 'loan' ? paying.loan : null,
    boundOn,
    acknowledgements,
  };
}

function replay({ policy, documentDownloadId }: BoundPolicy, form: BindForm): BindResult {
  return isSameBind(policy, form)
    ? { kind: 'replayed', policy, documentDownloadId }
    : refused(refusal('QuoteAlreadyBound'));
}
