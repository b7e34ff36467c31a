import { closeSync, openSync, readSync } from 'node:fs';

/** Whether the font has a glyph for the code point. */
export type Coverage = (codePoint: number) => boolean;

/** Reads which characters the font has, from its `cmap` table alone. */
export function readCoverage(file: string): Coverage {
  const covered = new Uint8Array(0x11_0000 / 8);
  for (const [first, last] of rangesOf(readTable(file, 'cmap')))
    for (let point = first; point <= last; point++) covered[point >> 3]! |= 1 << (point & 7);
  return (point) => ((covered[point >> 3] ?? 0) & (1 << (point & 7))) !== 0;
}

type Range = readonly [first: number, last: number];

/**
 * Format 12 has all of Unicode, format 4 its first 65,536; each of our fonts has one of them. OpenType specification,
 * "cmap".
 */
function rangesOf(cmap: Buffer): readonly Range[] {
  const offsets = Array.from({ length: cmap.readUInt16BE(2) }, (_, index) => cmap.readUInt32BE(8 + 8 * index));
  const whole = offsets.find((offset) => cmap.readUInt16BE(offset) === 12);
  if (whole !== undefined) return wholeRanges(cmap.subarray(whole));
  const basic = offsets.find((offset) => cmap.readUInt16BE(offset) === 4);
  if (basic !== undefined) return basicRanges(cmap.subarray(basic));
  throw new Error('the font has no character map of format 4 or 12');
}

function wholeRanges(table: Buffer): readonly Range[] {
  return Array.from({ length: table.readUInt32BE(12) }, (_, index) => {
    const group = 16 + 12 * index;
    return [table.readUInt32BE(group), table.readUInt32BE(group + 4)];
  });
}

function basicRanges(table: Buffer): readonly Range[] {
  const count = table.readUInt16BE(6) / 2;
  return Array.from({ length: count }, (_, index): Range => {
    const last = table.readUInt16BE(14 + 2 * index);
    return [table.readUInt16BE(16 + 2 * count + 2 * index), last];
  }).filter(([first]) => first !== 0xffff); // The last segment is a terminator.
}

function readTable(file: string, tag: string): Buffer {
  const handle = openSync(file, 'r');
  try {
    const count = readAt(handle, 4, 2).readUInt16BE(0);
    const directory = readAt(handle, 12, 16 * count);
    for (let entry = 0; entry < directory.length; entry += 16) {
      if (directory.toString('latin1', entry, entry + 4) === tag)
        return readAt(handle, directory.readUInt32BE(entry + 8), directory.readUInt32BE(entry + 12));
    }
    throw new Error(`the font has no ${tag} table: ${file}`);
  } finally {
    closeSync(handle);
  }
}

function readAt(handle: number, position: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  readSync(handle, bytes, 0, length, position);
  return bytes;
}
