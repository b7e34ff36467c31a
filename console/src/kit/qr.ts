import { encodeQr } from './qr-words.ts';

/**
 * A QR code of a short text (ISO/IEC 18004): bytes, error correction level L, mask 0. Answers rows of dark (true) and light
 * modules, without the quiet zone; null when the text is longer than 271 bytes.
 */
export function drawQr(text: string): readonly (readonly boolean[])[] | null {
  const code = encodeQr(text);
  if (code === null) return null;
  const size = 17 + 4 * code.version;
  const modules = Array.from({ length: size }, () => new Array<boolean>(size).fill(false));
  const isTaken = Array.from({ length: size }, () => new Array<boolean>(size).fill(false));
  drawPatterns(code.version, size, (x, y, dark) => {
    modules[y]![x] = dark;
    isTaken[y]![x] = true;
  });
  placeBits(code.words, size, modules, isTaken);
  return modules;
}

type SetModule = (x: number, y: number, dark: boolean) => void;

function drawPatterns(version: number, size: number, set: SetModule): void {
  for (let i = 0; i < size; i += 1) {
    set(6, i, i % 2 === 0);
    set(i, 6, i % 2 === 0);
  }
  for (const [cx, cy] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const) {
    for (let dy = -4; dy <= 4; dy += 1) {
      for (let dx = -4; dx <= 4; dx += 1) {
        const distance = Math.max(Math.abs(dx), Math.abs(dy));
        const [x, y] = [cx + dx, cy + dy];
        if (x >= 0 && y >= 0 && x < size && y < size) set(x, y, distance !== 2 && distance !== 4);
      }
    }
  }
  const places = alignments(version, size);
  for (const cy of places) {
    for (const cx of places) {
      if ((cx === 6 && (cy === 6 || cy === size - 7)) || (cx === size - 7 && cy === 6)) continue;
      for (let dy = -2; dy <= 2; dy += 1)
        for (let dx = -2; dx <= 2; dx += 1) set(cx + dx, cy + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1);
    }
  }
  drawFormat(size, set);
  if (version >= 7) drawVersion(version, size, set);
}

function alignments(version: number, size: number): readonly number[] {
  if (version === 1) return [];
  const last = size - 7;
  if (version < 7) return [6, last];
  return [6, 6 + 2 * Math.round((last - 6) / 4), last];
}

/** Level L and mask 0 are the format 01 000, which the standard guards and masks into these 15 bits. */
function drawFormat(size: number, set: SetModule): void {
  const format = 0b111011111000100;
  const bit = (i: number): boolean => ((format >> i) & 1) === 1;
  for (let i = 0; i <= 5; i += 1) set(8, i, bit(i));
  set(8, 7, bit(6));
  set(8, 8, bit(7));
  set(7, 8, bit(8));
  for (let i = 9; i < 15; i += 1) set(14 - i, 8, bit(i));
  for (let i = 0; i < 8; i += 1) set(size - 1 - i, 8, bit(i));
  for (let i = 8; i < 15; i += 1) set(8, size - 15 + i, bit(i));
  set(8, size - 8, true);
}

function drawVersion(version: number, size: number, set: SetModule): void {
  let rest = version;
  for (let i = 0; i < 12; i += 1) rest = (rest << 1) ^ ((rest >> 11) * 0x1f25);
  const bits = (version << 12) | rest;
  for (let i = 0; i < 18; i += 1) {
    const [a, b] = [size - 11 + (i % 3), Math.floor(i / 3)];
    set(a, b, ((bits >> i) & 1) === 1);
    set(b, a, ((bits >> i) & 1) === 1);
  }
}

/** In pairs of columns from the right, up and down in turn, past what is taken; mask 0 turns every other module. */
function placeBits(
  words: readonly number[],
  size: number,
  modules: boolean[][],
  isTaken: readonly (readonly boolean[])[],
): void {
  let at = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step += 1) {
      for (const x of [right, right - 1]) {
        const y = ((right + 1) & 2) === 0 ? size - 1 - step : step;
        if (isTaken[y]![x]) continue;
        const dark = (((words[at >> 3] ?? 0) >> (7 - (at & 7))) & 1) === 1;
        modules[y]![x] = dark !== ((x + y) % 2 === 0);
        at += 1;
      }
    }
  }
}
