import { readFileSync } from 'node:fs';
import { posix } from 'node:path';

/**
 * A picture of the guide as HTML that takes its place at once. A drawing is put into the page itself, so that it has
 * the page’s colours, also dark ones; a photograph says its size.
 */
export function showPicture(address: string, alt: string): string {
  const file = new URL(`../../../docs/guide/images/${posix.basename(address)}`, import.meta.url);
  if (address.endsWith('.svg')) {
    const drawing = readFileSync(file, 'utf8').replaceAll(/<!--[\s\S]*?-->\s*/g, '');
    return `<span class="drawing" tabindex="0">${drawing}</span>`;
  }
  const picture = readFileSync(file);
  // The header of a PNG has its width and height.
  const [width, height] = [picture.readUInt32BE(16), picture.readUInt32BE(20)];
  return `<img src="${address}" alt="${alt.replaceAll('"', '&quot;')}" width="${width}" height="${height}">`;
}
