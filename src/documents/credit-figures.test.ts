import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { readPdf } from '../../test/kit/invariants/read-pdf.ts';
import { sampleFinanced } from '../../test/kit/sale/sample-policy.ts';
import { disclosuresFor, parseDisclosureTexts } from '../domain/disclosure/disclosure-texts.ts';
import type { Province } from '../domain/province.ts';
import textsData from '../sandbox/data/disclosure-texts.json' with { type: 'json' };
import { judgePlanRequest } from '../sandbox/lender/judge-request.ts';
import { openDocumentPrinter } from './document-printer.ts';
import type { DisclosedSale } from './print-request.ts';

/*
 * Every figure of a credit disclosure is computed again from dates and amounts, by floats and by the calendar of the
 * runtime, and looked for in the text of the PDF: nothing in common with the service but what the lender lends at.
 */
const ratePerYear = 0.0999;
const feeCents = 2_000;
const dayMs = 86_400_000;

const parsed = parseDisclosureTexts(textsData);
assert.ok(parsed.ok);
const { texts } = parsed;
const printer = openDocumentPrinter();
after(printer.close);

interface Sold {
  readonly province: Province;
  readonly totalWithTaxCents: number;
  readonly effectiveDate: string;
}

/** Taxed otherwise, and begun where months are long, at their end, and short. */
const sales: readonly Sold[] = [
  { province: 'QC', totalWithTaxCents: 191_996, effectiveDate: '2026-12-15' },
  { province: 'ON', totalWithTaxCents: 264_350, effectiveDate: '2027-01-31' },
  { province: 'AB', totalWithTaxCents: 138_075, effectiveDate: '2028-02-01' },
];
/** The terms of a policy that between them have every term of a loan. */
const policyTerms = [1, 5];

for (const sold of sales)
  test(`the disclosure of every loan in ${sold.province} has the figures of its dates and amounts`, async () => {
    const loanTerms = new Set<number>();
    // Every first day with every term, every down payment with each of both: a document for all three takes minutes.
    const downPayments = [0, 12_345, sold.totalWithTaxCents - 45_000];
    for (const [downIndex, downPaymentCents] of downPayments.entries())
      for (const [dayIndex, firstInstallmentDate] of firstDays(sold.effectiveDate).entries())
        for (const paymentTermInYears of policyTerms) {
          const asked = { ...sold, downPaymentCents, firstInstallmentDate, paymentTermInYears };
          const priced = judgePlanRequest(asked);
          assert.ok(priced.ok);
          for (const [optionIndex, option] of priced.value.entries()) {
            if ((dayIndex + optionIndex) % downPayments.length !== downIndex) continue;
            loanTerms.add(option.loanTermInMonths);
            const loan = { ...option, downPaymentCents, firstInstallmentDate };
            const text = await printed(sold, loan);
            const missing = expectedOf(sold, loan).filter((figure) => !text.includes(figure));
            assert.deepEqual(missing, [], `${JSON.stringify({ ...asked, months: option.loanTermInMonths })}\n${text}`);
            assert.equal(/résoudre sans frais/.test(text), sold.province === 'QC');
          }
        }
    assert.deepEqual(
      [...loanTerms].sort((one, other) => one - other),
      [6, 12, 24, 36, 48, 60],
    );
  });

type DisclosedLoan = NonNullable<DisclosedSale['loan']>;

async function printed({ province, ...sold }: Sold, loan: DisclosedLoan): Promise<string> {
  const day = '2026-11-15';
  const choice = {
    province,
    products: [{ productType: 'RPL' }],
    paymentMethod: 'PFF',
    isCompany: false,
    day,
    firstDebit: null,
  } as const;
  const text = disclosuresFor(texts, choice).find(({ kind }) => kind === 'CreditDisclosure')!;
  const sale: DisclosedSale = {
    ...sampleFinanced(),
    ...sold,
    sellerName: 'Lakeshore',
    dealerName: null,
    commissionCents: 0,
    customerName: 'Amelia O’Connor',
    customerCity: 'Toronto',
    isCompany: false,
    vehicle: { en: '2024 Make', fr: 'Make 2024' },
    vin: '',
    today: day,
    loan,
  };
  const { kind, version, title, body } = text;
  const request = { kind: 'disclosure', text: { kind, version, title, body }, sale, language: ['fr', 'en'] } as const;
  return readPdf(await printer.print(request)).text.replaceAll(/\s+/g, ' ');
}

