import { crc32, deflateSync } from 'node:zlib';

/** A PNG of one colour. */
export function pngLogo(width = 96, height = 48, colour = [0x7a, 0x1f, 0x3d]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8); // Eight bits of red, green and blue each.
  const row = Buffer.from([0, ...Array.from({ length: width }, () => colour).flat()]);
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, part('IHDR', header), part('IDAT', pixels), part('IEND', Buffer.alloc(0))]);
}

function part(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.byteLength);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

export const svgLogo = Buffer.from(
  `<?xml version="1.0" encoding="UTF-8"?>
<!-- A square in a ring. -->
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 60" fill="none"><title>Maple</title>
<defs><linearGradient id="red"><stop offset="0" stop-color="#7a1f3d"/></linearGradient></defs>
<g><circle cx="30" cy="30" r="28" stroke="#7a1f3d" style="stroke-width:4"/><rect x='20' y='20' width='20' height='20' fill="url(#red)"/></g></svg>`,
);
