import { create } from 'qrcode';

/** The address as a QR code, to be shown in a showroom or printed. Dark on light in any theme: scanners need it. */
export function qrSvg(text: string): string {
  const { modules } = create([{ mode: 'byte', data: new TextEncoder().encode(text) }], { errorCorrectionLevel: 'M' });
  const { size } = modules;
  const places = [...Array(size).keys()];
  const dark = places.flatMap((row) =>
    places
      .filter((column) => modules.get(row, column) === 1)
      .map((column) => `M${column + quiet} ${row + quiet}h1v1h-1z`),
  );
  const side = size + 2 * quiet;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" width="${side * 8}" height="${side * 8}" shape-rendering="crispEdges"><rect width="${side}" height="${side}" fill="#fff"/><path d="${dark.join('')}"/></svg>\n`;
}

/** The light margin that the standard asks for, in modules. */
const quiet = 4;
