import type { Issuer } from '../../documents/issuer.ts';
import type { ChargedPolicy, FinancedPolicy, PolicyDocumentRequest } from '../../documents/print-request.ts';
import { NotPrintable } from '../../documents/trial-printer.ts';
import { addDays, type PlainDate } from '../../domain/calendar.ts';
import {
  type Cancellation,
  type CancellationTerms,
  judgeCancellation,
} from '../../domain/cancellation/cancellation.ts';
import type { CancellationAsked } from '../../domain/cancellation/cancellation-asked.ts';
import { isRescission } from '../../domain/cancellation/cancellation-cause.ts';
import { parseCustomerTexts, type TextsByName } from '../../domain/customer-text/customer-texts.ts';
import { offerPlans } from '../../domain/financing/offer.ts';
import { owedOnLoan, waivedOnLoan } from '../../domain/financing/owed-on-loan.ts';
import type { Language } from '../../domain/language.ts';
import type { MailKind } from '../../domain/mail/mail-kind.ts';
import { isOperatorRefusal, type OperatorRefusal, refuseOperator } from '../../domain/operator/operator-refusal.ts';
import type { Policy } from '../../domain/policy/policy.ts';
import { samplePolicy } from '../../domain/policy/sample-policy.ts';
import { planRefund } from '../../domain/refund/refund-plan.ts';
import type { LinkState } from '../../domain/unpaid/payment-link.ts';
import { vehicleName } from '../../domain/vehicle/vehicle.ts';
import type { MailFacts } from '../../store/mail/mail.ts';
import { findFile } from '../../store/tariff/operator-file.ts';
import { sampleTerms } from '../disclosure/preview-disclosures.ts';
import { writeMail } from '../mail/mail-text.ts';
import type { Parts } from '../parts.ts';
import { faultDetails } from '../tariff/load-rate-book.ts';
import { operatorDay } from '../tariff/operator-day.ts';
import { customerTexts } from '../tariff/operator-files.ts';
import { linkAddress } from '../unpaid/link-secret.ts';
import { type PayAnswer, payPageText } from '../unpaid/pay-page.ts';
import { builtIn } from './built-in-texts.ts';

export type PreviewTextsParts = Parts<'database' | 'printer' | 'clock' | 'publicUrl'>;

export interface PreviewTextsAsked {
  /** Texts that are not loaded, or a loaded version. */
  readonly document?: unknown;
  readonly version?: string;
  readonly language: Language;
}

/** All that says something in words that an operator may change. */
export interface PreviewedTexts {
  readonly papers: readonly PreviewedDocument[];
  /** Mails, and then the payment page in each of its states. */
  readonly messages: readonly PreviewedMessage[];
}

export interface PreviewedDocument {
  readonly kind: PolicyDocumentRequest['kind'];
  /** Whether a cancellation notice is the notice of a rescission. */
  readonly isRescission: boolean;
  readonly bytes: Buffer;
}

export interface PreviewedMessage {
  readonly of: 'mail' | 'page';
  readonly title: string;
  readonly text: string;
}

/** Prints and writes what the customer of a sample sale could get. The figures are invented; nothing is sent or stored. */
export async function previewTexts(
  parts: PreviewTextsParts,
  { document, version = '', language }: PreviewTextsAsked,
): Promise<PreviewedTexts | OperatorRefusal> {
  const { database, printer, clock } = parts;
  const source = document ?? (await findFile(database, customerTexts.table, version));
  if (source === null) return refuseOperator('NotFound', 'version', { version });
  const parsed = parseCustomerTexts(source, builtIn);
  if (!parsed.ok) return refuseOperator(customerTexts.faulty, 'document', faultDetails(parsed.faults));
  const { texts } = parsed.texts;
  const today = operatorDay(clock());
  const papers: PreviewedDocument[] = [];
  for (const request of sampleRequests(language, today)) {
    const bytes = await printer.tryOut({ ...request, texts }).catch(faultOf);
    if (!Buffer.isBuffer(bytes))
      return refuseOperator(customerTexts.faulty, 'document', { [request.kind]: bytes.message });
    const isOfRescission = request.kind === 'cancellation' && isRescission(request.cancellation);
    papers.push({ kind: request.kind, isRescission: isOfRescission, bytes });
  }
  return {
    papers,
    messages: [...mails(parts, texts, language, today), ...pages(printer.issuer, texts, language, today)],
  };
}

