import type { Logo } from './brand.ts';
import { type LogoSize, svgSizeOf } from './svg.ts';

/**
 * Reads the file of a logo. Returns null unless it is a PNG, or an SVG that only draws, of a size that fits on paper.
 * Only printing shows whether it can be printed, so whoever takes a logo prints a sample.
 */
export function readLogo(bytes: Buffer): Logo | null {
  if (bytes.byteLength > logoBytesMax) return null;
  const isPng = bytes.subarray(0, 8).equals(pngSignature);
  const size = isPng ? pngSizeOf(bytes) : svgSizeOf(bytes.toString('utf8'));
  if (size === null || !isFitting(size)) return null;
  return { type: isPng ? 'image/png' : 'image/svg+xml', base64: bytes.toString('base64') };
}

/** A logo goes with every mail. */
export const logoBytesMax = 64 * 1024;
/** A limit keeps a small file from becoming a large picture in memory. */
const pixelsMax = 2_000;
/** Next to it stands the policy number. */
const shareMax = 8;

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function isFitting({ width, height }: LogoSize): boolean {
  return width >= 1 && height >= 1 && width <= height * shareMax && height <= width * shareMax;
}

/** Reads a PNG whose parts are whole: each has a length, a name, its data and a checksum. An animated one is refused. */
function pngSizeOf(bytes: Buffer): LogoSize | null {
  const names: string[] = [];
  let at = pngSignature.byteLength;
  while (at + 12 <= bytes.byteLength) {
    names.push(bytes.toString('latin1', at + 4, at + 8));
    at += 12 + bytes.readUInt32BE(at);
  }
  const isWhole = at === bytes.byteLength && names[0] === 'IHDR' && names.at(-1) === 'IEND' && names.includes('IDAT');
  if (!isWhole || names.includes('acTL')) return null;
  const size = { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  return size.width <= pixelsMax && size.height <= pixelsMax ? size : null;
}
