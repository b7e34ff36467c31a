import { addDays, type PlainDate } from '../domain/calendar/calendar.ts';
import { fillFields, type LoanField, type SaleField } from '../domain/disclosure/fields.ts';
import { unlinked } from '../domain/text/unlinked.ts';
import type { DocumentContext } from './document-context.ts';
import { languageList } from './document-languages.ts';
import { dateParts } from './formats.ts';
import { footerOf } from './issuer.ts';
import { loanOutline } from './loan-outline.ts';
import type { DisclosedSale, DisclosureRequest } from './print-request.ts';
import type { Block, PrintJob, TextItem } from './sheet.ts';

export function composeDisclosure(
  { text, sale, language }: DisclosureRequest,
  contextOf: (language: 'en' | 'fr') => DocumentContext,
): PrintJob {
  const languages = languageList(language);
  return {
    title: text.title[languages[0]],
    author: contextOf(languages[0]).issuer.name,
    date: dateParts(sale.today),
    sheets: languages.map((one) => {
      const context = contextOf(one);
      const { words, issuer } = context;
      return {
        language: one,
        title: unbroken(text.title[one], one),
        subtitle: unlinked(`${sale.customerName} · ${sale.vehicle}`),
        brand: issuer.name,
        policyNumber: { label: words.textVersion, lines: [text.version] },
        pageWords: words.page,
        footer: footerOf(issuer),
        notice: issuer.notice?.[one] ?? null,
        blocks: blocksOf(unbroken(text.body[one], one), (field) => fieldValue(field, sale, context)),
      };
    }),
  };
}

/** The operator types plain spaces; French lets no line begin with its punctuation or end with a quotation mark. */
function unbroken(text: string, language: 'en' | 'fr'): string {
  return language === 'en' ? text : text.replaceAll(/ (?=[:;!?»])|(?<=«) /g, '\u00a0');
}

/**
 * The part of Markdown that such texts need: `## heading`, paragraphs, `- items`, and a bold beginning of either. A
 * field is filled after the text was taken apart, so that no customer's name becomes a heading.
 */
function blocksOf(body: string, value: (field: SaleField | LoanField) => string): readonly Block[] {
  const blocks: { title: string; items: TextItem[] }[] = [];
  for (const part of body.replaceAll(/^#.*$/gm, '$&\n').split(/\n\s*\n|\n(?=#|- )/)) {
    const line = part.replaceAll(/\s*\n\s*/g, ' ').trim();
    const heading = /^#+\s+(.+)$/.exec(line);
    if (heading !== null) blocks.push({ title: fillFields(heading[1]!, value), items: [] });
    else if (line !== '') {
      if (blocks.length === 0) blocks.push({ title: '', items: [] });
      blocks.at(-1)!.items.push(...itemsOf(line, value));
    }
  }
  return blocks.map((block) => ({ kind: 'text', ...block }));
}

function itemsOf(line: string, value: (field: SaleField | LoanField) => string): readonly TextItem[] {
  const bullet = /^- /.test(line) ? '•  ' : '';
  const [, lead = '', rest = ''] = /^(?:\*\*(.+?)\*\*\s*)?(.*)$/.exec(line.replace(/^- /, ''))!;
  return [{ lead: bullet + fillFields(lead, value), text: fillFields(rest, value) }].map((item) =>
    lead === '' ? { lead: '', text: bullet + item.text } : item,
  );
}

function fieldValue(field: SaleField | LoanField, sale: DisclosedSale, context: DocumentContext): string {
  const { words, formats, issuer } = context;
  const { loan } = sale;
  switch (field) {
    case 'issuerName':
      return issuer.name;
    case 'issuerPhone':
      return issuer.phoneNumber;
    case 'issuerEmail':
      return issuer.emailAddress;
    case 'issuerAddress':
      return issuer.addressLines.join(', ');
    case 'sellerName':
      return sale.sellerName;
    case 'customerName':
      return unlinked(sale.customerName);
    case 'vehicle':
      return sale.vehicle;
    case 'vin':
      return sale.vin;
    case 'today':
      return formats.date(sale.today);
    case 'effectiveDate':
      return formats.date(sale.effectiveDate);
    case 'expiryDate':
      return formats.date(sale.expiryDate);
    case 'paymentTerm':
      return words.years(sale.paymentTermInYears);
    case 'products':
      return sale.products
        .map(({ productName, totalWithTaxCents }) =>
          words.priced(productName[context.language], formats.money(totalWithTaxCents)),
        )
        .join('; ');
    case 'premium':
      return formats.money(sale.premiumCents);
    case 'tax':
      return formats.money(sale.taxCents);
    case 'totalWithTax':
      return formats.money(sale.totalWithTaxCents);
    default:
      if (loan === null) throw new Error(`${field} was asked for of a sale without a loan.`);
      return loanValueOf(field, sale, loan, context);
  }
}

function loanValueOf(
  field: LoanField,
  sale: DisclosedSale,
  loan: NonNullable<DisclosedSale['loan']>,
  context: DocumentContext,
): string {
  const { words, formats, issuer } = context;
  const { loanTermInMonths: months } = loan;
  switch (field) {
    case 'lenderName':
      return issuer.lender.name;
    case 'lenderPhone':
      return issuer.lender.phoneNumber;
    case 'lenderEmail':
      return issuer.lender.emailAddress;
    case 'loanTerm':
      return words.months(months);
    case 'installments':
      return loanOutline(loan, context).installments.join(' ');
    case 'installmentAmount':
      return formats.money(loan.installmentCents);
    case 'firstInstallment':
      return formats.date(loan.firstInstallmentDate);
    case 'lastInstallment':
      return loanOutline(loan, context).last;
    case 'downPayment':
      return formats.money(loan.downPaymentCents);
    case 'amountFinanced':
      return formats.money(sale.totalWithTaxCents - loan.downPaymentCents + loan.applicationFeeCents);
    case 'applicationFee':
      return formats.money(loan.applicationFeeCents);
    case 'financeCharge':
      return formats.money(loan.financeChargeCents);
    case 'costOfBorrowing':
      return formats.money(loan.financeChargeCents + loan.applicationFeeCents);
    case 'apr':
      return formats.percent(loan.aprPercent);
    case 'totalPayable':
      return formats.money(loan.totalPayableCents);
    case 'debitNotice':
      return debitNotice(loan.firstInstallmentDate, sale.today, words);
  }
}

/** Payments Canada's Rule H1: ten days between the notice and the first debit, unless the payor waives them. */
const noticeDays = 10;

export function debitNotice(first: PlainDate, noticeOn: PlainDate, words: DocumentContext['words']): string {
  return first < addDays(noticeOn, noticeDays) ? words.padNoticeWaived : words.padNoticeGiven;
}
