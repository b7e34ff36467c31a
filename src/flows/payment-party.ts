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

/** Returns why nobody can pay by this method here, whatever the seller is allowed; null if it can be paid by. */
export function refuseWithoutParty(parts: Parts<'cards' | 'lender'>, method: PaymentMethod): Refusal | null {
  const { paidBy } = paymentMethodRules[method];
  if (paidBy === 'partner' || hasParty(parts, paidBy)) return null;
  return refusal(noParty[paidBy], 'paymentMethod');
}

const noParty = { loan: 'FinancingNotAvailableForSeller', card: 'CardPaymentNotAvailableForSeller' } as const;
