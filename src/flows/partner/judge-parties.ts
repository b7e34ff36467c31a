import type { PlainDate } from '../../domain/calendar.ts';
import { judgeLicences } from '../../domain/partner/licence.ts';
import type { Seller } from '../../domain/partner/seller.ts';
import type { Quote } from '../../domain/quote/quote.ts';
import { type Refusal, refusal, unless } from '../../domain/refusal.ts';
import type { Reference } from '../../store/reference/keeper.ts';

/**
 * Refuses to go on with a quote that its seller may not sell any more: the series was taken from it, the dealer is no
 * longer linked to it, or one of them has no licence. It is judged at every step until the policy exists.
 */
export function judgeParties(
  { dealers, licences }: Pick<Reference, 'dealers' | 'licences'>,
  { seller, quoted, today }: QuotedSale,
): readonly Refusal[] {
  const { dealer } = quoted.inputs;
  const isLinked = dealer === null || dealers.linkedTo(seller.id).some(({ id }) => id === dealer.id);
  return [
    ...unless(seller.series.includes(quoted.series), 'SeriesNotEnabledForSeller', ''),
    ...(isLinked ? [] : [refusal('DealerNotLinkedToSeller')]),
    ...judgeLicences(licences, { seller, dealer, today }),
  ];
}

interface QuotedSale {
  readonly seller: Seller;
  readonly quoted: Pick<Quote, 'series' | 'inputs'>;
  readonly today: PlainDate;
}
