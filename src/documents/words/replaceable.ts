import type { TextsByName } from '../../domain/customer-text/customer-texts.ts';
import { builtInTexts, type TextPlaces } from '../../domain/customer-text/replace-words.ts';
import type { Language } from '../../domain/language.ts';
import { cancellationWords } from './cancellation-words.ts';
import { english, type Words } from './english.ts';
import { french } from './french.ts';

/* What an operator may say in words of its own on papers. Labels of figures and what depends on them stay ours. */

export const paperWords: Readonly<Record<Language, Words>> = { en: english, fr: french };

export const paperPlaces = {
  'declaration.title': ['titles.declaration'],
  'declaration.wordingHeading': ['wording'],
  'declaration.wording': ['wordingText', 'forms'],
  'declaration.wordingUnnamed': ['wordingTextUnnamed'],
  'declaration.replacementOption': ['quebecOption.Replacement'],
  'declaration.indemnityOption': ['quebecOption.LimitedIndemnity'],
  'declaration.checkHeading': ['checkLead'],
  'declaration.check': ['checkText'],
  'declaration.amendedTitle': ['titles.amended-declaration'],
  'declaration.amendedHeading': ['amendedLead'],
  'declaration.amended': ['amended', 'facts'],
  'declaration.replaces': ['replaces', 'date'],

  'papers.contactHeading': ['contactLead'],
  'papers.contact': ['contactText', 'issuerName', 'issuerAddress', 'issuerPhone', 'issuerEmail'],

  'financingLetter.title': ['titles.financing-letter'],
  'financingLetter.greeting': ['loanGreeting', 'lenderName', 'policyNumber'],
  'financingLetter.costHeading': ['costs'],
  'financingLetter.cost': ['costText', 'netCapital', 'interest', 'fee', 'cost', 'total'],
  'financingLetter.creditCharges': ['creditChargesText', 'netCapital', 'interest', 'fee', 'cost', 'total'],
  'financingLetter.downPayment': ['downPaymentText', 'amount', 'sellerName', 'date'],

  'debits.heading': ['pad'],
  'debits.account': ['padAccountText'],
  'debits.noticeGiven': ['padNoticeGiven'],
  'debits.noticeWaived': ['padNoticeWaived'],
  'debits.cancellation': ['padCancelText'],
  'debits.recourse': ['padRecourseText'],
  'debits.contact': ['padContactText', 'lenderName', 'lenderPhone', 'lenderEmail'],

  'receipt.title': ['titles.receipt'],
  'receipt.byCard': ['receiptText', 'amount', 'issuerName'],
  'receipt.byHand': ['paymentText', 'amount', 'issuerName'],
  'receipt.forUsedDays': ['forUsedDays'],
  'receipt.forPart': ['forPart', 'total'],
  'receipt.keep': ['receiptNotice'],

  'refundReceipt.title': ['titles.refund-receipt'],
  'refundReceipt.toCard': ['refundedToCard', 'amount', 'issuerName', 'policy', 'card'],
  'refundReceipt.toCustomer': ['refundedToYou', 'amount', 'issuerName', 'policy'],
  'refundReceipt.toLoan': ['refundedToLoan', 'amount', 'issuerName', 'lenderName', 'policyNumber'],
  'refundReceipt.nothingToLoan': ['nothingToLoan', 'lenderName', 'policyNumber'],
  'refundReceipt.replacesNotice': ['replacesNotice'],
  'refundReceipt.keepOfCard': ['cardRefundNotice'],
  'refundReceipt.keep': ['refundNotice'],

  'cancellationNotice.title': ['titles.cancellation'],
} as const satisfies TextPlaces;

export const noticePlaces = {
  'cancellationNotice.rescissionTitle': ['titleOfRescission'],
  'cancellationNotice.rescinded': ['rescinded', 'policyNumber', 'vehicle', 'contractDate'],
  'cancellationNotice.calculationHeading': ['calculationLead'],
  'cancellationNotice.flatCalculation': ['calculation.flat'],
  'cancellationNotice.proRataCalculation': ['calculation.pro-rata'],
  'cancellationNotice.rescissionCalculation': ['calculationOfRescission'],
  'cancellationNotice.refundHeading': ['moneyLead'],
  'cancellationNotice.paymentHeading': ['paymentLead'],
  'cancellationNotice.issuersShow': ['issuersShow'],
  'cancellationNotice.nothingToPay': ['nothingToPay'],
  'cancellationNotice.stillOwed': ['stillOwed', 'amount'],
  'cancellationNotice.notPaid': ['notPaid', 'total'],
  'cancellationNotice.notPaidOf': ['notPaidOf', 'total', 'amount'],
  'cancellationNotice.mayPay': ['mayPay', 'lastDay'],
  'cancellationNotice.taxHasChanged': ['taxHasChanged'],
  'cancellationNotice.usedDaysWrittenOff': ['ifNotPaid.write-off'],
  'cancellationNotice.usedDaysOwed': ['ifNotPaid.owe'],
  'cancellationNotice.loanFirst': ['loanFirst', 'loanNumber', 'lenderName', 'date'],
  'cancellationNotice.loanRuns': ['loanRuns'],
  'cancellationNotice.lenderDecides': ['lenderDecides'],
  'cancellationNotice.restOfLoan': ['restOfLoan', 'lenderPhone'],
  'cancellationNotice.loanFalls': ['loanFalls', 'loanNumber', 'lenderName', 'date'],
  'cancellationNotice.advanceToLender': ['advanceToLender', 'amount', 'lenderName', 'date'],
  'cancellationNotice.downPaymentNow': ['downPaymentNow', 'amount', 'sellerName'],
  'cancellationNotice.installmentsBack': ['installmentsBack', 'amount'],
  'cancellationNotice.costBack': ['costBack', 'amount', 'lenderName', 'date'],
  'cancellationNotice.lenderConfirms': ['lenderConfirms'],
  'cancellationNotice.askLender': ['askLender', 'lenderName', 'lenderPhone'],
  'cancellationNotice.receiptFollows': ['receiptFollows'],
  'cancellationNotice.noDayLeft': ['noDayLeft'],
  'cancellationNotice.usedDaysPaid': ['usedDaysPaid'],
} as const satisfies TextPlaces;

export const builtInPaperTexts: TextsByName = {
  ...builtInTexts(paperWords, paperPlaces),
  ...builtInTexts(cancellationWords, noticePlaces),
};
