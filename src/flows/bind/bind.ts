import { randomUUID } from 'node:crypto';
import { type BindForm, type FinancingForm, isSameSet, judgeBind } from '../../domain/bind/judge-bind.ts';
import { entryOfCharge, entryOfSale } from '../../domain/books/entry-of.ts';
import type { PlainDate } from '../../domain/calendar.ts';
import type { DocumentId } from '../../domain/ids.ts';
import { type Cents, parseDollars } from '../../domain/money.ts';
import type { Seller } from '../../domain/partner/seller.ts';
import { isPaidBy } from '../../domain/payment-method.ts';
import { cardOf, type Loan, loanOf, type Policy } from '../../domain/policy/policy.ts';
import type { DocumentKind } from '../../domain/policy/policy-view.ts';
import { select } from '../../domain/quote/selection.ts';
import { type Refusal, type Refused, refusal, refused } from '../../domain/refusal.ts';
import type { BankAccount } from '../../ports/lender.ts';
import type { CallContext } from '../../ports/outcome.ts';
import { type Agreed, abandonBind, intend, releaseBind, takeOverBind } from '../../store/bind/bind.ts';
import { readCardPayment } from '../../store/card/card-payment.ts';
import type { Database, Tx } from '../../store/database.ts';
import { momentMark } from '../../store/event/event.ts';
import { issuePolicy } from '../../store/policy/policy.ts';
import { readSale, type Sale } from '../../store/quote/sale.ts';
import type { ReferenceVersion } from '../../store/reference/keeper.ts';
import { withId } from '../books/record-entry.ts';
import { otherProcessor } from '../card/cards-of.ts';
import { newMark, writeEvent } from '../event/tell.ts';
import { newId } from '../new-id.ts';
import { judgeParties } from '../partner/judge-parties.ts';
import type { Parts } from '../parts.ts';
import { refuseWithoutParty } from '../payment-party.ts';
import { doStep, IssueRefused } from '../points.ts';
import { isRevised } from '../quote/choose-coverage.ts';
import { judgeTax } from '../tax/judge-tax.ts';
import { claimOnce } from './claim-once.ts';
import { giveUp, reverseStrayMoney } from './give-up.ts';
import { issuedView } from './issued-view.ts';
import { judgePapers } from './judge-papers.ts';
import { keepLease } from './lease.ts';
import { type ClaimedBind, isTaken, type Payment, type PaymentResult, type PaymentStep } from './payment.ts';
import { paymentStepOf, paymentSteps } from './payment-step.ts';
import { writePolicy } from './write-policy.ts';

/**
 * The bind. The customer pays and is covered, or does not pay and is not covered; once, whichever process crashes.
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
  'database' | 'reference' | 'log' | 'readTerms' | 'at' | 'cards' | 'lender' | 'clock' | 'isProduction'
>;

export interface BindAsked {
  readonly seller: Seller;
  readonly today: PlainDate;
  readonly now: Date;
  readonly form: BindForm;
  /** The reference data by which the seller was admitted: the oldest by which anything of it is judged. */
  readonly judgedBy: ReferenceVersion;
  /** What else must hold in the transaction of the claim: it locks what it reads, and returns why not. */
  readonly whyNotClaim?: (tx: Tx) => Promise<Refusal | null>;
}

export type BindResult =
  | Carried
  /** Already bound, by the same request. */
  | { readonly kind: 'replayed'; readonly policy: Policy; readonly documentDownloadId: DocumentId };

type Carried = { readonly kind: 'bound'; readonly bound: Bound } | Refused;

export interface Bound {
  readonly policy: Policy;
  readonly documents: Readonly<Partial<Record<DocumentKind, DocumentId>>>;
  /** When the card was charged or, for a later charge, verified. */
  readonly cardAt: Date | null;
}

