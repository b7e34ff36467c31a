import { randomUUID } from 'node:crypto';
import { type BindForm, type FinancingForm, isSameSet, judgeBind } from '../../domain/bind/judge-bind.ts';
import { factOfBind, factOfCharge } from '../../domain/books/book-facts.ts';
import type { PlainDate } from '../../domain/calendar.ts';
import type { DocumentId } from '../../domain/ids.ts';
import { type Cents, parseDollars } from '../../domain/money.ts';
import { judgeLicences } from '../../domain/partner/licence.ts';
import type { Seller } from '../../domain/partner/seller.ts';
import { isPaidBy } from '../../domain/payment-method.ts';
import { cardOf, type Loan, loanOf, type Policy } from '../../domain/policy/policy.ts';
import type { DocumentKind } from '../../domain/policy/policy-view.ts';
import { select } from '../../domain/quote/selection.ts';
import { type Refused, refusal, refused } from '../../domain/refusal.ts';
import type { BankAccount } from '../../ports/lender.ts';
import type { CallContext } from '../../ports/outcome.ts';
import { type Agreed, abandonBind, intend, releaseBind, takeOverBind, type Unclear } from '../../store/bind/bind.ts';
import { readCardPayment } from '../../store/card/card-payment.ts';
import type { Database } from '../../store/database.ts';
import { momentMark } from '../../store/event/event.ts';
import { issuePolicy } from '../../store/policy/policy.ts';
import { readSale, type Sale } from '../../store/quote/sale.ts';
import { otherProcessor } from '../card/cards-of.ts';
import { newMark, writeEvent } from '../event/tell.ts';
import { newId } from '../new-id.ts';
import type { Parts } from '../parts.ts';
import { refuseWithoutParty } from '../payment-party.ts';
import { doStep, IssueRefused } from '../points.ts';
import { judgeTax } from '../tax/judge-tax.ts';
import { claimOnce } from './claim-once.ts';
import { giveUp, reverseStrayMoney } from './give-up.ts';
import { issuedView } from './issued-view.ts';
import { judgePapers } from './judge-papers.ts';
import { keepLease } from './lease.ts';
import { type Deal, hasMoved, type Money, type MoneyStep, type Movement } from './payment.ts';
import { moneyStepOf, moneySteps } from './payment-step.ts';
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
}

export type BindResult =
  | { readonly kind: 'bound'; readonly bound: Bound }
  /** Already bound, by the same request. */
  | { readonly kind: 'replayed'; readonly policy: Policy; readonly documentDownloadId: DocumentId }
  | Refused;

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
  const parties = { seller, dealer: sale.inputs.dealer, today: asked.today };
  const unlicensed = judgeLicences(parts.reference().licences, parties);
  if (unlicensed.length > 0) return refused(...unlicensed);
  const papers = await judgePapers(parts, asked, sale.applicationId, judged.selection);
  if (papers.length > 0) return refused(...papers);
  // A hold or card of another processor can't be used: the customer has to pay again.
  if (payment !== null && otherProcessor(parts.cards, payment.processor) !== null)
    return refused(refusal('CardPaymentExpired', 'cardPayment.paymentId'));

  const terms = await parts.readTerms(sale, seller);
  const agreed = agree(form, { ...judged, payment, today: asked.today });
  const claim = await doStep(parts, { context, claim: null }, 'claim', () =>
    claimOnce(parts.database, { seller, sale, owner: randomUUID(), agreed }),
  );
  if (claim !== null && 'code' in claim) return refused(claim);
  if (claim === null) return again(); // Another request was faster: start again from its result.
  const deal: Deal = { claim, sale, seller, selection: judged.selection, terms, payment, context };
  return carry(parts, deal, form.financing === null ? null : (form.financing.bankAccount as BankAccount));
}

