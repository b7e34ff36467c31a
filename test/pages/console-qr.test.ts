import assert from 'node:assert/strict';
import test from 'node:test';
import { drawQr } from '../../console/src/kit/qr.ts';

/** The drawing is read back here by the standard's own tables, and not by the code that drew it. */
const uri = 'otpauth://totp/Northbind:sam?secret=KPBCCBIZRYDN46363T23JY5276ELY6M7&issuer=Northbind';

test('an address drawn as a QR code is read back whole, whatever its length', () => {
  for (const length of [85, 125, 150, 165, 215, 260]) {
    const text = `${uri}é`.padEnd(length, 'x');
    assert.equal(readQr(drawQr(text)!), text, `${length} letters`);
  }
  assert.equal(drawQr('x'.repeat(300)), null, 'what is too long is left to be typed');
});

type Modules = readonly (readonly boolean[])[];

const alignments = [
  [],
  [6, 18],
  [6, 22],
  [6, 26],
  [6, 30],
  [6, 34],
  [6, 22, 38],
  [6, 24, 42],
  [6, 26, 46],
  [6, 28, 50],
];
/** Correction words of a block, and data words of each block; for the versions that these texts need. */
const blocks: Readonly<Record<number, readonly [number, readonly number[]]>> = {
  5: [26, [108]],
  6: [18, [68, 68]],
  7: [20, [78, 78]],
  8: [24, [97, 97]],
  9: [30, [116, 116]],
  10: [18, [68, 68, 69, 69]],
};

function readQr(modules: Modules): string {
  const version = (modules.length - 17) / 4;
  assert.equal(readFormat(modules), '111011111000100', 'level L, mask 0');
  const bits = readBits(modules, version);
  const words = Array.from({ length: bits.length >> 3 }, (_, i) => Number.parseInt(bits.slice(i * 8, i * 8 + 8), 2));
  const [correctionCount, lengths] = blocks[version]!;
  const parts = lengths.map((): number[] => []);
  let at = 0;
  const deal = (isIn: (length: number) => boolean): void => {
    for (const [block, length] of lengths.entries()) if (isIn(length)) parts[block]!.push(words[at++]!);
  };
  for (let i = 0; i < Math.max(...lengths); i += 1) deal((length) => i < length);
  const stream = parts.flat().map((word) => word.toString(2).padStart(8, '0'));
  for (let i = 0; i < correctionCount; i += 1) deal(() => true);
  for (const part of parts) assertUnbroken(part, correctionCount);
  return readText(stream.join(''), version);
}

function readText(stream: string, version: number): string {
  assert.equal(stream.slice(0, 4), '0100', 'bytes');
  const start = version < 10 ? 12 : 20;
  const length = Number.parseInt(stream.slice(4, start), 2);
  const bytes = Array.from({ length }, (_, i) => Number.parseInt(stream.slice(start + i * 8, start + i * 8 + 8), 2));
  return Buffer.from(bytes).toString();
}

function readFormat(modules: Modules): string {
  const places = [0, 1, 2, 3, 4, 5, 7, 8].map((row) => [row, 8] as const);
  const rest = [7, 5, 4, 3, 2, 1, 0].map((column) => [8, column] as const);
  const bits = [...places, ...rest].map(([row, column]) => Number(modules[row]![column]));
  return bits.reverse().join('');
}

function readBits(modules: Modules, version: number): string {
  const size = modules.length;
  let bits = '';
  let isUp = true;
  for (const right of [...Array(size).keys()]
    .reverse()
    .filter((column) => (column > 6 ? column % 2 === 0 : column % 2 === 1))) {
    for (let step = 0; step < size; step += 1) {
      const row = isUp ? size - 1 - step : step;
      for (const column of [right, right - 1])
        if (!isFixed(row, column, size, version))
          bits += Number(modules[row]![column]) ^ Number((row + column) % 2 === 0);
    }
    isUp = !isUp;
  }
  return bits;
}

function isFixed(row: number, column: number, size: number, version: number): boolean {
  const [isTop, isLeft] = [row <= 8, column <= 8];
  if ((isTop && (isLeft || column >= size - 8)) || (isLeft && row >= size - 8)) return true;
  if (row === 6 || column === 6) return true;
  if (version >= 7 && ((row < 6 && column >= size - 11) || (column < 6 && row >= size - 11))) return true;
  const centres = alignments[version - 1]!;
  const corners = ['6 6', `6 ${size - 7}`, `${size - 7} 6`];
  return centres.some((y) =>
    centres.some((x) => !corners.includes(`${y} ${x}`) && Math.abs(row - y) <= 2 && Math.abs(column - x) <= 2),
  );
}

/** Every syndrome is 0: a scanner has nothing to mend. */
function assertUnbroken(words: readonly number[], correctionCount: number): void {
  const powers = [1];
  while (powers.length < 255) powers.push((powers.at(-1)! << 1) ^ (powers.at(-1)! >= 128 ? 0x11d : 0));
  const multiply = (a: number, b: number): number =>
    a === 0 || b === 0 ? 0 : powers[(powers.indexOf(a) + powers.indexOf(b)) % 255]!;
  for (let i = 0; i < correctionCount; i += 1)
    assert.equal(
      words.reduce((sum, word) => multiply(sum, powers[i]!) ^ word, 0),
      0,
    );
}
