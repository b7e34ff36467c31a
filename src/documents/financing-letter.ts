import { isNoticeWaived } from '../domain/financing/debit-notice.ts';
import type { DocumentContext } from './document-context.ts';
import { costRows, downPaymentLines, isSoldInQuebec, loanCosts, loanOutline, rateWord } from './loan-outline.ts';
import { addressee } from './parties.ts';
import type { FinancedPolicy } from './print-request.ts';
import { type Block, factsKnown, figures, prose } from './sheet.ts';

/**
 * The lender's notice of acceptance: the loan's figures as the cost-of-borrowing rules want them disclosed, and the
 * elements that Payments Canada's Rule H1 wants in a notice of pre-authorized debits. The bank account is never in it:
 * we do not keep it.
 */
export function composeFinancingLetter(policy: FinancedPolicy, context: DocumentContext): readonly Block[] {
  const { words, formats, issuer } = context;
  const { loan } = policy.payment;
  return [
    {
      kind: 'letter',
      addressLines: addressee(policy),
      paragraphs: [formats.date(policy.boundOn), words.loanGreeting(issuer.lender.name, policy.policyNumber)],
    },
    figures(
      [words.loanNumber, loan.loanNumber],
      [words.installment, formats.money(loan.installmentCents)],
      [rateWord(policy, words, false), formats.percent(loan.aprPercent)],
    ),
    { kind: 'facts', groups: loanGroups(policy, context) },
    costBlock(policy, context),
    debitBlock(policy, context),
  ];
}

function loanGroups(policy: FinancedPolicy, context: DocumentContext) {
  const { words, formats, issuer } = context;
  const { loan } = policy.payment;
  const outline = loanOutline(loan, context);
  const costs = costRows(policy, loan, context);
  // What is added up stands above its sum.
  const [netCapital, costAndTotal] = [costs.slice(0, 1), costs.slice(1)];
  return [
    {
      title: words.schedule,
      facts: factsKnown([
        [words.lender, [issuer.lender.name, loan.creditTerms.lenderAddress]],
        [words.loanTerm, words.months(loan.loanTermInMonths)],
        [words.installments, outline.installments],
        [words.firstInstallment, outline.first],
        [words.lastInstallment, outline.last],
        ...rateRows(policy, context),
      ]),
    },
    {
      title: words.loanFigures,
      facts: factsKnown([
        [words.totalWithTax, formats.money(policy.totalWithTaxCents)],
        [words.downPayment, downPaymentLines(policy, loan, context)],
        ...netCapital,
        [words.interest, formats.money(loan.financeChargeCents)],
        [words.applicationFee, formats.money(loan.applicationFeeCents)],
        ...costAndTotal,
      ]).map((fact) => ({ ...fact, isAmount: true as const })),
    },
  ];
}

function rateRows(policy: FinancedPolicy, { words, formats }: DocumentContext) {
  const { creditTerms } = policy.payment.loan;
  const from = formats.date(creditTerms.interestFrom);
  if (isSoldInQuebec(policy)) return [[words.creditChargesFrom, from] as const];
  return [
    [words.annualRate, formats.percent(creditTerms.annualRatePercent)] as const,
    [words.interestFrom, from] as const,
  ];
}

function costBlock(policy: FinancedPolicy, context: DocumentContext): Block {
  const { words, formats } = context;
  const { loan } = policy.payment;
  const textOf = isSoldInQuebec(policy) ? words.creditChargesText : words.costText;
  const text = textOf(loanCosts(loan, context));
  const downPayment = words.downPaymentText(
    formats.money(loan.downPaymentCents),
    policy.seller.name,
    formats.date(policy.boundOn),
  );
  return prose(words.costs, ['', loan.downPaymentCents === 0 ? text : `${text} ${downPayment}`]);
}

function debitBlock(policy: FinancedPolicy, context: DocumentContext): Block {
  const { words } = context;
  const { lender } = context.issuer;
  const { loan } = policy.payment;
  return prose(
    words.pad,
    [words.padAmountLead, words.padAmountText(loanOutline(loan, context).debits)],
    [words.padAccountLead, words.padAccountText],
    isNoticeWaived(loan.firstInstallmentDate, policy.boundOn)
      ? { lead: words.padNoticeLead, text: words.padNoticeWaived, isFramed: true, isStrong: true }
      : [words.padNoticeLead, words.padNoticeGiven],
    [words.padKindLead, words.padKindText(policy.inputs.applicant.isCompany)],
    [words.padCancelLead, words.padCancelText],
    [words.padRecourseLead, words.padRecourseText],
    [words.padContactLead, words.padContactText(lender.name, lender.phoneNumber, lender.emailAddress)],
  );
}
