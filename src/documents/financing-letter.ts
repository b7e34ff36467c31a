import { debitNotice } from './disclosure.ts';
import type { DocumentContext } from './document-context.ts';
import { downPaymentLines, loanOutline } from './loan-outline.ts';
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
      [words.apr, formats.percent(loan.aprPercent)],
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
  const advancedCents = policy.totalWithTaxCents - loan.downPaymentCents;
  return [
    {
      title: words.schedule,
      facts: factsKnown([
        [words.lender, issuer.lender.name],
        [words.loanTerm, words.months(loan.loanTermInMonths)],
        [words.installments, outline.installments],
        [words.firstInstallment, outline.first],
        [words.lastInstallment, outline.last],
        [words.totalPayable, formats.money(loan.totalPayableCents)],
      ]),
    },
    {
      title: words.loanFigures,
      facts: factsKnown([
        [words.totalWithTax, formats.money(policy.totalWithTaxCents)],
        [words.downPayment, downPaymentLines(policy, loan, context)],
        [words.amountAdvanced, formats.money(advancedCents)],
        [words.applicationFee, formats.money(loan.applicationFeeCents)],
        [words.amountFinanced, formats.money(advancedCents + loan.applicationFeeCents)],
        [words.financeCharge, formats.money(loan.financeChargeCents)],
        [words.costOfBorrowing, formats.money(loan.financeChargeCents + loan.applicationFeeCents)],
      ]),
    },
  ];
}

function costBlock(policy: FinancedPolicy, { words, formats }: DocumentContext): Block {
  const { loan } = policy.payment;
  const text = words.costText(
    formats.money(policy.totalWithTaxCents - loan.downPaymentCents),
    formats.money(loan.applicationFeeCents),
    formats.money(loan.financeChargeCents),
    formats.money(loan.totalPayableCents),
  );
  const downPayment = words.downPaymentText(
    formats.money(loan.downPaymentCents),
    policy.seller.name,
    formats.date(policy.boundOn),
  );
  return prose(words.costs, ['', loan.downPaymentCents === 0 ? text : `${text} ${downPayment}`]);
}

function debitBlock(policy: FinancedPolicy, context: DocumentContext): Block {
  const { words, issuer } = context;
  const { loan } = policy.payment;
  return prose(
    words.pad,
    [words.padAmountLead, words.padAmountText(loanOutline(loan, context).debits)],
    [words.padAccountLead, words.padAccountText],
    [words.padNoticeLead, debitNotice(loan.firstInstallmentDate, policy.boundOn, words)],
    [words.padKindLead, words.padKindText(policy.inputs.applicant.isCompany)],
    [words.padCancelLead, words.padCancelText],
    [words.padRecourseLead, words.padRecourseText],
    [words.padContactLead, words.padContactText(issuer.lender)],
  );
}
