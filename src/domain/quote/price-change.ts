/**
 * A summary of many price changes. Internally a change is an integer in hundredths of a percent, so that sums and bins
 * are exact.
 */
export interface PriceChange {
  /** Prices that both books have. */
  readonly count: number;
  readonly unchangedCount: number;
  readonly onlyFromCount: number;
  readonly onlyToCount: number;
  /** Percent with two decimals; null when nothing could be compared. */
  readonly minPercent: number | null;
  readonly medianPercent: number | null;
  readonly maxPercent: number | null;
}

export interface HistogramBin {
  /** Included; the upper end belongs to the next bin. */
  readonly fromPercent: number;
  readonly toPercent: number;
  readonly count: number;
}

/** A hundredth of a percent: 250 is 2.5 %. */
export type BasisPoints = number;

export const toPercent = (points: BasisPoints): number => points / 100;

/** A change from zero has no percentage; 100 % stands for it. */
export function changeOf(fromCents: number, toCents: number): BasisPoints {
  if (fromCents === 0) return toCents === 0 ? 0 : 10_000;
  return Math.round(((toCents - fromCents) * 10_000) / fromCents) + 0; // + 0 turns -0 into 0
}

export function sumUp(
  changes: readonly BasisPoints[],
  only: Pick<PriceChange, 'onlyFromCount' | 'onlyToCount'>,
): PriceChange {
  const sorted = Float64Array.from(changes).sort();
  const at = (points: BasisPoints | null | undefined): number | null => (points == null ? null : toPercent(points));
  return {
    count: sorted.length,
    unchangedCount: sorted.filter((points) => points === 0).length,
    onlyFromCount: only.onlyFromCount,
    onlyToCount: only.onlyToCount,
    minPercent: at(sorted[0]),
    medianPercent: at(middleOf(sorted)),
    maxPercent: at(sorted.at(-1)),
  };
}

/** An even count has two middle values: the lower one is taken, so that the median is a real value. */
export function medianOf(values: readonly number[]): number | null {
  return middleOf(Float64Array.from(values).sort());
}

function middleOf(sorted: Float64Array): number | null {
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? null;
}

// Widths from a tenth of a percent up, for at most thirty bins.
const binWidths: readonly BasisPoints[] = [10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 100_000, 1_000_000];
const binsMax = 30;

/** Bins of one round width, in ascending order. */
export function histogramOf(changes: readonly BasisPoints[]): readonly HistogramBin[] {
  if (changes.length === 0) return [];
  const lowest = changes.reduce((a, b) => Math.min(a, b));
  const highest = changes.reduce((a, b) => Math.max(a, b));
  const binsAt = (width: BasisPoints): number => Math.floor(highest / width) - Math.floor(lowest / width) + 1;
  const width = binWidths.find((one) => binsAt(one) <= binsMax) ?? Math.ceil((highest - lowest) / (binsMax - 1));
  const first = Math.floor(lowest / width);
  const counts = new Array<number>(binsAt(width)).fill(0);
  for (const change of changes) counts[Math.floor(change / width) - first]! += 1;
  return counts.map((count, i) => ({
    fromPercent: toPercent((first + i) * width),
    toPercent: toPercent((first + i + 1) * width),
    count,
  }));
}
