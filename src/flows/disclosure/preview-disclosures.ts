import { disclosureFileName } from '../../documents/file-name.ts';
import type { DisclosedSale, DisclosureRequest } from '../../documents/print-request.ts';
import { NotPrintable } from '../../documents/trial-printer.ts';
import { addDays, addYears, dateIn, type PlainDate } from '../../domain/calendar.ts';
import { type DisclosureText, disclosuresFor, parseDisclosureTexts } from '../../domain/disclosure/disclosure-texts.ts';
import { customerLanguages } from '../../domain/document/customer-languages.ts';
import type { CreditTerms } from '../../domain/financing/credit-terms.ts';
import { annualRateOfLoan, type LoanDates, type LoanFigures } from '../../domain/financing/loan-apr.ts';
import { offerPlans } from '../../domain/financing/offer.ts';
import type { Language } from '../../domain/language.ts';
import { type OperatorRefusal, refuseOperator } from '../../domain/operator/operator-refusal.ts';
import { isPaidBy, type PaymentMethod } from '../../domain/payment-method.ts';
import type { Province } from '../../domain/province.ts';
import { bookForQuote } from '../../domain/tariff/book-for-quote.ts';
import type { Product } from '../../domain/tariff/rate-book.ts';
import type { Tx } from '../../store/database.ts';
import { readCustomerTexts } from '../../store/reference/customer-texts.ts';
import { readTariffs } from '../../store/reference/tariffs.ts';
import { findFile } from '../../store/tariff/operator-file.ts';
import type { Parts } from '../parts.ts';
import { faultDetails } from '../tariff/load-rate-book.ts';
import { disclosureTexts } from '../tariff/operator-files.ts';

export type PreviewParts = Parts<'database' | 'printer' | 'clock'>;

export interface PreviewAsked {
  /** Texts that are not loaded, or a loaded version. */
  readonly document?: unknown;
  readonly version?: string;
  readonly province: Province;
  readonly paymentMethod: PaymentMethod;
  readonly language: Language;
  /** Codes of the products sold; by default one, the replacement of the vehicle. */
  readonly products?: readonly string[] | undefined;
}

export interface PreviewedPaper extends Pick<DisclosureText, 'kind' | 'version' | 'title' | 'isRequired'> {
  readonly filename: string;
  readonly bytes: Buffer;
}

/** Prints all that the customer of a sample sale would be given. The figures are invented; nothing is stored. */
export async function previewDisclosures(
  { database, printer, clock }: PreviewParts,
  { document, version: loaded = '', province, paymentMethod, language, products = [] }: PreviewAsked,
): Promise<readonly PreviewedPaper[] | OperatorRefusal> {
  const source = document ?? (await findFile(database, disclosureTexts.table, loaded));
  if (source === null) return refuseOperator('NotFound', 'version', { version: loaded });
  const parsed = parseDisclosureTexts(source);
  if (!parsed.ok) return refuseOperator(disclosureTexts.faulty, 'document', faultDetails(parsed.faults));
  const today = dateIn(province, clock());
  const sold = await sampleProducts(database, today, products);
  const given = disclosuresFor(parsed.texts, {
    // Papers for a first debit that comes soon are among them.
    province,
    paymentMethod,
    isCompany: false,
    day: today,
    firstDebit: today,
    products: sold.map(({ code }) => ({ productType: code })),
  });
  const sale = sampleSale(sold, paymentMethod, today, addDays(today, 30));
  const soon = sampleSale(sold, paymentMethod, today, today);
  const own = await readCustomerTexts(database);
  const papers: PreviewedPaper[] = [];
  for (const { kind, version, title, body, isRequired, isForDebitWaiver } of given) {
    const request: DisclosureRequest = {
      kind: 'disclosure',
      text: { kind, version, title, body },
      sale: isForDebitWaiver ? soon : sale,
      ...(own !== null && { texts: own.texts }),
      language: customerLanguages({ seller: { province }, inputs: { language } }),
    };
    const bytes = await printer.tryOut(request).catch(faultOf);
    if (!Buffer.isBuffer(bytes)) return refuseOperator(disclosureTexts.faulty, 'document', { [kind]: bytes.message });
    papers.push({ kind, version, title, isRequired, filename: disclosureFileName(request), bytes });
  }
  return papers;
}