function faultOf(error: unknown): NotPrintable {
  if (error instanceof NotPrintable) return error;
  throw error;
}

function sampleRequests(language: Language, today: PlainDate): readonly PolicyDocumentRequest[] {
  const policy = samplePolicy(language, today) as ChargedPolicy;
  const day = addDays(today, 30);
  const cancellation = sampleCancellation(policy, day, today);
  const refund = { payee: 'Card', doneOn: day, reference: 'SAMPLE', cancelledOn: day } as const;
  const amendment = { number: 1, madeOn: today, replacesOf: today, changed: ['address'] } as const;
  return [
    { kind: 'declaration', policy, language },
    { kind: 'amended-declaration', policy, amendment, language },
    { kind: 'financing-letter', policy: financed(policy, today, addDays(today, 30)), language },
    { kind: 'receipt', policy, language },
    { kind: 'cancellation', policy, cancellation, language },
    { kind: 'cancellation', ...sampleRescission(policy, today), language },
    { kind: 'refund-receipt', policy, refund: { ...refund, amountCents: cancellation.refundCents }, language },
  ];
}

function financed(policy: Policy, today: PlainDate, firstInstallmentDate: PlainDate): FinancedPolicy {
  const { totalWithTaxCents, paymentTermInYears } = policy;
  const lender = { annualRatePpm: 99_000, applicationFeeCents: 4_500, financedMinimumCents: 0 };
  const asked = { downPaymentCents: 10_000, firstInstallmentDate };
  const [option] = offerPlans({ totalWithTaxCents, paymentTermInYears, lender, advancedOn: today, ...asked });
  const creditTerms = sampleTerms(option!, { advancedOn: today, firstInstallmentDate });
  const loan = { ...option!, loanNumber: 'SAMPLE-L-1', creditTerms, ...asked };
  return { ...policy, payment: { method: 'PFF', loan } };
}

/** Cancels a loan's policy after an installment was taken, so that the notice names everything that may be given back. */
function sampleRescission(policy: Policy, today: PlainDate) {
  const ofLoan = financed(policy, today, addDays(today, 1));
  const madeOn = addDays(today, 5);
  const terms = termsOf(ofLoan, { kind: 'flat', cancelledOn: madeOn });
  const { loan } = ofLoan.payment;
  const collected = {
    by: 'lender',
    owedCents: owedOnLoan(loan, madeOn),
    byLenderCents: waivedOnLoan(loan, madeOn),
    downPaymentCents: loan.downPaymentCents,
  } as const;
  const usedDays = 'write-off';
  const plan = planRefund({ ...terms, totalCents: policy.totalWithTaxCents, usedDays, collected, today: madeOn });
  const cause = { requestedBy: 'customer', ground: 'Rescission', noticeDays: null, noticeRule: null } as const;
  const cancellation: Cancellation = { ...terms, ...cause, plan, usedDays, taxesBack: [], madeOn };
  return { policy: ofLoan, cancellation };
}

