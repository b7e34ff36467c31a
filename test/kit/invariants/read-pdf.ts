import { inflateSync } from 'node:zlib';

/** What a test wants to know of a PDF. It reads the form that our typesetter writes, not every PDF. */
export interface PdfContent {
  readonly text: string;
  readonly pageCount: number;
  readonly fontNames: readonly string[];
  /** The words that are broken by a hyphen at the end of a line. */
  readonly hyphenated: readonly string[];
  /** How many glyphs are the font's empty box: glyph 0. */
  readonly emptyBoxCount: number;
  /** The dictionaries and the XMP metadata, as they stand in the file. */
  readonly raw: string;
}

export function readPdf(pdf: Buffer): PdfContent {
  const raw = pdf.toString('latin1');
  const objects = new Map(
    Array.from(raw.matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g), ([, id, body]) => [id!, body!]),
  );
  const pages = [...objects.values()].filter((body) => /\/Type \/Page\b(?!s)/.test(body));
  const runs = pages.flatMap((page) => readPage(page, objects));
  const text = runs
    .map(({ text, isInWord }, index) => (isInWord || runs[index - 1]?.isInWord ? text : `\n${text}`))
    .join('');
  const endHyphen = /\n?\u00ad\n?/g;
  return {
    text: text.replace(endHyphen, ''),
    hyphenated: text.replace(endHyphen, '\u00ad').match(/\S*\u00ad\S*/g) ?? [],
    pageCount: pages.length,
    fontNames: [...new Set(Array.from(raw.matchAll(/\/BaseFont \/(\S+)/g), ([, name]) => name!))],
    emptyBoxCount: runs.reduce((count, run) => count + run.emptyBoxCount, 0),
    raw: pdf.toString('utf8'),
  };
}

/**
 * How often each letter and mark stands in the text, however it is encoded. Text from right to left is drawn from the
 * left, and what is drawn apart, such as an Arabic letter and its dots, is told twice: its order is not that of reading.
 */
export function lettersIn(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const letter of text.normalize('NFD').replaceAll(/[\s\u200c-\u200e]/g, ''))
    counts.set(letter, (counts.get(letter) ?? 0) + 1);
  return counts;
}

type Objects = ReadonlyMap<string, string>;

interface Run {
  readonly text: string;
  /** What a glyph stands for where it is no letter of its own, such as a hyphen at the end of a line. */
  readonly isInWord?: true;
  readonly emptyBoxCount: number;
}

function readPage(page: string, objects: Objects): readonly Run[] {
  const fonts = fontsOf(page, objects);
  const content = inflate(objects.get(/\/Contents (\d+) 0 R/.exec(page)![1]!)!);
  const runs: Run[] = [];
  let font: ReadonlyMap<number, string> = new Map();
  let isReplaced = false;
  for (const [, name, pieces, meant] of content.matchAll(fontOrText)) {
    if (name !== undefined) font = fonts.get(name)!;
    else if (meant !== undefined) runs.push({ text: meantText(meant), isInWord: true, emptyBoxCount: 0 });
    else if (pieces !== undefined && !isReplaced) runs.push(readRun(pieces, font));
    if (name === undefined && pieces === undefined) isReplaced = meant !== undefined;
  }
  return runs;
}

// Brackets inside a string stand there bare where they are balanced. Four deep is more than any line of ours has.
const literal = Array.from({ length: 4 }).reduce<string>(
  (inner) => String.raw`\((?:\\[\s\S]|[^\\()]|${inner})*\)`,
  String.raw`\(\)`,
);
const fontOrText = new RegExp(
  String.raw`/(f\d+) [\d.]+ Tf|(\[(?:${literal}|<[^>]*>|[^\]<(])*\] TJ|(?:${literal}|<[^>]*>) Tj)|/ActualText (${literal}|<[^>]*>)|\bEMC\b`,
  'g',
);

/** A word that is hyphenated at the end of a line is one word. */
function meantText(string: string): string {
  const bytes = bytesOf(string);
  const isWide = bytes[0] === 0xfe && bytes[1] === 0xff;
  const text = isWide ? bytes.subarray(2).swap16().toString('utf16le') : bytes.toString('latin1');
  return text.replaceAll('\u00ad', '');
}

function readRun(pieces: string, font: ReadonlyMap<number, string>): Run {
  const strings = pieces.match(new RegExp(`${literal}|<[^>]*>`, 'g')) ?? [];
  const bytes = Buffer.concat(strings.map(bytesOf));
  const glyphs = Array.from({ length: bytes.length / 2 }, (_, index) => bytes.readUInt16BE(2 * index));
  return {
    text: glyphs.map((glyph) => font.get(glyph) ?? '').join(''),
    emptyBoxCount: glyphs.filter((glyph) => glyph === 0).length,
  };
}

function bytesOf(string: string): Buffer {
  const inner = string.slice(1, -1);
  if (string.startsWith('<')) return Buffer.from(inner, 'hex');
  const plain = inner.replace(/\\([0-7]{1,3}|[\s\S])/g, (_, code: string) =>
    /^[0-7]/.test(code) ? String.fromCharCode(Number.parseInt(code, 8)) : (escapes[code] ?? code),
  );
  return Buffer.from(plain, 'latin1');
}

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

function fontsOf(page: string, objects: Objects): ReadonlyMap<string, ReadonlyMap<number, string>> {
  const resources = objects.get(/\/Resources (\d+) 0 R/.exec(page)?.[1] ?? '') ?? page;
  const fontTable = objects.get(/\/Font (\d+) 0 R/.exec(resources)?.[1] ?? '') ?? resources;
  return new Map(
    Array.from(fontTable.matchAll(/\/(f\d+) (\d+) 0 R/g), ([, name, id]) => [
      name!,
      lettersOf(objects.get(id!)!, objects),
    ]),
  );
}

/** From the glyph to the letters it stands for: the font's ToUnicode map, which makes text searchable. */
function lettersOf(font: string, objects: Objects): ReadonlyMap<number, string> {
  const map = inflate(objects.get(/\/ToUnicode (\d+) 0 R/.exec(font)![1]!)!);
  return new Map(
    Array.from(map.matchAll(/<([0-9A-Fa-f]{4})> <([0-9A-Fa-f]+)>/g), ([, glyph, letters]) => [
      Number.parseInt(glyph!, 16),
      Buffer.from(letters!, 'hex').swap16().toString('utf16le'),
    ]),
  );
}

function inflate(body: string): string {
  const start = /stream\r?\n/.exec(body)!;
  const from = start.index + start[0].length;
  const bytes = Buffer.from(body.slice(from, from + Number(/\/Length (\d+)/.exec(body)![1])), 'latin1');
  return (body.includes('/FlateDecode') ? inflateSync(bytes) : bytes).toString('latin1');
}
