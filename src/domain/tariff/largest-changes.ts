import type { Cents } from '../money.ts';
import type { PricingInputs } from '../quote/premium.ts';
import type { CoverageCategory } from '../quote/vocabulary.ts';

/** The largest changes in one direction, each product and vehicle model once. */
export class LargestChanges {
  readonly #isLarger: (a: number, b: number) => boolean;
  readonly #largestByModel = new Map<string, ComparedPrice>();

  constructor(isLarger: (a: number, b: number) => boolean) {
    this.#isLarger = isLarger;
  }

  note(price: ComparedPrice): void {
    const { make, model } = price.inputs.vehicle;
    const key = `${price.product} ${make} ${model}`;
    const known = this.#largestByModel.get(key);
    if (known === undefined || this.#isLarger(price.changePercent, known.changePercent)) {
      this.#largestByModel.set(key, price);
    }
  }

  largest(): readonly ComparedPrice[] {
    return [...this.#largestByModel.values()]
      .sort((a, b) =>
        this.#isLarger(a.changePercent, b.changePercent) ? -1 : Number(a.changePercent !== b.changePercent),
      )
      .slice(0, examplesMax);
  }
}

const examplesMax = 10;

/** One price of a quote in both books. */
export interface ComparedPrice {
  readonly inputs: PricingInputs;
  readonly category: CoverageCategory;
  readonly product: string;
  readonly paymentTermInYears: number;
  readonly fromCents: Cents;
  readonly toCents: Cents;
  readonly changePercent: number;
}