/** Cancels a policy that is paid by card, from a day ahead, so that its notice has most of the words. */
function sampleCancellation(policy: Policy, cancelledOn: PlainDate, today: PlainDate): Cancellation {
  const terms = termsOf(policy, { kind: 'pro-rata', cancelledOn });
  const usedDays = 'write-off';
  const totalCents = policy.totalWithTaxCents;
  const charge = { on: today, chargeCents: totalCents };
  const collected = { by: 'card to come', ...charge, payments: [], goodwillCents: 0 } as const;
  const plan = planRefund({ ...terms, totalCents, usedDays, collected, today });
  const cause = { requestedBy: 'customer', ground: 'VehicleSold', noticeDays: null, noticeRule: null } as const;
  return { ...terms, ...cause, plan, usedDays, taxesBack: [], madeOn: today };
}

function termsOf(policy: Policy, asked: CancellationAsked): CancellationTerms {
  const terms = judgeCancellation(policy, asked);
  if (isOperatorRefusal(terms)) throw new Error(`The sample policy can't be cancelled: ${terms.code}.`);
  return terms;
}

function mails(
  { printer, publicUrl }: PreviewTextsParts,
  texts: TextsByName,
  language: Language,
  today: PlainDate,
): readonly PreviewedMessage[] {
  const policy = samplePolicy(language, today);
  return sampleMails(policy, today).map(([kind, facts]) => {
    const mail = { kind, facts, link: linkAddress(publicUrl, '…'), filenames: [] };
    const { subject, text } = writeMail(mail, policy, printer.issuer, texts);
    return { of: 'mail', title: subject, text };
  });
}

function sampleMails(policy: Policy, today: PlainDate): readonly (readonly [MailKind, MailFacts | null])[] {
  const amountCents = policy.totalWithTaxCents;
  const day = addDays(today, 30);
  const unpaid = { amountCents, maskedCardNumber: '4242 **** **** 4242' };
  const withdrawn = { cancelledOn: day, withdrawnBy: 'payment', paidCents: amountCents, dueCents: 0 } as const;
  return [
    ['policy', null],
    ['amendment', null],
    ['receipt', { amountCents, by: 'card' }],
    ['refusal', { ...unpaid, nextDay: addDays(today, 1) }],
    ['refusal', { ...unpaid, nextDay: null }],
    ['refusal', { ...unpaid, isTaxChanged: true }],
    ['payment link', { ...unpaid, chargeOn: null, lastDay: addDays(today, 7) }],
    ['lapse', unpaid],
    ['cancellation', sampleCancellation(policy, day, today)],
    ['cancellation', sampleRescission(policy, today).cancellation],
    ['withdrawal', withdrawn],
    ['refund receipt', { amountCents, payee: 'Card', doneOn: today }],
    ['refund by cheque', { redirectedCents: amountCents }],
    ['cover ended', { ...unpaid, wasTried: true, cancelledOn: today, dueCents: amountCents }],
    ['correction', { told: 'payment', amountCents, toldOn: today, dueCents: amountCents }],
  ];
}

const shownStates: readonly LinkState[] = [
  'open',
  'running',
  'scheduled',
  'paid',
  'held',
  'cancelled',
  'expired',
  'used up',
  'over',
];

function pages(brand: Issuer, texts: TextsByName, language: Language, today: PlainDate): readonly PreviewedMessage[] {
  const policy = samplePolicy(language, today);
  const checkout = { checkoutJsUrl: '', checkoutGlobal: '', environment: '' };
  const parts = { brand, texts, checkout, secret: '', root: '', language };
  const view = {
    language,
    policyNumber: policy.policyNumber,
    vehicle: vehicleName(policy.inputs.vehicle, language),
    amount: '',
    isUnpaidByRefusal: true,
    lastDigits: '4242',
    chargeDay: null,
    wasRefused: false,
    brand: null,
  };
  const answers: readonly PayAnswer[] = [
    ...shownStates.map((state) => ({ kind: 'closed', view: { ...view, state } }) as const),
    { kind: 'busy' },
    { kind: 'unreachable' },
  ];
  return answers.map((answer) => {
    const [title = '', ...paragraphs] = payPageText(answer, parts, language);
    return { of: 'page', title, text: paragraphs.join('\n\n') };
  });
}
