import { addYears, type PlainDate } from '../calendar.ts';

/** What decides whether a person may be erased from a sale. */
export interface ErasableSale {
  readonly isErased: boolean;
  /** A bind, a payment, a refund or a mail of it is not over yet. */
  readonly isUnderWay: boolean;
  /** The first day without cover; null without a policy. */
  readonly coverEndsOn: PlainDate | null;
}

/**
 * What of a sale may go. `person`: all that tells who it was. `contact`: only what no book needs: telephone numbers,
 * e-mail addresses, the dealer contact, earlier quotes and the reasons that operators wrote. `nothing`, and why.
 */
export type ErasureVerdict =
  | { readonly scope: 'person' }
  | { readonly scope: 'contact'; readonly until: PlainDate | null }
  | {
      readonly scope: 'nothing';
      readonly why: 'SaleErased' | 'SaleUnderWay' | 'PolicyInForce';
      readonly until?: PlainDate;
    };

export type ErasureScope = 'person' | 'contact';

/**
 * Checks in this order: what is erased, what is under way, what is in force, what the books must keep. `policyYears`:
 * how long policies are kept after the end of their cover; 0 is for good.
 */
export function judgeErasure(sale: ErasableSale, today: PlainDate, policyYears: number): ErasureVerdict {
  if (sale.isErased) return { scope: 'nothing', why: 'SaleErased' };
  if (sale.isUnderWay) return { scope: 'nothing', why: 'SaleUnderWay' };
  if (sale.coverEndsOn === null) return { scope: 'person' };
  if (today < sale.coverEndsOn) return { scope: 'nothing', why: 'PolicyInForce', until: sale.coverEndsOn };
  if (policyYears === 0) return { scope: 'contact', until: null };
  const until = addYears(sale.coverEndsOn, policyYears);
  return today < until ? { scope: 'contact', until } : { scope: 'person' };
}
