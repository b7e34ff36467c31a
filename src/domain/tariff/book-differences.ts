/** What two rate books have that is not the same in both, as their files say it. */
export interface BookDifference {
  /** The part of the file: `premiums`, `eligibility`. */
  readonly part: string;
  /** Which of its rows: `RPL LUXURY`; its place in a list whose order counts; empty for the book itself. */
  readonly row: string;
  /** Which of its values: `baseCents.3`. */
  readonly value: string;
  /** Null where a book has none. */
  readonly from: Written | null;
  readonly to: Written | null;
}

export type Written = string | number | boolean;

/** No part of what is sold: where the file's form is described, what its author noted, and what the book is called. */
const silent: ReadonlySet<string> = new Set(['$schema', 'note', 'version']);

/** What identifies a row of a list in both books. In the other lists the order counts, so a row is known by its place. */
const keys: Readonly<Record<string, readonly string[]>> = {
  premiums: ['product', 'vehicleClass'],
  eligibility: ['series', 'category'],
  products: ['code'],
  insurers: ['code'],
  vehicleClasses: ['code'],
  exclusions: ['code'],
  factors: ['name'],
};

/**
 * Every difference of two files that were parsed without a fault, whatever part it is in: what is told does not depend
 * on a sample. In the order of the new book; what only the old one has comes last.
 */
export function bookDifferences(from: unknown, to: unknown): readonly BookDifference[] {
  const [before, after] = [leavesOf(from), leavesOf(to)];
  const places = [...after.keys(), ...[...before.keys()].filter((place) => !after.has(place))];
  return places.flatMap((place) => {
    const [was, is] = [before.get(place) ?? null, after.get(place) ?? null];
    if (was?.written === is?.written) return [];
    const { part, row, value } = (is ?? was)!;
    return [{ part, row, value, from: was?.written ?? null, to: is?.written ?? null }];
  });
}

interface Leaf extends Pick<BookDifference, 'part' | 'row' | 'value'> {
  readonly written: Written;
}

function leavesOf(document: unknown): ReadonlyMap<string, Leaf> {
  const leaves = Object.entries(document as object).flatMap(([part, content]) => {
    if (silent.has(part)) return [];
    if (!isListOfRows(content)) return valuesOf(content).map((leaf) => ({ part, row: '', ...leaf }));
    return content.flatMap((row, place) => {
      const key = keys[part]?.map((name) => String(row[name])).join(' ') ?? String(place + 1);
      return valuesOf(row).map((leaf) => ({ part, row: key, ...leaf }));
    });
  });
  return new Map(leaves.map((leaf) => [JSON.stringify([leaf.part, leaf.row, leaf.value]), leaf]));
}

function valuesOf(content: unknown, path: readonly string[] = []): readonly Pick<Leaf, 'value' | 'written'>[] {
  if (content === null || content === undefined || path.at(-1) === 'note') return [];
  if (isListOfRows(content)) return content.flatMap((row, place) => valuesOf(row, [...path, String(place + 1)]));
  if (Array.isArray(content)) return [{ value: path.join('.'), written: content.join(', ') }];
  if (typeof content === 'object')
    return Object.entries(content).flatMap(([name, value]) => valuesOf(value, [...path, name]));
  return [{ value: path.join('.'), written: content as Written }];
}

function isListOfRows(content: unknown): content is readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(content) && typeof content[0] === 'object';
}
