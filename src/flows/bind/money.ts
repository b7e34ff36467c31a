import type { CardPayment } from '../../domain/card-payment/card-payment.ts';
import { type Refusal, refusal } from '../../domain/refusal.ts';
import type { Selection } from '../../domain/selection/selection.ts';
import type { Seller } from '../../domain/seller.ts';
import type { CardProcessor, Charge } from '../../ports/card-processor.ts';
import {
  type BankAccount,
  type Contract,
  type Lender,
  loanTermNotOffered,
  policyNumberInUse,
} from '../../ports/lender.ts';
import type { CallContext, Outcome } from '../../ports/outcome.ts';
import type { Claim } from '../../store/bind.ts';
import type { Sale } from '../../store/sale.ts';
import { cardsOf } from '../cards-of.ts';

/** What a bind moves outside, if anything. */
export type Money =
  | { readonly kind: 'none' }
  /** The card is charged on a later day. */
  | { readonly kind: 'scheduled'; readonly payment: CardPayment }
  | { readonly kind: 'charge'; readonly key: string; readonly payment: CardPayment; readonly charge: Charge }
  | { readonly kind: 'loan'; readonly contract: Contract };

/** How far a foreign call got. `unclear` is not "no": whoever comes next asks before doing again. */
export type Movement =
  | { readonly kind: 'moved'; readonly money: Money }
  /** Proven: nothing moved, and nothing will. `isCardOver`: the card payment can't be used again. */
  | { readonly kind: 'refused'; readonly refusal: Refusal; readonly isCardOver: boolean }
  /** Asked: nothing moved. `isCardOver`: the hold was given back, so that nothing can. */
  | { readonly kind: 'nothing'; readonly isCardOver?: true }
  | { readonly kind: 'unclear'; readonly refusal: Refusal; readonly cause: string };

export interface MoneyParts {
  readonly cards: CardProcessor;
  readonly lender: Lender;
}

/** A bind's foreign side: who pays, how much, and under which keys. The keys never change for an attempt. */
export interface Deal {
  readonly claim: Claim;
  readonly sale: Sale;
  readonly seller: Seller;
  readonly selection: Selection;
  readonly payment: CardPayment | null;
  readonly context: CallContext;
}

/**
 * Which step reaches a foreign party, if one does: a card that is due today, or a loan. A hold is always captured now, also where
 * this instance's clock says that its day is yet to come: there is no saved card to charge then.
 */
export function foreignStep({ claim, payment }: Deal): 'charging' | 'lending' | null {
  if (claim.agreed.paymentMethod === 'PFF') return 'lending';
  return payment !== null && (payment.holdCents > 0 || payment.chargeDate <= claim.agreed.boundOn) ? 'charging' : null;
}

/** What moves without a foreign call. */
export function moneyAtHome({ payment }: Deal): Money {
  return payment === null ? { kind: 'none' } : { kind: 'scheduled', payment };
}

/** Charges the card: captures the hold, or charges the card that was saved for today. */
export async function chargeCard({ cards }: MoneyParts, deal: Deal): Promise<Movement> {
  const payment = deal.payment!;
  const key = chargeKey(payment);
  const outcome = await doCharge(cardsOf(cards, payment.processor), deal, payment, key);
  switch (outcome.kind) {
    case 'done':
      return { kind: 'moved', money: { kind: 'charge', key, payment, charge: outcome.value } };
    case 'refused':
      return {
        kind: 'refused',
        refusal: refusal(
          outcome.reason === 'expired' ? 'CardPaymentExpired' : 'CardPaymentDeclined',
          'cardPayment.paymentId',
        ),
        isCardOver: true,
      };
    case 'not-sent':
      return { kind: 'refused', refusal: cardsAway, isCardOver: false };
    case 'unknown':
      return { kind: 'unclear', refusal: cardsAway, cause: outcome.cause };
  }
}

/** Asks the processor what became of the charge. */
export async function askCharge({ cards }: MoneyParts, { payment, context }: Deal): Promise<Movement> {
  const key = chargeKey(payment!);
  const outcome = await cardsOf(cards, payment!.processor).find(key, context);
  if (outcome.kind !== 'done') return { kind: 'unclear', refusal: cardsAway, cause: causeOf(outcome) };
  switch (outcome.value.kind) {
    case 'charged':
      return { kind: 'moved', money: { kind: 'charge', key, payment: payment!, charge: outcome.value.charge } };
    case 'nothing':
    case 'held':
    case 'verified':
    case 'declined':
    case 'released':
    case 'refunded':
      return { kind: 'nothing' };
  }
}

