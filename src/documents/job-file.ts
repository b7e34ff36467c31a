import { type FontFamily, mainFont } from '../domain/document/fonts.ts';
import { type FontRun, fontRuns } from '../domain/document/printable.ts';
import { breakLongWords } from './long-words.ts';
import { isAddress, markNames, nameMark, runsLeft } from './names-in-prose.ts';
import type { FactGroup, PrintJob } from './sheet.ts';

/**
 * Returns the job as the JSON file that the templates read. A text that is all in the main font stays a string; any
 * other comes in the fonts that it is set in, so that the typesetter never looks for one by itself.
 *
 * With `arePagesCounted` false every sheet takes one page: page numbers are then known before typesetting.
 */
export function writeJob(job: PrintJob, arePagesCounted: boolean): Buffer {
  const writeValue = (key: string, value: unknown): unknown => {
    if (key === 'groups') return { isLong: fillsPage(value as readonly FactGroup[]), list: value };
    if (typeof value !== 'string' || writtenKeys.has(key)) return value;
    if (value.includes(nameMark)) return { runs: value.split(nameMark).map(runOf) }; // Each is visited by itself.
    const runs = fontRuns(value);
    return metadataKeys.has(key) ? runs.map(({ text }) => text).join('') : inFonts(runs);
  };
  return Buffer.from(JSON.stringify({ ...job, sheets: job.sheets.map(markNames), arePagesCounted }, writeValue));
}

/**
 * Of prose and names in turn. An address stays in one line. After a name from right to left the text goes on from the
 * left, also where signs or figures follow.
 */
function runOf(run: string, place: number): string | { readonly turned: string } | { readonly kept: string } {
  if (place % 2 === 0) return run;
  if (isAddress(run)) return { kept: run };
  return runsLeft.test(run) ? { turned: run } : run;
}

/** What stands under these keys is not printed, so it is no text in a font: it describes the PDF. */
const metadataKeys = new Set(['title', 'author']);
/** JSON.stringify also visits what `inFonts` returned, which is as it must be. */
const writtenKeys = new Set<string>(['kept', ...(['content', 'font'] satisfies (keyof InFont)[])]);

/** Facts that certainly fit a page are kept together, which takes half the time to typeset. */
function fillsPage(groups: readonly FactGroup[]): boolean {
  return groups.some(({ facts }) => {
    const lines = facts.flatMap((fact) => fact.lines);
    return lines.reduce((count, line) => count + Math.ceil(line.length / lettersPerLineMin), 0) > linesMax;
  });
}

/**
 * A page has room for 50 lines of facts. A line holds at least 12 of the widest characters (W and ideographs). Typical
 * groups have 25 lines.
 */
const lettersPerLineMin = 12;
const linesMax = 45;

/** A text as the templates take it. */
type Shown = string | InFont | { readonly parts: readonly Shown[] } | { readonly pieces: readonly Shown[] };

interface InFont {
  readonly font: FontFamily;
  readonly content: string;
}

function inFonts(runs: readonly FontRun[]): Shown {
  const parts = runs.map(inFont);
  return parts.length === 1 ? parts[0]! : { parts };
}

/** Between pieces a line may break. A mark for it in the text itself would be copied with it, and read aloud. */
function inFont({ family, text }: FontRun): Shown {
  const isPlain = family === mainFont && !/\p{M}/u.test(text);
  const pieces = breakLongWords(text).map((content) => (isPlain ? content : { font: family, content }));
  return pieces.length === 1 ? pieces[0]! : { pieces };
}
