import type { FactGroup, PrintJob } from './sheet.ts';

/** How a job is to be set. */
export interface Setting {
  readonly makeSafe: (text: string) => string;
  /** False where each sheet takes one page: its number is then known before it is set. */
  readonly arePagesCounted: boolean;
}

/**
 * A job as the templates read it, each of its texts made safe to set. What can be seen of a text is found out here: in
 * the templates each look costs 7 microseconds. A text in a script that needs another order of fonts is named as such;
 * every other stays a string.
 */
export function writeJob(job: PrintJob, { makeSafe, arePagesCounted }: Setting): Buffer {
  const writeValue = (key: string, value: unknown): unknown => {
    if (key === 'groups') return { isLong: fillsPage(value as readonly FactGroup[]), list: value };
    if (typeof value !== 'string' || lettering.has(key)) return value;
    return fontless.has(key) ? makeSafe(value) : lettered(makeSafe(value));
  };
  return Buffer.from(JSON.stringify({ ...job, arePagesCounted }, writeValue));
}

/** The PDF's own title and author. */
const fontless = new Set(['title', 'author']);
/** What a text already became. */
const lettering = new Set<string>(['written', 'script'] satisfies (keyof Lettering)[]);

/** Facts are kept together on a page as long as they surely fit one. Kept together, they take half the time. */
function fillsPage(groups: readonly FactGroup[]): boolean {
  return groups.some(({ facts }) => {
    const lines = facts.flatMap((fact) => fact.lines);
    return lines.reduce((count, line) => count + Math.ceil(line.length / lettersPerLineMin), 0) > linesMax;
  });
}

/**
 * A page has room for 50 lines of facts. The widest letters, W and the ideographs, come 12 to a line at least; usual
 * groups count to 25.
 */
const lettersPerLineMin = 12;
const linesMax = 45;

interface Lettering {
  readonly written: string;
  readonly script: 'arabic' | 'chinese' | 'japanese' | 'korean';
  readonly isBuiltOfParts: boolean;
}

function lettered(text: string): string | Lettering {
  return needsOtherFonts.test(text)
    ? { written: text, script: scriptOf(text), isBuiltOfParts: builtOfParts.test(text) }
    : text;
}

/**
 * Chinese, Japanese and Korean share characters. A name tells by its kana or hangul which it is; one in ideographs
 * alone is taken for Chinese.
 */
function scriptOf(text: string): Lettering['script'] {
  if (arabic.test(text)) return 'arabic';
  if (kana.test(text)) return 'japanese';
  return hangul.test(text) ? 'korean' : 'chinese';
}

const arabic = /[\u0600-\u08ff\ufb50-\ufdff\ufe70-\ufefc]/;
const kana = /[\u3040-\u30ff\u31f0-\u31ff\uff66-\uff9d]/;
const hangul = /[\u1100-\u11ff\u3130-\u318f\uac00-\ud7a3]/;
const builtOfParts = /[\u0590-\u109f\u1780-\u17ff\ufb1d-\ufdff\ufe70-\ufefc]/;
const needsOtherFonts = new RegExp([arabic, kana, hangul, builtOfParts].map(({ source }) => source).join('|'));