/** Runs a new claim: intent, money, issue. */
async function carry(parts: BindParts, deal: Deal, bankAccount: BankAccount | null): Promise<BindResult> {
  const lease = keepLease(parts.database, deal.claim);
  try {
    const money = moneyStepOf(deal);
    if (money.kind !== 'step') return await issue(parts, deal, money);
    const isOurs = await doStep(parts, deal, 'intent', () => intend(parts.database, deal.claim, money.step));
    if (!isOurs || !lease.isHeld()) return refused(refusal('BindIncomplete')); // Taken over before anything was sent.

    const movement = await move(parts, deal, money, bankAccount);
    switch (movement.kind) {
      case 'moved':
        return await issue(parts, deal, movement.money);
      case 'refused':
        return await release(parts, deal, movement);
      case 'nothing': // The party was asked after an unknown outcome and has nothing: the partner may repeat.
        await abandonBind(parts.database, deal.claim, { cause: 'nothing moved', isAway: false });
        return refused(refusal('BindIncomplete'));
      case 'unclear':
        await abandonBind(parts.database, deal.claim, unclearOf(movement));
        return refused(movement.refusal);
    }
  } finally {
    lease.end();
  }
}

/** Moves the money. If the outcome is unknown, asks the party once: most often it knows. */
async function move(parts: BindParts, deal: Deal, money: MoneyStep, bankAccount: BankAccount | null) {
  const movement = await doStep(parts, deal, money.point, () => money.move(parts, deal, bankAccount));
  if (movement.kind !== 'unclear') return movement;
  const answer = await doStep(parts, deal, 'ask', () => money.ask(parts, deal));
  return answer.kind === 'nothing' && !money.isNothingBelieved ? movement : answer;
}

/** Issues the policy, or reverses the money if that fails. */
async function issue(parts: BindParts, deal: Deal, money: Money): Promise<BindResult> {
  const { policy, documents } = writePolicy(deal, money, {
    newId: newId<DocumentId>,
    wordings: parts.reference().wordings,
  });
  try {
    await parts.at('before issue', deal.context, deal.claim);
  } catch (error) {
    if (!(error instanceof IssueRefused)) throw error;
    // If no money moved, there is nothing to reverse.
    if (hasMoved(money)) return refused(await giveUp(parts, deal, money));
  }
  const charge = money.kind === 'charge' ? money.charge : null;
  const cardAt = charge === null ? (deal.payment?.authorizedAt ?? null) : new Date(charge.chargedAt);
  const mark = newMark();
  const view = issuedView(policy, { seller: deal.seller, money, documents, cardAt, boundAt: momentMark(mark) });
  const isIssued = await issuePolicy(parts.database, deal.claim, {
    sellerId: deal.seller.id,
    policy,
    documents: Object.entries(documents).map(([kind, id]) => ({ id, kind: kind as DocumentKind })),
    charge,
    booked: [factOfBind(policy, deal.terms), ...chargesOf(money)],
    event: writeEvent({ type: 'policy.issued', sellerId: deal.seller.id, view, mark }),
  });
  await parts.at('after issue', deal.context, deal.claim);
  if (!isIssued) return overtaken(parts, deal, money);
  parts.log.info('policy issued', {
    requestId: deal.context.requestId,
    applicationId: policy.applicationId,
    policyNumber: policy.policyNumber,
  });
  return { kind: 'bound', bound: { policy, documents, cardAt } };
}

function chargesOf(money: Money) {
  return money.kind === 'charge' ? [factOfCharge({ ...money.charge, paymentId: money.payment.id }, 'card')] : [];
}

/** Another instance took the claim over. It knows our keys; money that it does not use is reversed. */
async function overtaken(parts: BindParts, deal: Deal, money: Money): Promise<BindResult> {
  if (!hasMoved(money)) return refused(refusal('BindIncomplete'));
  await reverseStrayMoney(parts, deal, money);
  return refused(refusal('BindInProgress'));
}

