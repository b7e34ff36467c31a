import type { FinancingOption } from '../../domain/financing/offer.ts';
import { toDollars } from '../../domain/money.ts';
import { cardOf, loanOf, type Policy } from '../../domain/policy/policy.ts';

export function wireLoan({ payment }: Policy) {
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

/** Partners read a card in these words of the contract. */
interface WireCard {
  readonly paymentId: string;
  readonly status: 'Scheduled' | 'Captured';
  readonly maskedCardNumber: string;
  readonly cardType: string;
  readonly amountCharged: number;
  readonly chargeDate: string;
  readonly authorizationNumber?: string;
  readonly transactionDate: string;
  readonly receiptDownloadId?: string;
}

export function wireCard(
  { payment }: Policy,
  receiptDownloadId: string | undefined,
  cardAt: Date | null,
): WireCard | null {
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
