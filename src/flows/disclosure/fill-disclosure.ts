import { createHash } from 'node:crypto';
import type { DisclosedSale, DisclosureRequest } from '../../documents/print-request.ts';
import type { ProductTerms } from '../../domain/books/product-terms.ts';
import { addYears, type PlainDate } from '../../domain/calendar.ts';
import type { CustomerTexts } from '../../domain/customer-text/customer-texts.ts';
import { type StatedChoice, type StatedLoan, termsStatedIn } from '../../domain/disclosure/paper.ts';
import { type Cents, sumCents } from '../../domain/money.ts';
import type { Seller } from '../../domain/partner/seller.ts';
import type { QuoteInputs } from '../../domain/quote/quote.ts';
import type { Selection } from '../../domain/quote/selection.ts';
import type { CoverageCategory } from '../../domain/quote/vocabulary.ts';
import { vehicleName } from '../../domain/vehicle/vehicle.ts';
import type { FilledDisclosure } from '../../store/disclosure/disclosure.ts';

interface ToDisclose extends Pick<DisclosedSale, 'today' | 'effectiveDate' | 'paymentTermInYears' | 'loan' | 'bound'> {
  readonly seller: Pick<Seller, 'name'>;
  readonly inputs: QuoteInputs;
  readonly selection: Selection;
  readonly terms: readonly ProductTerms[];
}

/** What the fields of a text are filled with. */
export function saleToDisclose({ seller, inputs, selection, terms, ...given }: ToDisclose): DisclosedSale {
  const { vehicle, applicant } = inputs;
  const sold = selection.products.map(({ productType }) => terms.find(({ product }) => product === productType)!);
  const { premiumCents, taxCents, totalWithTaxCents } = selection;
  return {
    sellerName: seller.name,
    customerName: [applicant.firstOrCompanyName, applicant.lastName].filter((part) => part !== null).join(' '),
    dealerName: inputs.dealer?.name ?? null,
    cover: sold.map(({ cover }) => cover),
    commissionCents: commissionOf(selection, sold),
    customerCity: applicant.city,
    isCompany: applicant.isCompany,
    vehicle: { en: vehicleName(vehicle, 'en'), fr: vehicleName(vehicle, 'fr') },
    vin: vehicle.vin,
    expiryDate: addYears(given.effectiveDate, given.paymentTermInYears),
    products: selection.products.map((one) => ({
      productType: one.productType,
      productName: one.productName,
      totalWithTaxCents: one.totalWithTaxCents,
    })),
    premiumCents,
    taxCents,
    totalWithTaxCents,
    ...given,
  };
}

/** The commission is a part of each product's premium, rounded half up as the books do it. */
function commissionOf({ products }: Selection, sold: readonly Pick<ProductTerms, 'commissionPpm'>[]): Cents {
  return sumCents(
    products.map(({ premiumCents }, at) => Math.round((premiumCents * sold[at]!.commissionPpm) / 1_000_000)),
  );
}

/** The operator's own words of what `{{debitNotice}}` stands for: a paper with others is another paper. */
export function ownDebitWords(own: CustomerTexts | null): Pick<DisclosureRequest, 'texts'> {
  const texts = Object.entries(own?.texts ?? {}).filter(([name]) => name.startsWith('debits.'));
  return texts.length === 0 ? {} : { texts: Object.fromEntries(texts) };
}

interface ChosenTerms {
  readonly coverageCategory: CoverageCategory;
  readonly paymentTermInYears: number;
}

type StatedDates = Omit<StatedLoan, 'priceCents'> & { readonly firstInstallmentDate: PlainDate };

export function statedChoice(
  { coverageCategory, paymentTermInYears }: ChosenTerms,
  { products, totalWithTaxCents: priceCents }: Pick<Selection, 'products' | 'totalWithTaxCents'>,
  loan: StatedDates | null,
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
export function fillDisclosure(request: DisclosureRequest, choice: StatedChoice): FilledDisclosure {
  const { kind, version } = request.text;
  const says = termsStatedIn(request.text, choice);
  const digest = createHash('sha256')
    .update(JSON.stringify([request, says]))
    .digest();
  return { kind, version, says, request, digest };
}
