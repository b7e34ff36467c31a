/** The value below which that share lies; 0 of nothing. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** Seconds since the start, and what was measured then. */
export type Point = readonly [second: number, value: number];

export interface Growth {
  readonly from: number;
  readonly to: number;
  readonly perSecond: number;
}

/**
 * By how much the lowest value of the second half is above the lowest of the first. A line through all points would
 * say of a cache that fills up and is emptied whatever its last filling makes of it. Null if one half has no point.
 */
export function growthOf(points: readonly Point[]): Growth | null {
  const [begin, end] = [points[0]?.[0] ?? 0, points.at(-1)?.[0] ?? 0];
  const isLate = ([second]: Point): boolean => second > (begin + end) / 2;
  const [first, second] = [lowest(points.filter((point) => !isLate(point))), lowest(points.filter(isLate))];
  if (first === null || second === null) return null;
  return { from: first[1], to: second[1], perSecond: (second[1] - first[1]) / (second[0] - first[0]) };
}

function lowest(points: readonly Point[]): Point | null {
  return points.reduce<Point | null>((low, point) => (low === null || point[1] < low[1] ? point : low), null);
}

export const inMs = (value: number): number => Math.round(value * 10) / 10;
