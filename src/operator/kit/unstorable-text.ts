/**
 * Returns where a request has text that PostgreSQL can't store or would store as another: with NUL, or with half of a
 * surrogate pair, or is nested deeper than any request of ours, on which a reader could run out of stack. Null if
 * nowhere. No name, search or reason has either, so no route has to expect them.
 */
export function unstorablePlace(parts: Readonly<Record<'params' | 'query' | 'body', unknown>>): string | null {
  for (const part of Object.values(parts)) {
    const place = placeIn(part);
    if (place !== null) return place;
  }
  return null;
}

/** The dotted path within the value; empty for the value itself. */
function placeIn(value: unknown, depth = 0): string | null {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed() ? '' : null;
  // A stream of bytes is read by its own reader.
  if (typeof value !== 'object' || value === null || Symbol.asyncIterator in value) return null;
  if (depth > depthMax) return '';
  for (const [name, one] of Object.entries(value)) {
    if (placeIn(name) !== null) return '';
    const within = placeIn(one, depth + 1);
    if (within !== null) return within === '' ? name : `${name}.${within}`;
  }
  return null;
}

/** A rate book, the deepest, has seven with its request. */
const depthMax = 100;
