import { type DisclosureText, disclosuresFor } from '../../domain/disclosure/disclosure-texts.ts';
import { withOffer } from '../../domain/disclosure/offer.ts';
import { customerLanguages } from '../../domain/document/customer-languages.ts';
import { judgeLoanTerm } from '../../domain/financing/offer.ts';
import type { DocumentId } from '../../domain/ids.ts';
import type { Language } from '../../domain/language.ts';
import { type PaymentMethod, paymentMethodRules } from '../../domain/payment-method.ts';
import { type Refused, refusal, refused } from '../../domain/refusal.ts';
import type { Lender } from '../../ports/lender.ts';
import type { CallContext } from '../../ports/outcome.ts';
import { keepDisclosures } from '../../store/disclosure/disclosure.ts';
import { judgeTexts } from '../bind/judge-papers.ts';
import { pricePlans, type RequestedPlan } from '../financing/price-plans.ts';
import type { Parts } from '../parts.ts';
import { type ChosenCoverage, type CoverageChoice, chooseCoverage } from '../quote/choose-coverage.ts';
import { fillDisclosure, ownDebitWords, saleToDisclose, statedChoice } from './fill-disclosure.ts';

export type DiscloseParts = Parts<
  'database' | 'reference' | 'lender' | 'clock' | 'isProduction' | 'samples' | 'readTerms'
>;

export interface DiscloseAsked extends CoverageChoice {
  readonly paymentMethod: PaymentMethod;
  /** The loan that the customer means to take; null if none was sent. */
  readonly financing: RequestedLoan | null;
  /** Whether a financing block was sent, valid or not. */
  readonly hasFinancing: boolean;
}

export interface RequestedLoan extends Pick<RequestedPlan, 'downPayment' | 'firstInstallmentDate'> {
  readonly loanTermInMonths: number;
}

export interface Disclosed extends Pick<DisclosureText, 'kind' | 'title' | 'version' | 'isRequired'> {
  readonly language: Language;
  readonly downloadId: DocumentId;
}

export type DiscloseResult = { readonly kind: 'disclosed'; readonly disclosures: readonly Disclosed[] } | Refused;

/**
 * Fills the operator's texts in for a choice of coverage and a way to pay: what the customer must be given before
 * agreeing. Binds nothing and may be repeated; the same choice gives the same papers.
 */
export async function disclose(
  parts: DiscloseParts,
  asked: DiscloseAsked,
  context: CallContext,
): Promise<DiscloseResult> {
  const { seller, today, paymentMethod } = asked;
  if (!seller.paymentMethods.includes(paymentMethod))
    return refused(refusal('PaymentMethodNotAvailableForSeller', 'paymentMethod'));
  const chosen = await chooseCoverage(parts, asked);
  if (chosen.kind === 'refused') return chosen;
  const loan = await loanOf(parts.lender, asked, chosen, context);
  if (loan !== null && 'refusals' in loan) return loan;

  const { application, selection } = chosen;
  const texts = parts.reference().disclosures ?? { version: '', texts: [] };
  const { province } = seller;
  const disclosed = {
    province,
    products: selection.products,
    paymentMethod,
    isCompany: application.inputs.applicant.isCompany,
    day: today,
    firstDebit: loan?.firstInstallmentDate ?? null,
  };
  const own = disclosuresFor(texts, disclosed);
  const lacking = judgeTexts(parts, own, disclosed, parts.reference().wordings);
  if (lacking.length > 0) return refused(...lacking);
  const { inputs } = application;
  const language = customerLanguages({ seller, inputs });
  const sale = saleToDisclose({
    seller,
    inputs,
    selection,
    terms: await parts.readTerms(application, seller),
    today,
    effectiveDate: application.effectiveDate,
    paymentTermInYears: asked.paymentTermInYears,
    loan,
  });
  const given = withOffer(own, { province, isFinanced: loan !== null });
  const choice = statedChoice(asked, selection, loan);
  const ownWords = ownDebitWords(parts.reference().customerTexts);
  const filled = given.map(({ kind, version, title, body }) =>
    fillDisclosure({ kind: 'disclosure', text: { kind, version, title, body }, sale, ...ownWords, language }, choice),
  );
  const paper = { sellerId: seller.id, applicationId: application.id, givenAt: parts.clock() };
  const ids = await keepDisclosures(parts.database, paper, filled);
  if (ids.length < filled.length) return refused(refusal('ApplicationNotFound', 'applicationId')); // Erased meanwhile.
  return {
    kind: 'disclosed',
    disclosures: given.map(({ kind, title, version, isRequired }, place) => ({
      kind,
      title,
      version,
      isRequired,
      language: language[0],
      downloadId: ids[place]!,
    })),
  };
}

/** A text about a loan has its figures, so the lender is asked for them. */
async function loanOf(lender: Lender, asked: DiscloseAsked, chosen: ChosenCoverage, context: CallContext) {
  const { financing, paymentTermInYears } = asked;
  if (paymentMethodRules[asked.paymentMethod].block !== 'financing')
    return asked.hasFinancing ? refused(refusal('FinancingNotApplicable', 'financing')) : null;
  if (financing === null) return refused(refusal('FinancingDetailsRequired', 'financing'));
  if (asked.coverageCategory !== 'Replacement')
    return refused(refusal('FinancingNotAvailableForCoverageCategory', 'coverageCategory'));
  const wish = { ...financing, paymentTermInYears, fieldPrefix: 'financing.' } as const;
  const priced = await pricePlans(lender, chosen, wish, context);
  if (priced.kind === 'refused') return priced;
  const { options, downPaymentCents } = priced;
  const offered = options.map(({ loanTermInMonths }) => loanTermInMonths);
  const term = judgeLoanTerm(financing.loanTermInMonths, offered);
  if (term.length > 0) return refused(...term);
  const option = options.find(({ loanTermInMonths }) => loanTermInMonths === financing.loanTermInMonths)!;
  return { ...option, downPaymentCents, firstInstallmentDate: financing.firstInstallmentDate };
}
