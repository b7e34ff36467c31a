export interface NearName {
  readonly name: string;
  /** The name that it is near. */
  readonly known: string;
}

/** Names that differ from a known one by a typing error or two: what was meant is not set. */
export function findNearNames(names: readonly string[], known: ReadonlySet<string>): readonly NearName[] {
  return names
    .filter((name) => !known.has(name))
    .flatMap((name) => {
      const near = [...known].find((one) => typingErrors(name.toUpperCase(), one) <= (one.length < 8 ? 1 : 2));
      return near === undefined ? [] : [{ name, known: near }];
    });
}

/** Characters left out, added or replaced, and neighbours exchanged (optimal string alignment). */
function typingErrors(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > 2) return 3;
  const rows = [Array.from({ length: other.length + 1 }, (_, column) => column)];
  for (let row = 1; row <= one.length; row += 1) {
    const line = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwapped =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      line.push(
        Math.min(
          rows[row - 1]![column]! + 1,
          line[column - 1]! + 1,
          rows[row - 1]![column - 1]! + (isSame ? 0 : 1),
          isSwapped ? rows[row - 2]![column - 2]! + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    rows.push(line);
  }
  return rows.at(-1)!.at(-1)!;
}
