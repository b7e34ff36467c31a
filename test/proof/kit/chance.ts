/** Choices from a testbed's random numbers. */
export const pickFrom =
  (random: () => number) =>
  <T>(from: readonly T[]): T =>
    from[Math.floor(random() * from.length)]!;

export const between = (random: () => number, least: number, most: number): number => least + random() * (most - least);
