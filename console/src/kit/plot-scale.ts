/** Round values from 0 to at least the highest, in some four steps. What is counted has no steps of less than one. */
export function ticksTo(highest: number, isCounted: boolean): readonly number[] {
  const rough = (highest > 0 ? highest : 1) / 4;
  const unit = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max([1, 2, 5, 10].find((times) => times * unit >= rough)! * unit, isCounted ? 1 : 0);
  const count = Math.max(1, Math.ceil(highest / step - 1e-9));
  return Array.from({ length: count + 1 }, (_, place) => place * step);
}

/** Every how many points one is named, so that the names fit side by side on a phone. Odd: the name is of the middle. */
export function namedEvery(names: readonly string[]): number {
  const longest = Math.max(1, ...names.map((name) => name.length));
  const room = Math.min(8, Math.max(2, Math.floor(60 / (longest + 1))));
  return 2 * Math.ceil((names.length / room - 1) / 2) + 1;
}
