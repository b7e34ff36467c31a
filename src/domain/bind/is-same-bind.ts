import { parseDollars } from '../money.ts';
import { cardOf, type Loan, loanOf, type Policy } from '../policy/policy.ts';
import { type BindForm, type FinancingForm, isSameSet } from './judge-bind.ts';

/** Whether category, term, products, payment method, payment and loan are the same: then the bind is a repeat. */
export function isSameBind({ payment, ...policy }: Policy, form: BindForm): boolean {
  const card = cardOf(payment);
  const loan = loanOf(payment);
  return (
    (loan === null || form.financing === null || isSameLoan(loan, form.financing)) &&
    policy.coverageCategory === form.coverageCategory &&
    policy.paymentTermInYears === form.paymentTermInYears &&
    payment.method === form.paymentMethod &&
    (card === null || card.paymentId === form.paymentId) &&
    isSameSet(
      policy.products.map(({ productType }) => productType),
      form.selectedProducts.map((code) => code.trim()),
    )
  );
}

/** The bank account is not kept, so it is not compared. */
function isSameLoan(loan: Loan, asked: FinancingForm): boolean {
  return (
    loan.loanTermInMonths === asked.loanTermInMonths &&
    loan.downPaymentCents === parseDollars(asked.downPayment) &&
    loan.firstInstallmentDate === asked.firstInstallmentDate
  );
}