/** Writes the loan under the policy number. */
export async function writeLoan({ lender }: MoneyParts, deal: Deal, bankAccount: BankAccount): Promise<Movement> {
  const outcome = await lender.createContract(contractRequest(deal, bankAccount), deal.context);
  switch (outcome.kind) {
    case 'done':
      return { kind: 'moved', money: { kind: 'loan', contract: outcome.value } };
    case 'refused':
      return { kind: 'refused', refusal: lenderSaysNo(outcome.reason), isCardOver: false };
    case 'not-sent':
      return { kind: 'refused', refusal: lenderAway, isCardOver: false };
    case 'unknown':
      return { kind: 'unclear', refusal: lenderAway, cause: outcome.cause };
  }
}

function lenderSaysNo(reason: string): Refusal {
  switch (reason) {
    case policyNumberInUse:
      return numberInUse;
    // Which terms the lender offers depends on its fee and its least loan, which only it knows.
    case loanTermNotOffered:
      return refusal('LoanTermNotAvailable', 'financing.loanTermInMonths');
    default:
      return refusal('FinancingDeclined');
  }
}

/** Asks the lender what became of the loan. Under a number that somebody else has, none of ours will ever be; theirs is left alone. */
export async function askLoan({ lender }: MoneyParts, { claim, context }: Deal): Promise<Movement> {
  const outcome = await lender.find(claim.policyNumber, context);
  if (outcome.kind !== 'done') return { kind: 'unclear', refusal: lenderAway, cause: causeOf(outcome) };
  const contract = outcome.value;
  if (contract !== null && contract.attemptKey !== attemptKey(claim))
    return { kind: 'refused', refusal: numberInUse, isCardOver: false };
  return contract?.status === 'Active' ? { kind: 'moved', money: { kind: 'loan', contract } } : { kind: 'nothing' };
}

/** Makes sure that no loan can be written under the attempt's policy number any more, however late a request arrives. */
export async function closeLoan({ lender }: MoneyParts, { claim, context }: Deal): Promise<Movement> {
  const outcome = await lender.cancel(claim.policyNumber, context);
  return outcome.kind === 'done'
    ? { kind: 'nothing' }
    : { kind: 'unclear', refusal: lenderAway, cause: causeOf(outcome) };
}

/**
 * Makes sure that a hold can't be captured any more, for a partner that has turned to another payment. A saved card can't be
 * closed; should its charge come through after all, the sweep finds it and gives it back.
 */
export async function closeHold({ cards }: MoneyParts, { payment, context }: Deal): Promise<Movement> {
  if (payment === null || payment.holdCents === 0 || payment.reference === null)
    return { kind: 'nothing', isCardOver: true };
  const theirs = cardsOf(cards, payment.processor);
  const outcome = await theirs.release({ key: payment.id, reference: payment.reference }, context);
  if (outcome.kind === 'done') return { kind: 'nothing', isCardOver: true };
  return { kind: 'unclear', refusal: cardsAway, cause: causeOf(outcome) };
}

const cardsAway = refusal('CardPaymentUnavailable');
const lenderAway = refusal('FinancingUnavailable');
const numberInUse = refusal('PolicyNumberInUseByLender');

function doCharge(cards: CardProcessor, deal: Deal, payment: CardPayment, key: string): Promise<Outcome<Charge>> {
  const amountCents = payment.totalCents;
  if (payment.holdCents > 0) return cards.capture({ key, reference: payment.reference!, amountCents }, deal.context);
  const customerReference = deal.sale.applicationId;
  return cards.chargeSavedCard({ key, customerReference, cardToken: payment.cardToken!, amountCents }, deal.context);
}

/** A hold is captured under its own key; a saved card's charge has one of its own, and so has each later try. */
export function chargeKey(payment: Pick<CardPayment, 'id' | 'holdCents'>, tries = 0): string {
  return payment.holdCents > 0 ? payment.id : `${payment.id}.${tries}`;
}

const attemptKey = ({ applicationId, attempt }: Claim): string => `${applicationId}.${attempt}`;

function contractRequest({ claim, sale, seller, selection }: Deal, bankAccount: BankAccount) {
  const { applicant } = sale.inputs;
  const { financing, paymentTermInYears } = claim.agreed;
  return {
    policyNumber: claim.policyNumber,
    attemptKey: attemptKey(claim),
    customerReference: sale.applicationId,
    premiumCents: selection.totalWithTaxCents,
    downPaymentCents: financing!.downPaymentCents,
    paymentTermInYears,
    effectiveDate: sale.effectiveDate,
    firstInstallmentDate: financing!.firstInstallmentDate,
    loanTermInMonths: financing!.loanTermInMonths,
    borrower: {
      name: [applicant.firstOrCompanyName, applicant.lastName].filter((name) => name !== null).join(' '),
      addressLine1: applicant.addressLine1,
      city: applicant.city,
      province: seller.province,
      postalCode: applicant.postalCode,
      emailAddress: applicant.emailAddress,
    },
    bankAccount,
  };
}

function causeOf(outcome: Exclude<Outcome<unknown>, { readonly kind: 'done' }>): string {
  return outcome.kind === 'refused' ? outcome.reason : outcome.cause;
}
