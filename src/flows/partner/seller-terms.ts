import type { PlainDate } from '../../domain/calendar.ts';
import { customerLanguages } from '../../domain/document/customer-languages.ts';
import type { Language } from '../../domain/language.ts';
import type { Seller } from '../../domain/partner/seller.ts';
import type { PaymentMethod } from '../../domain/payment-method.ts';
import { paymentMethodRules } from '../../domain/payment-method.ts';
import { type OfferedProduct, productsOffered } from '../../domain/quote/products-offered.ts';
import { bookForQuote } from '../../domain/tariff/book-for-quote.ts';
import type { Parts } from '../parts.ts';
import { hasParty } from '../payment-party.ts';

export type SellerParts = Parts<'reference' | 'cards' | 'lender' | 'effectiveDateDays'>;

/** What a seller may do, beside what is set up for itself. */
export interface SellerTerms {
  readonly language: Language;
  readonly paymentMethods: readonly PaymentMethod[];
  readonly products: readonly OfferedProduct[];
  readonly dealerCount: number;
  readonly effectiveDateDays: number;
}

/** Reads nothing but what is in memory. */
export function sellerTerms(parts: SellerParts, seller: Seller, today: PlainDate): SellerTerms {
  const { tariffs, dealers } = parts.reference();
  const book = bookForQuote(tariffs, { today, effectiveDate: today });
  const { province, series } = seller;
  return {
    language: customerLanguages({ seller, inputs: { language: null } })[0],
    paymentMethods: seller.paymentMethods.filter((method) => hasParty(parts, paymentMethodRules[method].paidBy)),
    products: book === null ? [] : productsOffered(book, { province, series, day: today }),
    dealerCount: dealers.linkedTo(seller.id).length,
    effectiveDateDays: parts.effectiveDateDays,
  };
}
