import type { LineKind } from '../../domain/books/reports.ts';
import type { Language } from '../../domain/language.ts';
import type { AmendableFact } from '../../domain/policy/amendment.ts';
import type { PolicyPayment } from '../../domain/policy/policy.ts';
import type { DocumentKind } from '../../domain/policy/policy-view.ts';
import type { VehicleCondition } from '../../domain/quote/quote.ts';
import type { CoverageCategory, PurchaseMethod, Series } from '../../domain/quote/vocabulary.ts';
import type { Cover } from '../../domain/tariff/cover.ts';
import { bodyWord } from '../../domain/vehicle/vehicle-words.ts';

/** Every text that is printed, in one language. Arguments are already formatted. */
export type Words = typeof english;

export const english = {
  titles: {
    declaration: 'Policy declarations',
    'amended-declaration': 'Amended policy declarations',
    'financing-letter': 'Notice of loan acceptance',
    receipt: 'Payment receipt',
    'refund-receipt': 'Refund receipt',
    cancellation: 'Cancellation notice',
  } satisfies Record<DocumentKind, string>,
  /** These name the papers that are mailed with the policy. */
  mailedPapers: {
    RescissionNotice: 'Notice of rescission',
    CreditDisclosure: 'Credit disclosure',
    PadAgreement: 'Pre-authorized debit agreement',
    PadNoticeWaiver: 'Waiver of the notice of a debit',
  } as Readonly<Record<string, string>>,
  statement: 'Statement',
  month: 'Month',
  policies: 'Policies',
  commission: 'Commission',
  collected: 'Collected',
  owedByYou: 'You owe us',
  owedToYou: 'We owe you',
  statementKinds: { Bind: 'Bound', Amendment: 'Amended', Cancellation: 'Cancelled' } satisfies Record<LineKind, string>,
  statementCut: 'There are more policies than fit here. The totals include all of them; the CSV lists them.',
  page: { page: 'Page', of: 'of' },
  policyNumber: 'Policy number',
  textVersion: 'Text version',
  taxesIncluded: (taxes: string) => `Taxes included: ${taxes}`,
  taxNumbers: (numbers: string) => `Registration numbers: ${numbers}`,
  priced: (name: string, price: string) => `${name}: ${price}`,
  policyPeriod: 'Policy period',
  period: (from: string, to: string) => `${from} to ${to}`,
  /** With the time at which the cover begins and ends. */
  policyPeriodAt: 'Policy period, from and to 12:01\u00a0a.m., local time',
  issuedOn: 'Issued on',
  amendment: 'Amendment',
  amendmentNumber: (number: number) => `No. ${number}`,
  replaces: (date: string) => `These declarations replace those of ${date}.`,
  amendedLead: 'What was corrected.',
  amended: (facts: string) => `The ${facts}. Everything else stays as it was, and so does the price.`,
  amendedFacts: {
    name: 'name',
    address: 'address',
    phone: 'telephone number',
    email: 'e-mail address',
    vin: 'vehicle identification number',
    odometer: 'odometer reading',
    lienHolder: 'lienholder',
  } satisfies Record<AmendableFact, string>,
  totalWithTax: 'Total with tax',
  series: { Prime: 'Prime series (direct sale)', Plus: 'Plus series (sale through a dealer)' } satisfies Record<
    Series,
    string
  >,
  categories: { Replacement: 'Replacement', LimitedIndemnity: 'Limited indemnity' } satisfies Record<
    CoverageCategory,
    string
  >,

  insured: 'Named insured',
  name: 'Name',
  companyName: 'Company name',
  address: 'Address',
  telephone: 'Telephone',
  otherTelephone: 'Other telephone',
  email: 'E-mail',

  vehicle: 'Insured vehicle',
  vin: 'VIN',
  description: 'Description',
  trim: 'Trim',
  body: 'Body',
  bodyWord: (body: string) => bodyWord(body, 'en'),
  odometer: 'Odometer',
  purchaseMethod: 'Acquired by',
  bought: 'Bought',
  boughtOn: (condition: string, date: string) => `${condition}, ${date}`,
  conditions: { New: 'New', Used: 'Used', Demonstrator: 'Demonstrator' } satisfies Record<VehicleCondition, string>,
  primaryInsurer: 'Primary insurer',
  purchaseMethods: { Cash: 'Cash purchase', Finance: 'Financed purchase', Lease: 'Lease' } satisfies Record<
    PurchaseMethod,
    string
  >,

  coverages: 'Coverages',
  coverage: 'Coverage',
  coverageTerm: 'Coverage term',
  premium: 'Premium',
  /** Where not all of it is a premium. */
  price: 'Price',
  tax: 'Tax',
  total: 'Total',
  years: (count: number) => (count === 1 ? '1 year' : `${count} years`),
  formNote: (form: string | null, isOptional: boolean) =>
    `${isOptional ? 'Optional' : 'Included'}${form === null ? '' : ` · form ${form}`}`,

  cover: 'Insurer, limits and deductibles',
  coverWithProvider: 'Insurer, provider, limits and deductibles',
  insurerLead: 'Insurer.',
  /** A warranty is no insurance, and has a provider instead of an insurer. */
  providerLead: 'Provider.',
  /** Where a sale does not know who sells the vehicle. */
  notNamed: 'Not named in this sale',
  insuredBy: (products: string, { name, underwriter }: NonNullable<Cover['insurer']>) =>
    `${products}: ${name}${underwriter === null ? '' : ` (underwriter: ${underwriter})`}`,
  limits: (amounts: string) => `limit ${amounts}`,
  deductibles: (amounts: string) => `deductible ${amounts}`,

  payment: 'Payment',
  method: 'Method',
  paymentReference: 'Reference',
  amount: 'Amount',
  methods: {
    REF: 'Referral: collected by the seller',
    FIN: 'Financed through the seller',
    PW: 'Billed by the seller',
    PFF: 'Monthly financing',
    CC: 'Credit card',
  } satisfies Record<PolicyPayment['method'], string>,
  card: 'Card',
  authorization: 'Authorization number',
  chargedOn: 'Charged on',
  chargeDue: 'To be charged',
  chargeDueOn: (amount: string, date: string) => `${amount} on ${date}`,
  amountPaid: 'Amount paid',
  dateAndTime: 'Date and time',
  atTime: (date: string, time: string) => `${date} at ${time}`,
  paymentId: 'Payment reference',

  lender: 'Lender',
  loanNumber: 'Loan number',
  loanTerm: 'Term',
  months: (count: number) => (count === 1 ? '1 month' : `${count} months`),
  downPayment: 'Down payment',
  downPaymentTo: (seller: string, date: string) => `to ${seller}, on ${date}`,
  installment: 'Monthly installment',
  installments: 'Installments',
  installmentsOf: (count: number, amount: string) => (count === 1 ? `1 of ${amount}` : `${count} of ${amount}`),
  lastInstallmentOf: (amount: string) => `and a last one of ${amount}`,
  firstInstallment: 'First installment',
  lastInstallment: 'Last installment',
  /** What the lender pays for the customer, without any cost of borrowing. */
  netCapital: 'Net capital',
  interest: 'Interest',
  applicationFee: 'Application fee',
  costOfBorrowing: 'Cost of borrowing',
  apr: 'Annual percentage rate (APR)',
  /** Quebec’s own terms. Its one rate is that of all credit charges. */
  creditRate: 'Credit rate',
  creditCharges: 'Credit charges',
  totalObligation: 'Total obligation',
  creditChargesFrom: 'Credit charges from',
  /** Where `apr` does not fit. */
  aprShort: 'Annual rate (APR)',
  annualRate: 'Annual interest rate',
  interestFrom: 'Interest from',
  totalPayable: 'Total payable',

  sale: 'Sale',
  seller: 'Seller',
  producerCode: 'Producer code',
  dealer: 'Dealer',
  dealerContact: 'Dealer contact',
  lienHolder: 'Lienholder',

  languages: { en: 'English', fr: 'French' } satisfies Record<Language, string>,
  wording: 'Policy wording',
  ofForms: listed,
  wordingText: (forms: string) =>
    `These declarations are part of the policy and are to be read with the wording of ${forms}. The wording sets out what is covered, the limits, the exclusions and your duties after a loss.`,
  wordingTextUnnamed:
    'These declarations are part of the policy and are to be read with its wording. The wording sets out what is covered, the limits, the exclusions and your duties after a loss.',
  formVersion: (form: string, version: string) => `${form}, version ${version}`,
  boundForm: (form: string) => `form ${form}`,
  sampleForm: (form: string) => `form ${form} (sample)`,
  quebecForm: 'form Q.P.F. No. 5, Replacement Insurance',
  quebecFormNumber: 'Q.P.F. No. 5',
  quebecOption: {
    Replacement: 'The replacement option of Q.P.F. No. 5 was chosen.',
    LimitedIndemnity: 'The indemnity option of Q.P.F. No. 5 was chosen.',
  } satisfies Record<CoverageCategory, string>,
  join: listed,
  checkLead: 'Please check these details.',
  checkText: 'Tell us at once if a name, the address, the VIN or the odometer reading is not right.',
  contactLead: 'How to reach us.',
  contactText: (name: string, address: string, phoneNumber: string, emailAddress: string) =>
    `${name}, ${address}. Telephone ${phoneNumber}, e-mail ${emailAddress}. For a claim, a change or a cancellation, have your policy number at hand.`,

  loanGreeting: (lender: string, policyNumber: string) =>
    `${lender} has accepted your request to finance policy ${policyNumber}. The loan is in place on the terms below. Please keep this notice with your policy.`,
  loanFigures: 'The loan',
  schedule: 'Payment schedule',
  costs: 'What it costs',
  costText: ({ netCapital, interest, fee, cost, total }: LoanCosts) =>
    `The lender pays ${netCapital} for you: the net capital. The cost of borrowing is ${cost}: interest of ${interest} and the application fee of ${fee}. Together you pay the lender ${total}.`,
  creditChargesText: ({ netCapital, interest, fee, cost, total }: LoanCosts) =>
    `The lender pays ${netCapital} for you: the net capital. The credit charges are ${cost}: interest of ${interest} and the application fee of ${fee}. Together they are the total obligation of ${total}, which you pay the lender.`,
  downPaymentText: (amount: string, seller: string, date: string) =>
    `You pay the down payment of ${amount} to ${seller}, who sold you the policy, on ${date}. The lender does not collect it, and it is not part of the loan.`,
  pad: 'Pre-authorized debits',
  padAmountLead: 'Amount and timing.',
  padAmountText: ({ count, amount, lastAmount, dayOfMonth, first, last }: Debits) => {
    if (count === 1) return `One debit of ${amount} on ${first}. ${nextBusinessDay}`;
    const shorter = dayOfMonth > 28 ? ' (the last day of a shorter month)' : '';
    const debits = `${count} monthly debits of ${amount} on the ${dayOfMonth}${ordinalEnd(dayOfMonth)} of each month${shorter}, from ${first} to ${last}.`;
    const different = lastAmount === null ? '' : ` The last debit is ${lastAmount}.`;
    return `${debits}${different} ${nextBusinessDay}`;
  },
  padAccountLead: 'Account.',
  padAccountText:
    'The debits are drawn from the chequing account that was given with the purchase. For your safety its numbers are not printed here.',
  padNoticeLead: 'Notice.',
  padNoticeGiven: 'You are told of the first debit at least 10 days before it.',
  padNoticeWaived:
    'The first debit comes less than 10 days after this notice. By agreeing you waive the 10 days’ notice of it; the later debits are on the dates above.',
  /** Only the lender keeps the name on this account. */
  otherHolder: 'the other person who was named with the purchase',
  padKindLead: 'Kind.',
  padKindText: (isCompany: boolean) => `These are ${isCompany ? 'business' : 'personal'} pre-authorized debits (PAD).`,
  padCancelLead: 'Cancellation.',
  padCancelText:
    'You may revoke your authorization at any time, with 30 days’ notice to the lender. This ends the debits, not the loan: what is still owed is then to be paid in another way. For a sample cancellation form, or for more about your right to cancel a PAD agreement, contact your financial institution or visit www.payments.ca.',
  padRecourseLead: 'Recourse.',
  padRecourseText:
    'You have certain recourse rights if any debit does not comply with this agreement. For example, you have the right to receive reimbursement for any debit that is not authorized or is not consistent with this PAD agreement. To obtain more information on your recourse rights, contact your financial institution or visit www.payments.ca.',
  padContactLead: 'Contact.',
  padContactText: (name: string, phoneNumber: string, emailAddress: string) =>
    `${name}, telephone ${phoneNumber}, e-mail ${emailAddress}.`,

  paidFor: 'Paid for',
  forUsedDays: 'It pays for the days of cover before the policy was cancelled.',
  forPart: (total: string) => `It pays a part of the price of ${total}.`,
  receiptText: (amount: string, name: string) => `${name} has received ${amount} by credit card. Thank you.`,
  paymentText: (amount: string, name: string) => `${name} has received ${amount}. Thank you.`,
  paidOn: 'Paid on',
  byChequeOrTransfer: 'Cheque or transfer',
  receiptNotice:
    'Please keep this receipt with your policy. If you have a question about the payment, please quote its reference.',

  refund: 'Refund',
  amountGivenBack: 'Amount refunded',
  givenBackOn: 'Refunded on',
  givenBackTo: 'Refunded to',
  chequeOrTransfer: ['You', 'by cheque or transfer'] as readonly string[],
  refundedToCard: (amount: string, name: string, policy: string, card: string) =>
    `${name} has refunded ${amount} to your credit card, ${card}, for ${policy}.`,
  refundedToYou: (amount: string, name: string, policy: string) =>
    `${name} has refunded ${amount} to you by cheque or transfer, for ${policy}.`,
  refundedPolicy: (policyNumber: string, isEnded: boolean) =>
    `policy ${policyNumber}${isEnded ? ', which has ended' : ''}`,
  cardRefundNotice: 'Most issuers show the amount within 10 business days. Please keep this receipt with your policy.',
  refundedToLoan: (amount: string, name: string, lender: string, policyNumber: string) =>
    `${name} has paid ${amount} to ${lender} for the loan on your policy ${policyNumber}. The loan has ended.`,
  nothingToLoan: (lender: string, policyNumber: string) =>
    `According to ${lender}, nothing was owed on the loan on your policy ${policyNumber}. The loan has ended.`,
  replacesNotice: 'These amounts replace those of the notice that you received.',
  givesYou: (amount: string, who: string) => `${who} gives ${amount} back to you.`,
  refundNotice: 'Please keep this receipt with your policy.',
};

function listed(items: readonly string[]): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items[items.length - 1]}`;
}

function ordinalEnd(count: number): string {
  if (count > 3 && count < 21) return 'th';
  return ['th', 'st', 'nd', 'rd'][count % 10] ?? 'th';
}

const nextBusinessDay = 'When that is not a business day, the debit is made on the next one.';

/** Formatted: net capital and cost are the total, interest and fee the cost. */
export interface LoanCosts {
  readonly netCapital: string;
  readonly interest: string;
  readonly fee: string;
  readonly cost: string;
  readonly total: string;
}

interface Debits {
  readonly count: number;
  readonly amount: string;
  /** Null when all debits are equal. */
  readonly lastAmount: string | null;
  readonly dayOfMonth: number;
  readonly first: string;
  readonly last: string;
}
