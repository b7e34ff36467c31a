import { markNames, nameMark } from './names-in-prose.ts';
import { breakMark } from './printable.ts';
import type { FactGroup, PrintJob } from './sheet.ts';

export interface JobOptions {
  /** Replaces characters that can't be typeset. */
  readonly makeSafe: (text: string) => string;
  /** False when every sheet takes one page: page numbers are then known before typesetting. */
  readonly arePagesCounted: boolean;
}

/**
 * Returns the job as the JSON file that the templates read, with every text made safe. Scripts are detected here
 * because a check in a template costs 7 microseconds. A text that needs other fonts becomes a `ScriptText`; all others
 * stay strings.
 */
export function writeJob(job: PrintJob, { makeSafe, arePagesCounted }: JobOptions): Buffer {
  const writeValue = (key: string, value: unknown): unknown => {
    if (key === 'groups') return { isLong: fillsPage(value as readonly FactGroup[]), list: value };
    if (typeof value !== 'string' || scriptTextKeys.has(key)) return value;
    if (value.includes(nameMark)) return { runs: value.split(nameMark) }; // Each run is visited by itself.
    return metadataKeys.has(key) ? makeSafe(value) : withScript(makeSafe(value));
  };
  return Buffer.from(JSON.stringify({ ...job, sheets: job.sheets.map(markNames), arePagesCounted }, writeValue));
}

/** The PDF's own title and author. */
const metadataKeys = new Set(['title', 'author']);
/** JSON.stringify also visits the properties of a ScriptText; its content is already safe. */
const scriptTextKeys = new Set<string>(['content', 'script'] satisfies (keyof ScriptText)[]);

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

interface ScriptText {
  readonly content: string;
  readonly script: 'arabic' | 'chinese' | 'japanese' | 'korean';
  readonly isComposite: boolean;
}

/** Pieces between which a line may break. Such a mark in the text itself would be copied with it, and read aloud. */
interface PiecedText {
  readonly pieces: readonly (string | ScriptText)[];
}

function withScript(text: string): string | ScriptText | PiecedText {
  const shown: (content: string) => string | ScriptText = needsOtherFonts.test(text)
    ? (content: string) => ({ content, script: scriptOf(text), isComposite: compositeLetters.test(text) })
    : (content: string) => content;
  return text.includes(breakMark) ? { pieces: text.split(breakMark).map(shown) } : shown(text);
}

/**
 * Chinese, Japanese and Korean share characters. Kana and hangul identify Japanese and Korean; ideographs alone are
 * taken for Chinese.
 */
function scriptOf(text: string): ScriptText['script'] {
  if (arabic.test(text)) return 'arabic';
  if (kana.test(text)) return 'japanese';
  return hangul.test(text) ? 'korean' : 'chinese';
}

const arabic = /[\u0600-\u08ff\ufb50-\ufdff\ufe70-\ufefc]/;
const kana = /[\u3040-\u30ff\u31f0-\u31ff\uff66-\uff9d]/;
const hangul = /[\u1100-\u11ff\u3130-\u318f\uac00-\ud7a3]/;
const compositeLetters = /[\u0590-\u109f\u1780-\u17ff\ufb1d-\ufdff\ufe70-\ufefc]/;
const needsOtherFonts = new RegExp([arabic, kana, hangul, compositeLetters].map(({ source }) => source).join('|'));