function faultOf(error: unknown): NotPrintable {
  if (error instanceof NotPrintable) return error;
  throw error;
}

type SoldProduct = Pick<Product, 'code' | 'name'>;

/** Named as the rate book in force does. */
async function sampleProducts(tx: Tx, today: PlainDate, codes: readonly string[]): Promise<readonly SoldProduct[]> {
  const book = bookForQuote(await readTariffs(tx), { today, effectiveDate: today });
  const offers = Object.values(book?.offers ?? {}).flatMap((bySeries) => Object.values(bySeries));
  const known = offers.flatMap((offer) => offer?.products ?? []);
  if (codes.length > 0)
    return codes.map((code) => known.find((one) => one.code === code) ?? { code, name: { en: code, fr: code } });
  return [known.find(({ category, isOptional }) => category === 'Replacement' && !isOptional) ?? sampleProduct];
}

/** While there is no rate book. */
const sampleProduct: SoldProduct = { code: 'RPL', name: { en: 'Vehicle replacement', fr: 'Remplacement du véhicule' } };

const sampleInsurer = { name: 'Sample Insurance Company', underwriter: null };
const premiumCents = 120_000;
const taxCents = 10_800;
const paymentTermInYears = 3;
const lender = { annualRatePpm: 99_000, applicationFeeCents: 4_500, financedMinimumCents: 0 };

export function sampleTerms(loan: LoanFigures, dates: LoanDates): CreditTerms {
  return {
    annualRatePercent: annualRateOfLoan(loan, dates),
    interestFrom: dates.advancedOn,
    lenderAddress: '1 Sample Street, Toronto ON  M5V 2T6',
    lenderPermit: '000000-0',
    prepaymentTerms: {
      en: 'What the lender says of paying back early.',
      fr: 'Ce que dit le prêteur du remboursement anticipé.',
    },
    defaultTerms: {
      en: 'What the lender says of late or refused payments.',
      fr: 'Ce que dit le prêteur des paiements en retard ou refusés.',
    },
  };
}

function sampleSale(
  sold: readonly SoldProduct[],
  paymentMethod: PaymentMethod,
  today: PlainDate,
  firstInstallmentDate: PlainDate,
): DisclosedSale {
  const totalWithTaxCents = sold.length * (premiumCents + taxCents);
  const dates = { advancedOn: today, firstInstallmentDate };
  const [option] = isPaidBy('loan', paymentMethod)
    ? offerPlans({ totalWithTaxCents, downPaymentCents: 0, paymentTermInYears, lender, ...dates })
    : [];
  return {
    sellerName: 'Maple Motors',
    customerName: 'Camille Tremblay',
    dealerName: 'Maple Motors Sherbrooke',
    cover: sold.map(({ code }) => ({ product: code, insurer: sampleInsurer, limits: [], deductibles: [] })),
    commissionCents: sold.length * 18_000,
    customerCity: 'Sherbrooke',
    isCompany: false,
    vehicle: { en: '2024 Honda CR-V', fr: 'Honda CR-V 2024' },
    vin: '2HKRS4H24RH000001',
    today,
    effectiveDate: today,
    expiryDate: addYears(today, paymentTermInYears),
    paymentTermInYears,
    products: sold.map(({ code, name }) => ({
      productType: code,
      productName: name,
      totalWithTaxCents: premiumCents + taxCents,
    })),
    premiumCents: sold.length * premiumCents,
    taxCents: sold.length * taxCents,
    totalWithTaxCents,
    loan:
      option === undefined
        ? null
        : { ...option, downPaymentCents: 0, firstInstallmentDate, creditTerms: sampleTerms(option, dates) },
  };
}
