import { create } from 'qrcode';

// A code of version 10 at level L has these: larger codes are hard to scan from a screen.
const bytesMax = 271;

/** Rows of dark (true) and light modules, without the quiet zone; null when the text is too long to scan well. */
export function drawQr(text: string): readonly (readonly boolean[])[] | null {
  const data = new TextEncoder().encode(text);
  if (data.length > bytesMax) return null;
  const { modules } = create([{ mode: 'byte', data }], { errorCorrectionLevel: 'L', maskPattern: 0 });
  const places = [...Array(modules.size).keys()];
  return places.map((row) => places.map((column) => modules.get(row, column) === 1));
}
