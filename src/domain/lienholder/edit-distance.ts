export interface Edits {
  readonly whole: number;
  readonly beginning: number;
}

/**
 * Counts the typing errors (a letter added, missing, wrong, or two adjacent ones swapped) between the typed word and a
 * whole text, and its nearest prefix. Counts above `max` are only known to be above it. A typed word is compared with
 * hundreds of texts, so its three rows are reused, and only the band within `max` is filled.
 */
export function editsFrom(typed: string, max: number): (text: string) => Edits {
  const tooMany = max + 1;
  const widthMax = typed.length + max;
  let twoAgo = new Uint16Array(widthMax + 2);
  let previous = new Uint16Array(widthMax + 2);
  let current = new Uint16Array(widthMax + 2);

  return (text) => {
    // Beyond this length, no prefix of the text is within `max`.
    const width = Math.min(text.length, widthMax);
    for (let column = 0; column <= width; column++) previous[column] = Math.min(column, tooMany);
    for (let row = 1; row <= typed.length; row++) {
      const from = Math.max(1, row - max);
      const to = Math.min(width, row + max);
      current[from - 1] = from === 1 ? Math.min(row, tooMany) : tooMany;
      let best = current[from - 1]!;
      for (let column = from; column <= to; column++) {
        const edits = editsAt(text, row, column);
        current[column] = edits;
        if (edits < best) best = edits;
      }
      if (best > max) return { whole: tooMany, beginning: tooMany };
      if (to < width) current[to + 1] = tooMany;
      [twoAgo, previous, current] = [previous, current, twoAgo];
    }
    const reached = previous.subarray(Math.max(0, typed.length - max), width + 1);
    return { whole: width === text.length ? (previous[width] ?? tooMany) : tooMany, beginning: Math.min(...reached) };
  };

  function editsAt(text: string, row: number, column: number): number {
    const letter = typed.charCodeAt(row - 1);
    const other = text.charCodeAt(column - 1);
    let edits = previous[column - 1]! + (letter === other ? 0 : 1);
    if (previous[column]! + 1 < edits) edits = previous[column]! + 1;
    if (current[column - 1]! + 1 < edits) edits = current[column - 1]! + 1;
    const mayBeSwap = row > 1 && column > 1 && letter === text.charCodeAt(column - 2);
    if (mayBeSwap && typed.charCodeAt(row - 2) === other && twoAgo[column - 2]! + 1 < edits) {
      edits = twoAgo[column - 2]! + 1;
    }
    return Math.min(edits, tooMany);
  }
}
