import type { Quote, QuoteInputs } from '../../domain/quote/quote.ts';
import { type PriceList, unpackPrices } from './price-list.ts';

/** A quote as it is stored: its prices packed, and the partner's reference, which is looked for, in its own column. */
export type Stored<T extends Pick<Quote, 'inputs' | 'options'>> = Omit<T, 'inputs' | 'options'> & StoredParts;

interface StoredParts {
  readonly inputs: StoredInputs;
  readonly options: PriceList;
  readonly partnerReference: string | null;
}

export type StoredInputs = Omit<QuoteInputs, 'partnerReference'>;

/** Returns what differs from how it is stored. */
export function unpackQuote({ inputs, options, partnerReference }: StoredParts): Pick<Quote, 'inputs' | 'options'> {
  return { inputs: { ...inputs, partnerReference }, options: unpackPrices(options) };
}
