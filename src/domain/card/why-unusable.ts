import { type BindContext, judgeBind } from '../bind/judge-bind.ts';
import { isPaidBy, paymentMethods } from '../payment-method.ts';
import type { Refusal, RefusalCode } from '../refusal.ts';
import { type SaleLinkFacts, saleLinkStatusOf } from '../sale-link/sale-link.ts';
import type { CardPayment } from './card-payment.ts';

/** The sale as it stands, for which a payment was started. */
export interface SaleOfPayment extends Omit<BindContext, 'payment'> {
  readonly isErased: boolean;
  readonly isBound: boolean;
  /** The link on whose page it was started, if nothing is being bought there; null for a payment that the partner started. */
  readonly link: SaleLinkFacts | null;
  /** Whether what is paid may be sold on the payment's charge date as it is taxed in the quote. */
  readonly judgeTax: () => readonly Refusal[];
}

/**
 * Says why a payment that no bind holds can never be bound: a bind of just what it was started for would be refused as
 * the sale stands. Null while it can be. A sale can be changed back (another revision, the method given again): whoever
 * does so later starts a new payment, since no customer's money is held for what may happen.
 */
export function whyUnusable(payment: CardPayment, sale: SaleOfPayment): RefusalCode | 'SaleLinkOver' | null {
  if (sale.isErased) return 'ApplicationNotFound';
  if (sale.isBound) return 'QuoteAlreadyBound';
  if (sale.link !== null && saleLinkStatusOf(sale.link, sale.today) !== 'Open') return 'SaleLinkOver';
  const form = {
    applicationId: payment.applicationId,
    revision: null,
    coverageCategory: payment.coverageCategory,
    paymentTermInYears: payment.paymentTermInYears,
    selectedProducts: payment.productTypes,
    paymentMethod: byCard,
    paymentReference: null,
    hasCardPayment: true,
    paymentId: payment.id,
    financing: null,
    hasFinancing: false,
    acknowledgements: [],
  };
  // One that the customer has not finished is judged as if it were: it would hold money for nothing.
  const judged = judgeBind(form, { ...sale, quoted: sale.quoted, payment: { ...payment, status: 'Authorized' } });
  const [first] = judged.ok ? sale.judgeTax() : judged.refusals;
  return first?.code ?? null;
}

const byCard = paymentMethods.find((method) => isPaidBy('card', method))!;
