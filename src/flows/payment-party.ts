import type { Seller } from '../domain/partner/seller.ts';
import { type PaidBy, type PaymentMethod, paymentMethodRules } from '../domain/payment-method.ts';
import { type Refusal, refusal } from '../domain/refusal.ts';
import type { Parts } from './parts.ts';

/** Whether there is a party that moves the money of this way of paying. */
export function hasParty({ cards, lender }: Parts<'cards' | 'lender'>, way: PaidBy): boolean {
  switch (way) {
    case 'partner':
      return true;
    case 'loan':
      return lender.isMissing !== true;
    case 'card':
      return cards.isMissing !== true;
  }
}

/** A method that the seller may use can't be used here, if there is no party for it. */
export function judgePaymentParty(
  parts: Parts<'cards' | 'lender'>,
  { paymentMethods }: Pick<Seller, 'paymentMethods'>,
  method: PaymentMethod,
): readonly Refusal[] {
  const { paidBy } = paymentMethodRules[method];
  if (paidBy === 'partner' || hasParty(parts, paidBy) || !paymentMethods.includes(method)) return [];
  return [refusal(noParty[paidBy], 'paymentMethod')];
}

const noParty = { loan: 'FinancingNotAvailableForSeller', card: 'CardPaymentNotAvailableForSeller' } as const;