async function release(parts: BindParts, deal: Deal, movement: Extract<Movement, { readonly kind: 'refused' }>) {
  const { refusal: no, isCardOver } = movement;
  const wasOurs = await doStep(parts, deal, 'release', () =>
    releaseBind(parts.database, deal.claim, no.code, isCardOver),
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

export type Finished =
  | { readonly kind: 'bound'; readonly bound: Bound }
  | { readonly kind: 'released' }
  /** The outcome is still unknown, or another instance is running the bind. */
  | Refused;

/** The party has answered, but a call may still be under way. */
const mayStillCome = 'may still come';

function unclearOf({ cause }: Extract<Movement, { readonly kind: 'unclear' }>): Unclear {
  return { cause, isAway: cause !== mayStillCome };
}

function causeOf(movement: Extract<Movement, { readonly kind: 'nothing' | 'refused' }>): string {
  return movement.kind === 'refused' ? movement.refusal.code : 'nothing moved';
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
    const deal = await dealOf(parts, { claim, sale, seller, context });
    const movement = await findOut(parts, deal, repeat);
    switch (movement.kind) {
      case 'moved': {
        const { money } = movement;
        if (claim.takeovers > takeoversMax && hasMoved(money)) return refused(await giveUp(parts, deal, money));
        const issued = await issue(parts, deal, money);
        return issued.kind === 'replayed' ? { kind: 'released' } : issued;
      }
      case 'nothing':
      case 'refused':
        await doStep(parts, deal, 'release', () =>
          releaseBind(parts.database, claim, causeOf(movement), movement.isCardOver ?? false),
        );
        return { kind: 'released' };
      case 'unclear':
        await abandonBind(parts.database, claim, unclearOf(movement));
        return refused(movement.refusal);
    }
  } finally {
    lease.end();
  }
}

/**
 * Asks what moved. "Nothing" is accepted at once only if the repeat uses the same money; otherwise a call that may
 * still be under way must have ended first.
 */
async function findOut(parts: BindParts, deal: Deal, repeat: BindForm | null): Promise<Movement> {
  const { step, stepAgeMs, agreed } = deal.claim;
  if (step === 'claimed') return { kind: 'nothing' };
  const money = moneySteps[step];
  const movement = await doStep(parts, deal, 'ask', () => money.ask(parts, deal));
  if (movement.kind !== 'nothing') return movement;
  const next = repeat === null ? 'none' : money.isContinuedBy(repeat, agreed) ? 'same' : 'other';
  if (next !== 'same' && stepAgeMs < callEndsWithinMs)
    return { kind: 'unclear', refusal: refusal('BindInProgress'), cause: mayStillCome };
  return money.close(parts, deal, next);
}

/** Rebuilds the deal from the claim. */
async function dealOf({ database, readTerms }: BindParts, found: Omit<Deal, 'payment' | 'selection' | 'terms'>) {
  const { claim, sale, seller } = found;
  const { paymentId, productTypes: selectedProducts, ...agreed } = claim.agreed;
  const payment = paymentId === null ? null : await readCardPayment(database, seller.id, sale.applicationId, paymentId);
  const chosen = select(sale.options, { ...agreed, series: sale.series, selectedProducts });
  // It was checked before the claim, and a claimed application can't be revised.
  if (!chosen.ok) throw new Error(`The bind of ${sale.applicationId} agreed on what was not quoted.`);
  return { ...found, payment, selection: chosen.selection, terms: await readTerms(sale, seller) };
}

async function findPayment(database: Database, seller: Seller, { applicationId, paymentId, paymentMethod }: BindForm) {
  if (!isPaidBy('card', paymentMethod) || paymentId === null || applicationId === null) return null;
  return readCardPayment(database, seller.id, applicationId, paymentId);
}

function agree(
  form: BindForm,
  found: Pick<Deal, 'selection' | 'payment'> & { readonly downPaymentCents: Cents; readonly today: PlainDate },
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

/** What the law asks the customer to be given is asked of sellers that are set up so. */
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
