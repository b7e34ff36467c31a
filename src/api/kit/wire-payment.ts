import type { bind as operation } from '@northbind/contract/bind.ts';
import type { AnswerOf } from '@northbind/contract/operation.ts';
import type { FinancingOption } from '../../domain/financing/offer.ts';
import { toDollars } from '../../domain/money/money.ts';
import { cardOf, loanOf, type Policy } from '../../domain/policy/policy.ts';

type BindAnswer = AnswerOf<typeof operation>;

export function wireLoan({ payment }: Policy): BindAnswer['financing'] {
  const loan = loanOf(payment);
  if (loan === null) return null;
  return {
    loanNumber: loan.loanNumber,
    loanTermInMonths: loan.loanTermInMonths,
    downPayment: toDollars(loan.downPaymentCents),
    firstInstallmentDate: loan.firstInstallmentDate,
    ...wirePlan(loan),
  };
}

export function wirePlan(plan: Omit<FinancingOption, 'loanTermInMonths'>) {
  return {
    installmentAmount: toDollars(plan.installmentCents),
    financeCharge: toDollars(plan.financeChargeCents),
    applicationFee: toDollars(plan.applicationFeeCents),
    apr: plan.aprPercent,
    totalPayable: toDollars(plan.totalPayableCents),
  };
}

export function wireCard(
  { payment }: Policy,
  receiptDownloadId: string | undefined,
  cardAt: Date | null,
): BindAnswer['cardPayment'] {
  const card = cardOf(payment);
  if (card === null) return null;
  return {
    paymentId: card.paymentId,
    status: card.charge === null ? 'Scheduled' : 'Captured',
    maskedCardNumber: card.maskedCardNumber,
    cardType: card.cardType,
    amountCharged: toDollars(card.charge?.amountCents ?? 0),
    chargeDate: card.chargeDate,
    ...(card.charge !== null && { authorizationNumber: card.charge.authorizationNumber }),
    transactionDate: (cardAt ?? new Date(0)).toISOString(),
    ...(receiptDownloadId !== undefined && { receiptDownloadId }),
  };
}