export async function bind(
  parts: BindParts,
  asked: BindAsked,
  context: CallContext,
  triesLeft = 3,
): Promise<BindResult> {
  const { seller, form } = asked;
  const again = (): Promise<BindResult> | BindResult =>
    triesLeft > 0 ? bind(parts, asked, context, triesLeft - 1) : refused(refusal('BindInProgress'));
  // Read the payment first: if another request binds with it meanwhile, the sale is then seen as bound, instead of the
  // payment as used.
  const payment = await findPayment(parts.database, seller, form);
  const sale = form.applicationId === null ? null : await readSale(parts.database, seller.id, form.applicationId);
  if (sale === null) return refused(refusal('ApplicationNotFound', 'applicationId'));
  if (sale.bound !== null) return replay(sale.bound.policy, sale.bound.documentDownloadId, form);
  if (sale.claim === 'carried') return refused(refusal('BindInProgress'));
  if (sale.claim === 'abandoned') {
    const finished = await finishAbandoned(parts, { seller, sale, repeat: form }, context);
    if (finished.kind === 'bound')
      return isSameBind(finished.bound.policy, form) ? finished : refused(refusal('QuoteAlreadyBound'));
    return finished.kind === 'refused' ? finished : again();
  }

  if (isRevised(sale, form.revision)) return refused(refusal('QuoteRevised', 'revision'));
  const withoutParty = refuseWithoutParty(parts, form.paymentMethod);
  if (withoutParty !== null && seller.paymentMethods.includes(form.paymentMethod)) return refused(withoutParty);
  const judged = judgeBind(form, { seller, today: asked.today, now: asked.now, quoted: sale, payment });
  if (!judged.ok) return refused(...judged.refusals);
  const tax = judgeTax(parts.reference().tariffs, {
    seller,
    quoted: sale,
    coverageCategory: form.coverageCategory,
    selection: judged.selection,
    paidOn: payment?.chargeDate ?? asked.today,
    field: '',
  });
  if (!tax.ok) return refused(tax.refusal);
  const parties = judgeParties(parts.reference(), { seller, quoted: sale, today: asked.today });
  if (parties.length > 0) return refused(...parties);
  const papers = await judgePapers(parts, asked, sale.applicationId, judged.selection);
  if (papers.length > 0) return refused(...papers);
  // A hold or card of another processor can't be used: the customer has to pay again.
  if (payment !== null && otherProcessor(parts.cards, payment.processor) !== null)
    return refused(refusal('CardPaymentExpired', 'cardPayment.paymentId'));

  const terms = await parts.readTerms(sale, seller);
  const agreed = agree(form, { ...judged, payment, today: asked.today });
  const claim = await doStep(parts, { context, claim: null }, 'claim', () =>
    claimOnce(parts.database, {
      seller,
      sale,
      owner: randomUUID(),
      agreed,
      judgedBy: asked.judgedBy,
      whyNot: asked.whyNotClaim ?? null,
    }),
  );
  if (claim !== null && 'code' in claim) return refused(claim);
  if (claim === null) return again(); // Another request was faster: start again from its result.
  const claimed: ClaimedBind = { claim, sale, seller, selection: judged.selection, terms, payment, context };
  return carry(parts, claimed, form.financing === null ? null : (form.financing.bankAccount as BankAccount));
}

