import { fieldsIn, fillFields, type LoanField, type SaleField } from '../domain/disclosure/fields.ts';
import { isNoticeWaived } from '../domain/financing/debit-notice.ts';
import { unbroken } from '../domain/unbroken.ts';
import { unlinked } from '../domain/unlinked.ts';
import { partiesText, providersText } from './cover-block.ts';
import type { DocumentContext } from './document-context.ts';
import { loanCosts, loanOutline } from './loan-outline.ts';
import type { DisclosedSale, DisclosureRequest } from './print-request.ts';
import type { Block, SheetContent, TextItem } from './sheet.ts';

export function composeDisclosure({ text, sale }: DisclosureRequest, context: DocumentContext): SheetContent {
  const { words, language } = context;
  return {
    title: unbroken(text.title[language], language),
    subtitle: unlinked(`${sale.customerName} · ${sale.vehicle[language]}`),
    policyNumber: { label: words.textVersion, lines: [text.version] },
    blocks: blocksOf(unbroken(text.body[language], language), {
      value: (field) => fieldValue(field, sale, context),
      isStrong: (line) => fieldsIn(line).includes('debitNotice') && isWaived(sale),
    }),
  };
}

/**
 * The part of Markdown that such texts need: `## heading`, paragraphs, `- items`, `> lines` in a frame, and a bold
 * beginning of each. A field is filled after the text was taken apart, so that no customer's name becomes a heading.
 */
