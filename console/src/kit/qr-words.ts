/**
 * The words of a QR code: mode, length, text and padding, cut into blocks, each with its correction words, interleaved.
 * Null when the text is longer than version 10 holds.
 */
export function encodeQr(text: string): { readonly version: number; readonly words: readonly number[] } | null {
  const data = new TextEncoder().encode(text);
  const version = capacities.findIndex(([words]) => data.length + 3 <= words) + 1;
  return version === 0 ? null : { version, words: codewords(data, version) };
}

/** Data words in all, correction words of each block, blocks: for level L, by version. */
const capacities: readonly (readonly [number, number, number])[] = [
  [19, 7, 1],
  [34, 10, 1],
  [55, 15, 1],
  [80, 20, 1],
  [108, 26, 1],
  [136, 18, 2],
  [156, 20, 2],
  [194, 24, 2],
  [232, 30, 2],
  [274, 18, 4],
];

function codewords(data: Uint8Array, version: number): readonly number[] {
  const [wordCount, correctionCount, blockCount] = capacities[version - 1]!;
  const bits: number[] = [];
  const push = (value: number, length: number): void => {
    for (let i = length - 1; i >= 0; i -= 1) bits.push((value >> i) & 1);
  };
  push(0b0100, 4);
  push(data.length, version < 10 ? 8 : 16);
  for (const byte of data) push(byte, 8);
  push(0, Math.min(4, wordCount * 8 - bits.length));
  while (bits.length % 8 !== 0) bits.push(0);
  for (let pad = 0xec; bits.length < wordCount * 8; pad ^= 0xec ^ 0x11) push(pad, 8);
  const words = Array.from({ length: wordCount }, (_, i) => Number.parseInt(bits.slice(i * 8, i * 8 + 8).join(''), 2));

  const shortLength = Math.floor(wordCount / blockCount);
  const shortCount = blockCount - (wordCount % blockCount);
  const blocks: number[][] = [];
  for (let i = 0, at = 0; i < blockCount; i += 1) {
    const length = shortLength + (i < shortCount ? 0 : 1);
    blocks.push(words.slice(at, at + length));
    at += length;
  }
  const corrections = blocks.map((block) => correct(block, correctionCount));
  const interleave = (rows: readonly (readonly number[])[]): number[] =>
    Array.from({ length: Math.max(...rows.map((row) => row.length)) }, (_, i) =>
      rows.flatMap((row) => row[i] ?? []),
    ).flat();
  return [...interleave(blocks), ...interleave(corrections)];
}

/** Reed-Solomon over GF(2^8) with the polynomial 0x11d. */
function correct(block: readonly number[], count: number): number[] {
  const divisor = new Array<number>(count).fill(0);
  divisor[count - 1] = 1;
  for (let i = 0, root = 1; i < count; i += 1, root = multiply(root, 2))
    for (let j = 0; j < count; j += 1) divisor[j] = multiply(divisor[j]!, root) ^ (divisor[j + 1] ?? 0);
  const rest = new Array<number>(count).fill(0);
  for (const word of block) {
    const factor = word ^ rest.shift()!;
    rest.push(0);
    for (let j = 0; j < count; j += 1) rest[j] = rest[j]! ^ multiply(divisor[j]!, factor);
  }
  return rest;
}

function multiply(a: number, b: number): number {
  let product = 0;
  for (let i = 7; i >= 0; i -= 1) product = (product << 1) ^ ((product >> 7) * 0x11d) ^ (((b >> i) & 1) * a);
  return product;
}