/** Runs a new claim: intent, money, issue. */
async function carry(parts: BindParts, claimed: ClaimedBind, bankAccount: BankAccount | null): Promise<Carried> {
  const lease = keepLease(parts.database, claimed.claim);
  try {
    const money = paymentStepOf(claimed);
    if (money.kind !== 'step') return await issue(parts, claimed, money);
    const isOurs = await doStep(parts, claimed, 'intent', () => intend(parts.database, claimed.claim, money.step));
    if (!isOurs || !lease.isHeld()) return refused(refusal('BindIncomplete')); // Taken over before anything was sent.

    const result = await move(parts, claimed, money, bankAccount);
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
async function move(parts: BindParts, claimed: ClaimedBind, money: PaymentStep, bankAccount: BankAccount | null) {
  const result = await doStep(parts, claimed, money.point, () => money.move(parts, claimed, bankAccount));
  if (result.kind !== 'unclear') return result;
  const answer = await doStep(parts, claimed, 'ask', () => money.ask(parts, claimed));
  return answer.kind === 'nothing' && !money.isNothingBelieved ? result : answer;
}

/** Issues the policy, or reverses the money if that fails. */
async function issue(parts: BindParts, claimed: ClaimedBind, money: Payment): Promise<Carried> {
  const { policy, documents } = writePolicy(claimed, money, {
    newId: newId<DocumentId>,
    wordings: parts.reference().wordings,
  });
  try {
    await parts.at('before issue', claimed.context, claimed.claim);
  } catch (error) {
    if (!(error instanceof IssueRefused)) throw error;
    // If no money moved, there is nothing to reverse.
    if (isTaken(money)) return refused(await giveUp(parts, claimed, money));
  }
  const charge = money.kind === 'charge' ? money.charge : null;
  const cardAt = charge === null ? (claimed.payment?.authorizedAt ?? null) : new Date(charge.chargedAt);
  const mark = newMark();
  const view = issuedView(policy, { seller: claimed.seller, money, documents, cardAt, boundAt: momentMark(mark) });
  const isIssued = await issuePolicy(parts.database, claimed.claim, {
    sellerId: claimed.seller.id,
    policy,
    documents: Object.entries(documents).map(([kind, id]) => ({ id, kind: kind as DocumentKind })),
    charge,
    booked: [entryOfSale(policy, claimed.terms), ...chargesOf(money)].map(withId),
    event: writeEvent({ type: 'policy.issued', sellerId: claimed.seller.id, view, mark }),
  });
  await parts.at('after issue', claimed.context, claimed.claim);
  if (!isIssued) return overtaken(parts, claimed, money);
  parts.log.info('policy issued', {
    requestId: claimed.context.requestId,
    applicationId: policy.applicationId,
    policyNumber: policy.policyNumber,
  });
  return { kind: 'bound', bound: { policy, documents, cardAt } };
}

function chargesOf(money: Payment) {
  return money.kind === 'charge' ? [entryOfCharge({ ...money.charge, paymentId: money.payment.id }, 'card')] : [];
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
  const { refusal: no, isCardOver } = result;
  const wasOurs = await doStep(parts, claimed, 'release', () =>
    releaseBind(parts.database, claimed.claim, no.code, isCardOver),
  );
  // Taken over: the refusal may come from a key that the other instance closed, and the application may be bound by
  // now.
  return refused(wasOurs ? no : refusal('BindInProgress'));
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
        if (claim.takeovers > takeoversMax && isTaken(money)) return refused(await giveUp(parts, claimed, money));
        return await issue(parts, claimed, money);
      }
      case 'nothing':
      case 'refused':
        await doStep(parts, claimed, 'release', () =>
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
  const { step, stepAgeMs, agreed } = claimed.claim;
  if (step === 'claimed') return { kind: 'nothing' };
  const money = paymentSteps[step];
  const result = await doStep(parts, claimed, 'ask', () => money.ask(parts, claimed));
  if (result.kind !== 'nothing') return result;
  const next = repeat === null ? 'none' : money.isContinuedBy(repeat, agreed) ? 'same' : 'other';
  if (next !== 'same' && stepAgeMs < callEndsWithinMs)
    // The party has answered, but a call may still be under way.
    return { kind: 'unclear', refusal: refusal('BindInProgress'), failure: 'waiting', cause: 'may still come' };
  return money.close(parts, claimed, next);
}

/** Rebuilds it from the claim. */
async function claimedBindOf(
  { database, readTerms }: BindParts,
  found: Omit<ClaimedBind, 'payment' | 'selection' | 'terms'>,
) {
  const { claim, sale, seller } = found;
  const { paymentId, productTypes: selectedProducts, ...agreed } = claim.agreed;
  const payment =
    paymentId === null
      ? null
      : await readCardPayment(database, { sellerId: seller.id, applicationId: sale.applicationId, id: paymentId });
  const chosen = select(sale.options, { ...agreed, series: sale.series, selectedProducts });
  // It was checked before the claim, and a claimed application can't be revised.
  if (!chosen.ok) throw new Error(`The bind of ${sale.applicationId} agreed on what was not quoted.`);
  return { ...found, payment, selection: chosen.selection, terms: await readTerms(sale, seller) };
}

async function findPayment(database: Database, seller: Seller, { applicationId, paymentId, paymentMethod }: BindForm) {
  if (!isPaidBy('card', paymentMethod) || paymentId === null || applicationId === null) return null;
  return readCardPayment(database, { sellerId: seller.id, applicationId, id: paymentId });
}

function agree(
  form: BindForm,
  found: Pick<ClaimedBind, 'selection' | 'payment'> & { readonly downPaymentCents: Cents; readonly today: PlainDate },
): Agreed {
  const { financing } = form;
  return {
    coverageCategory: form.coverageCategory,
    paymentTermInYears: form.paymentTermInYears,
    productTypes: found.selection.products.map(({ productType }) => productType),
    paymentMethod: form.paymentMethod,
    paymentReference: form.paymentReference,
    paymentId: found.payment?.id ?? null,
    financing: financing && {
      loanTermInMonths: financing.loanTermInMonths,
      downPaymentCents: found.downPaymentCents,
      firstInstallmentDate: financing.firstInstallmentDate,
    },
    boundOn: found.today,
    ...(form.acknowledgements.length > 0 && { acknowledgements: form.acknowledgements }),
  };
}

function replay(policy: Policy, documentDownloadId: DocumentId, form: BindForm): BindResult {
  return isSameBind(policy, form)
    ? { kind: 'replayed', policy, documentDownloadId }
    : refused(refusal('QuoteAlreadyBound'));
}

/** Whether category, term, products, payment method, payment and loan are the same. */
function isSameBind({ payment, ...policy }: Policy, form: BindForm): boolean {
  const card = cardOf(payment);
  const loan = loanOf(payment);
  return (
    (loan === null || form.financing === null || isSameLoan(loan, form.financing)) &&
    policy.coverageCategory === form.coverageCategory &&
    policy.paymentTermInYears === form.paymentTermInYears &&
    payment.method === form.paymentMethod &&
    (card === null || card.paymentId === form.paymentId) &&
    isSameSet(
      policy.products.map(({ productType }) => productType),
      form.selectedProducts.map((code) => code.trim()),
    )
  );
}

/** The bank account is not kept, so it is not compared. */
function isSameLoan(loan: Loan, asked: FinancingForm): boolean {
  return (
    loan.loanTermInMonths === asked.loanTermInMonths &&
    loan.downPaymentCents === parseDollars(asked.downPayment) &&
    loan.firstInstallmentDate === asked.firstInstallmentDate
  );
}