function blocksOf(body: string, filling: Filling): readonly Block[] {
  const blocks: { title: string; items: TextItem[] }[] = [];
  for (const part of body.replaceAll(/^#.*$/gm, '$&\n').split(/\n\s*\n|\n(?=#|- |> )/)) {
    const line = part.replaceAll(/\s*\n\s*/g, ' ').trim();
    const heading = /^#+\s+(.+)$/.exec(line);
    if (heading !== null) blocks.push({ title: fillFields(heading[1]!, filling.value), items: [] });
    else if (line !== '') {
      if (blocks.length === 0) blocks.push({ title: '', items: [] });
      blocks.at(-1)!.items.push(itemOf(line, filling));
    }
  }
  return blocks.map((block) => ({ kind: 'text', ...block, isLarge: true }));
}

interface Filling {
  readonly value: (field: SaleField | LoanField) => string;
  /** Whether what a line says must stand out: all of it is bold, and in a frame. */
  readonly isStrong: (line: string) => boolean;
}

function itemOf(line: string, { value, isStrong }: Filling): TextItem {
  const bullet = /^- /.test(line) ? '•  ' : '';
  const [, lead = '', rest = ''] = /^(?:\*\*(.+?)\*\*\s*)?(.*)$/.exec(line.replace(/^[->] /, ''))!;
  const text = fillFields(rest, value);
  return {
    ...(lead === '' ? { lead: '', text: bullet + text } : { lead: bullet + fillFields(lead, value), text }),
    ...(bullet !== '' && { isListed: true }),
    ...((line.startsWith('> ') || isStrong(line)) && { isFramed: true }),
    ...(isStrong(line) && { isStrong: true }),
  };
}

function fieldValue(field: SaleField | LoanField, sale: DisclosedSale, context: DocumentContext): string {
  if (isSaleField(field)) return saleValues[field](sale, context);
  if (sale.loan === null) throw new Error(`${field} was asked for of a sale without a loan.`);
  return loanValues[field](sale.loan, context, sale);
}

function isSaleField(field: SaleField | LoanField): field is SaleField {
  return field in saleValues;
}

const saleValues: Readonly<Record<SaleField, (sale: DisclosedSale, context: DocumentContext) => string>> = {
  issuerName: (_, { issuer }) => issuer.name,
  issuerPhone: (_, { issuer }) => issuer.phoneNumber,
  issuerEmail: (_, { issuer }) => issuer.emailAddress,
  issuerAddress: (_, { issuer }) => issuer.addressLines.join(', '),
  sellerName: (sale) => sale.sellerName,
  dealerName: ({ dealerName }, { words }) => (dealerName === null ? words.notNamed : unlinked(dealerName)),
  insurers: (sale, context) => partiesText(sale, context),
  providers: (sale, context) => providersText(sale, context),
  commission: ({ commissionCents }, { formats }) => formats.money(commissionCents),
  policyNumber: ({ bound }) => bound?.policyNumber ?? blank,
  contractDate: ({ bound }, { formats }) => (bound === undefined ? blank : formats.date(bound.on)),
  lastDayToRescind: ({ bound }, { formats }) => (bound === undefined ? blank : formats.date(bound.lastDayToRescind)),
  customerName: (sale) => unlinked(sale.customerName),
  customerCity: (sale) => unlinked(sale.customerCity),
  vehicle: (sale, { language }) => sale.vehicle[language],
  vin: (sale) => sale.vin,
  today: (sale, { formats }) => formats.date(sale.today),
  effectiveDate: (sale, { formats }) => formats.date(sale.effectiveDate),
  expiryDate: (sale, { formats }) => formats.date(sale.expiryDate),
  paymentTerm: (sale, { words }) => words.years(sale.paymentTermInYears),
  products: ({ products }, { words, formats, language }) =>
    products.map((one) => words.priced(one.productName[language], formats.money(one.totalWithTaxCents))).join('; '),
  premium: (sale, { formats }) => formats.money(sale.premiumCents),
  tax: (sale, { formats }) => formats.money(sale.taxCents),
  totalWithTax: (sale, { formats }) => formats.money(sale.totalWithTaxCents),
};

/** The reader fills this in by hand. */
const blank = '____________________';
const shortBlank = '______';

type LoanValue = (loan: NonNullable<DisclosedSale['loan']>, context: DocumentContext, sale: DisclosedSale) => string;

const loanValues: Readonly<Record<LoanField, LoanValue>> = {
  lenderName: (_, { issuer }) => issuer.lender.name,
  lenderPhone: (_, { issuer }) => issuer.lender.phoneNumber,
  lenderEmail: (_, { issuer }) => issuer.lender.emailAddress,
  lenderAddress: (loan) => loan.creditTerms.lenderAddress,
  lenderPermit: (loan) => loan.creditTerms.lenderPermit ?? '—',
  loanTerm: (loan, { words }) => words.months(loan.loanTermInMonths),
  installments: (loan, context) => loanOutline(loan, context).installments.join(' '),
  installmentAmount: (loan, { formats }) => formats.money(loan.installmentCents),
  firstInstallment: (loan, { formats }) => formats.date(loan.firstInstallmentDate),
  lastInstallment: (loan, context) => loanOutline(loan, context).last,
  downPayment: (loan, { formats }) => formats.money(loan.downPaymentCents),
  netCapital: (loan, context) => loanCosts(loan, context).netCapital,
  amountFinanced: (loan, context) => loanCosts(loan, context).netCapital,
  interest: (loan, context) => loanCosts(loan, context).interest,
  financeCharge: (loan, context) => loanCosts(loan, context).interest,
  applicationFee: (loan, context) => loanCosts(loan, context).fee,
  costOfBorrowing: (loan, context) => loanCosts(loan, context).cost,
  apr: (loan, { formats }) => formats.percent(loan.aprPercent),
  creditRate: (loan, { formats }) => formats.percent(loan.aprPercent),
  annualRate: (loan, { formats }) => formats.percent(loan.creditTerms.annualRatePercent),
  interestFrom: (loan, { formats }) => formats.date(loan.creditTerms.interestFrom),
  prepaymentTerms: (loan, { language }) => unbroken(loan.creditTerms.prepaymentTerms[language], language),
  defaultTerms: (loan, { language }) => unbroken(loan.creditTerms.defaultTerms[language], language),
  totalPayable: (loan, context) => loanCosts(loan, context).total,
  debitNotice: (_, { words }, sale) => (isWaived(sale) ? words.padNoticeWaived : words.padNoticeGiven),
  accountHolder: (_, { words }, { bound, customerName }) => {
    if (bound?.account === undefined) return blank;
    return bound.account.isCustomers ? unlinked(customerName) : words.otherHolder;
  },
  accountDigits: (_, __, { bound }) => bound?.account?.lastDigits ?? shortBlank,
  debitKind: (_, { words }, sale) => words.padKindText(sale.isCompany),
};

function isWaived({ loan, today }: DisclosedSale): boolean {
  return loan !== null && isNoticeWaived(loan.firstInstallmentDate, today);
}