/** What the customer is told, in French and in English: in Quebec one rate, of all credit charges. */
function expectedOf({ province, totalWithTaxCents, effectiveDate }: Sold, loan: DisclosedLoan): readonly string[] {
  const { loanTermInMonths: months, downPaymentCents, firstInstallmentDate } = loan;
  const capital = totalWithTaxCents - downPaymentCents;
  const monthly = ratePerYear / 12;
  const installment = Math.round(((capital + feeCents) * monthly) / (1 - (1 + monthly) ** -months));
  const total = installment * months;
  const cost = total - capital;
  const days = (Date.parse(firstInstallmentDate) - Date.parse(effectiveDate)) / dayMs;
  const apr = ratePercent({ capital, installment, months, days });
  // The fee is lent, too: without it as a cost, the same days give the annual interest rate.
  const annualRate = ratePercent({ capital: capital + feeCents, installment, months, days });
  const last = monthsLater(firstInstallmentDate, months - 1);
  if (province === 'QC')
    return [
      `Capital net. ${french(capital)} Frais de crédit. ${french(cost)} Obligation totale. ${french(total)} Taux de crédit. ${french(apr).replace('$', '%')} par année`,
      `Versements. ${months} mensualités de ${french(installment)}, chaque mois, du ${jour(firstInstallmentDate)} au ${jour(last)}`,
      `Le prix de ${french(totalWithTaxCents)} moins la mise de fonds de ${french(downPaymentCents)}.`,
      `Des intérêts de ${french(cost - feeCents)} et des frais de dossier de ${french(feeCents)}. Ils courent à compter du ${jour(effectiveDate)} :`,
      `Net capital. ${english(capital)} Credit charges. ${english(cost)} Total obligation. ${english(total)} Credit rate. ${english(apr).slice(1)}% a year`,
      `Payments. ${months} of ${english(installment)}, each month, from ${day(firstInstallmentDate)} to ${day(last)}`,
      `Interest of ${english(cost - feeCents)} and the fee of ${english(feeCents)}. They run from ${day(effectiveDate)}:`,
    ];
  return [
    `Capital net. ${french(capital)} : le prix de ${french(totalWithTaxCents)} moins la mise de fonds de ${french(downPaymentCents)}.`,
    `Taux d’intérêt annuel. ${french(annualRate).replace('$', '%')}. Les intérêts courent à compter du ${jour(effectiveDate)} :`,
    `(TAC). ${french(apr).replace('$', '%')}`,
    `Frais de crédit. ${french(cost)} : des intérêts de ${french(cost - feeCents)} et des frais de dossier de ${french(feeCents)}.`,
    `Mensualités. ${months} mensualités de ${french(installment)}, pendant ${months} mois. La première est due le ${jour(firstInstallmentDate)}, la dernière le ${jour(last)}.`,
    `Obligation totale. ${french(total)} :`,
    `Net capital. ${english(capital)}: the price of ${english(totalWithTaxCents)} less the down payment of ${english(downPaymentCents)}.`,
    `Annual interest rate. ${english(annualRate).slice(1)}%. Interest runs from ${day(effectiveDate)}:`,
    `(APR). ${english(apr).slice(1)}%`,
    `Cost of borrowing. ${english(cost)}: interest of ${english(cost - feeCents)} and the fee of ${english(feeCents)}.`,
    `Payments. ${months} of ${english(installment)}, monthly, for ${months} months. The first is on ${day(firstInstallmentDate)}, the last on ${day(last)}.`,
    `Total payable. ${english(total)}:`,
  ];
}

interface Payments {
  readonly capital: number;
  readonly installment: number;
  readonly months: number;
  readonly days: number;
}

/** In hundredths of a percent: the rate at which the payments, the first after its days, are worth the capital. */
function ratePercent({ capital, installment, months, days }: Payments): number {
  let [low, high] = [0, 4];
  for (let step = 0; step < 80; step += 1) {
    const rate = (low + high) / 2;
    const later = (installment * (1 - (1 + rate / 12) ** (1 - months))) / (rate / 12);
    if ((installment + later) / (1 + (rate * days) / 365) > capital) low = rate;
    else high = rate;
  }
  return Math.round(low * 10_000);
}

/** Returns every day that the contract allows: from the day after the effective date to one month later. */
function firstDays(effectiveDate: string): readonly string[] {
  const days: string[] = [];
  for (let at = Date.parse(effectiveDate) + dayMs; at <= Date.parse(monthsLater(effectiveDate, 1)); at += dayMs)
    days.push(new Date(at).toISOString().slice(0, 10));
  return days;
}

function monthsLater(date: string, months: number): string {
  const [year, month, dayOfMonth] = date.split('-').map(Number) as [number, number, number];
  const lastOfMonth = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(dayOfMonth, lastOfMonth))).toISOString().slice(0, 10);
}

const amount = (locale: string) => new Intl.NumberFormat(locale, { minimumFractionDigits: 2 });
const french = (cents: number): string => `${amount('fr-FR').format(cents / 100)} $`.replaceAll(/\s/g, ' ');
const english = (cents: number): string => `$${amount('en-CA').format(cents / 100)}`;

const long = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
const jour = (date: string): string =>
  new Intl.DateTimeFormat('fr-CA', long).format(Date.parse(date)).replace(/^1 /, '1er ').replaceAll(/\s/g, ' ');
const day = (date: string): string => new Intl.DateTimeFormat('en-US', long).format(Date.parse(date));
