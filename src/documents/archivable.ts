import { readFileSync } from 'node:fs';

/**
 * Makes a PDF of our typesetter one for archives, PDF/A-2a: says so in its metadata, names the colour space that its
 * colours are meant in, and lets a reader show its title, not its file's name. Typst has an option for it, but its
 * WebAssembly package has not. What else the standard asks is there: tags, language, embedded fonts that tell their
 * letters, no empty boxes.
 *
 * Typst writes metadata and catalog last, before the list of the places where objects begin. These three are rewritten.
 */
export function archivable(pdf: Buffer): Buffer {
  const { listAt, list, count } = readEnd(pdf);
  const metadataAt = placeOf(list, count - 2);
  const catalogAt = placeOf(list, count - 1);
  const metadata = Buffer.from(withStandard(pdf.toString('utf8', metadataAt, catalogAt)));
  const catalog = Buffer.from(withColours(pdf.toString('latin1', catalogAt, listAt), count), 'latin1');
  const colours = Buffer.concat([Buffer.from(`${count} 0 obj\n`), colourStream, Buffer.from('\nendobj\n\n')]);

  const newCatalogAt = metadataAt + metadata.length;
  const coloursAt = newCatalogAt + catalog.length;
  const newList = list
    .replace(`xref\n0 ${count}\n`, `xref\n0 ${count + 1}\n`)
    .replace(`/Size ${count}\n`, `/Size ${count + 1}\n`)
    .replace(entryOf(catalogAt), entryOf(newCatalogAt) + entryOf(coloursAt))
    .replace(`startxref\n${listAt}\n`, `startxref\n${coloursAt + colours.length}\n`);
  return Buffer.concat([pdf.subarray(0, metadataAt), metadata, catalog, colours, Buffer.from(newList, 'latin1')]);
}

function readEnd(pdf: Buffer) {
  const listAt = Number(/startxref\n(\d+)\n%%EOF\s*$/.exec(pdf.toString('latin1', pdf.length - 40))?.[1]);
  const list = pdf.toString('latin1', listAt);
  return { listAt, list, count: Number(/^xref\n0 (\d+)\n/.exec(list)?.[1]) };
}

/** Each entry has 20 bytes, after a head of two lines. */
function placeOf(list: string, id: number): number {
  const head = list.indexOf('\n', 'xref\n'.length) + 1;
  return Number(list.slice(head + 20 * id, head + 20 * id + 10));
}

function entryOf(place: number): string {
  return `${String(place).padStart(10, '0')} 00000 n\r\n`;
}

function withStandard(metadata: string): string {
  const told = metadata.replace(
    '</rdf:Description>',
    '<pdfaid:part>2</pdfaid:part><pdfaid:conformance>A</pdfaid:conformance></rdf:Description>',
  );
  const named = told.replace('rdf:about=""', 'rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/"');
  const added = Buffer.byteLength(named) - Buffer.byteLength(metadata);
  return sure(metadata, named).replace(/\/Length (\d+)/, (_, length) => `/Length ${Number(length) + added}`);
}

function withColours(catalog: string, id: number): string {
  const intent = `/Type /OutputIntent /S /GTS_PDFA1 /OutputConditionIdentifier (sRGB) /Info (sRGB)`;
  const added = `/OutputIntents [<< ${intent} /DestOutputProfile ${id} 0 R >>]\n  /ViewerPreferences <<\n    /DisplayDocTitle true\n`;
  return sure(catalog, catalog.replace('/ViewerPreferences <<\n', added));
}

/** A newer typesetter may write it in another way. */
function sure(before: string, after: string): string {
  if (before === after) throw new Error('the typesetter ended its PDF in a way that we do not know');
  return after;
}

/** The sRGB colour space by Clinton Ingram (Compact ICC Profiles, CC0). */
const profile = readFileSync(new URL('srgb.icc', import.meta.url));
const colourStream = Buffer.concat([
  Buffer.from(`<< /N 3 /Length ${profile.length} >>\nstream\n`),
  profile,
  Buffer.from('\nendstream'),
]);
