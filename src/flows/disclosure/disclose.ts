import { createHash } from 'node:crypto';
import type { DisclosureRequest } from '../../documents/print-request.ts';
import type { ProductTerms } from '../../domain/books/product-terms.ts';
import { addYears } from '../../domain/calendar.ts';
import type { CustomerTexts } from '../../domain/customer-text/customer-texts.ts';
import { type DisclosureText, disclosuresFor } from '../../domain/disclosure/disclosure-texts.ts';
import { withOffer } from '../../domain/disclosure/offer.ts';
import { type StatedChoice, type StatedLoan, termsStatedIn } from '../../domain/disclosure/paper.ts';
import { customerLanguages } from '../../domain/document/customer-languages.ts';
import { judgeLoanTerm } from '../../domain/financing/offer.ts';
import type { DocumentId } from '../../domain/ids.ts';
import type { Language } from '../../domain/language.ts';
import { type Cents, sumCents } from '../../domain/money.ts';
import { type PaymentMethod, paymentMethodRules } from '../../domain/payment-method.ts';
import type { Selection } from '../../domain/quote/selection.ts';
import { type Refused, refusal, refused } from '../../domain/refusal.ts';
import { vehicleName } from '../../domain/vehicle/vehicle.ts';
import type { Lender } from '../../ports/lender.ts';
import type { CallContext } from '../../ports/outcome.ts';
import { type FilledDisclosure, keepDisclosures } from '../../store/disclosure/disclosure.ts';
import { judgeTexts } from '../bind/judge-papers.ts';
import { pricePlans, type RequestedPlan } from '../financing/price-plans.ts';
import type { Parts } from '../parts.ts';
import { type ChosenCoverage, type CoverageChoice, chooseCoverage } from '../quote/choose-coverage.ts';

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
  const { vehicle, applicant } = inputs;
  const terms = await parts.readTerms(application, seller);
  const sold = selection.products.map(({ productType }) => terms.find(({ product }) => product === productType)!);
  const sale = {
    sellerName: seller.name,
    customerName: [applicant.firstOrCompanyName, applicant.lastName].filter((part) => part !== null).join(' '),
    dealerName: inputs.dealer?.name ?? null,
    cover: sold.map(({ cover }) => cover),
    commissionCents: commissionOf(selection, sold),
    customerCity: applicant.city,
    isCompany: applicant.isCompany,
    vehicle: { en: vehicleName(vehicle, 'en'), fr: vehicleName(vehicle, 'fr') },
    vin: vehicle.vin,
    today,
    effectiveDate: application.effectiveDate,
    expiryDate: addYears(application.effectiveDate, asked.paymentTermInYears),
    paymentTermInYears: asked.paymentTermInYears,
    products: selection.products.map(({ productType, productName, totalWithTaxCents }) => ({
      productType,
      productName,
      totalWithTaxCents,
    })),
    premiumCents: selection.premiumCents,
    taxCents: selection.taxCents,
    totalWithTaxCents: selection.totalWithTaxCents,
    loan,
  };
  const given = withOffer(own, { province, isFinanced: loan !== null });
  const choice = choiceOf(asked, selection, loan);
  const ownWords = ownDebitWords(parts.reference().customerTexts);
  const filled = given.map(({ kind, version, title, body }) =>
    fill({ kind: 'disclosure', text: { kind, version, title, body }, sale, ...ownWords, language }, choice),
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

/** The operator's own words of what `{{debitNotice}}` stands for: a paper with others is another paper. */
function ownDebitWords(own: CustomerTexts | null): Pick<DisclosureRequest, 'texts'> {
  const texts = Object.entries(own?.texts ?? {}).filter(([name]) => name.startsWith('debits.'));
  return texts.length === 0 ? {} : { texts: Object.fromEntries(texts) };
}

/** Of each product's premium, rounded half up as the books do it. */
function commissionOf({ products }: Selection, sold: readonly Pick<ProductTerms, 'commissionPpm'>[]): Cents {
  return sumCents(
    products.map(({ premiumCents }, at) => Math.round((premiumCents * sold[at]!.commissionPpm) / 1_000_000)),
  );
}

function choiceOf(
  { coverageCategory, paymentTermInYears }: DiscloseAsked,
  { products, totalWithTaxCents: priceCents }: Selection,
  loan: Omit<StatedLoan, 'priceCents'> | null,
): StatedChoice {
  return {
    coverage: {
      coverageCategory,
      paymentTermInYears,
      productTypes: products.map(({ productType }) => productType).toSorted(),
    },
    loan: loan && {
      priceCents,
      loanTermInMonths: loan.loanTermInMonths,
      downPaymentCents: loan.downPaymentCents,
      firstInstallmentDate: loan.firstInstallmentDate,
    },
  };
}

/** The same text with the same figures that says the same is the same paper. */
function fill(request: DisclosureRequest, choice: StatedChoice): FilledDisclosure {
  const { kind, version } = request.text;
  const says = termsStatedIn(request.text, choice);
  const digest = createHash('sha256')
    .update(JSON.stringify([request, says]))
    .digest();
  return { kind, version, says, request, digest };
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
