import { parentPort, workerData } from 'node:worker_threads';
import {
  decodePDFRawStream,
  PDFArray,
  PDFContext,
  PDFDict,
  PDFDocument,
  PDFName,
  type PDFObject,
  PDFRawStream,
} from '@cantoo/pdf-lib';
import type { PdfFault } from './pdf-fault.ts';

/*
 * The thread that reads a PDF. Programs that show PDFs find objects by the table of references, which may lead anywhere
 * in the file; the library reads the file from its beginning to its end. So nothing is taken from the library alone:
 * what it has not recognised as a stream is refused, and names are looked for in the whole file and in every stream,
 * whatever they are part of.
 */
async function faultOf(bytes: Uint8Array): Promise<PdfFault | null> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const written = plainNames(file.toString('latin1'));
  if (/\/Encrypt\b/.test(written)) return 'encrypted';
  if (active.test(written)) return 'active content';
  const objects = keepEveryVersion();
  const document = await loadOrNull(bytes);
  // What was read until it failed may say more.
  if (objects.some(isActive)) return 'active content';
  if (document === null) return objects.length === 0 ? 'not a PDF' : 'unreadable';
  const streams = objects.filter((object) => object instanceof PDFRawStream);
  if (countStreams(file) !== streams.length) return 'unreadable';
  for (const stream of streams) {
    const decoded = decodedText(stream);
    if (decoded === null) return 'unreadable';
    if (active.test(plainNames(decoded))) return 'active content';
  }
  return null;
}

// An action says its kind by these names. They are too long to stand in a picture's bytes by chance.
const active = /\/(JavaScript|Launch|EmbeddedFiles?|RichMedia|SubmitForm|ImportData|GoToE|Rendition)\b/;
/** Some of these are too short to be looked for in bytes. */
const activeNames: ReadonlySet<string> = new Set([
  'JavaScript',
  'JS',
  'Launch',
  'EmbeddedFile',
  'EmbeddedFiles',
  'EF',
  'RichMedia',
  'RichMediaContent',
  'SubmitForm',
  'ImportData',
  'GoToE',
  'Rendition',
  'XFA',
]);

/** A name may have any of its characters as `#` and two digits. */
function plainNames(text: string): string {
  return text.replace(/#([0-9A-Fa-f]{2})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
}

/** An object may be written twice, and a viewer may take the first: all of them are kept. */
function keepEveryVersion(): PDFObject[] {
  const objects: PDFObject[] = [];
  const { assign } = PDFContext.prototype;
  PDFContext.prototype.assign = function (ref, object) {
    objects.push(object);
    assign.call(this, ref, object);
  };
  return objects;
}

async function loadOrNull(bytes: Uint8Array): Promise<PDFDocument | null> {
  try {
    const document = await PDFDocument.load(bytes, { throwOnInvalidObject: true, updateMetadata: false });
    return document.getPageCount() > 0 ? document : null;
  } catch {
    return null; // The library has a score of errors for what is no PDF; to the operator they are all one.
  }
}

function isActive(object: PDFObject): boolean {
  if (object instanceof PDFRawStream) return isActive(object.dict) || object.dict.has(PDFName.of('F'));
  if (object instanceof PDFName) return activeNames.has(object.decodeText());
  if (object instanceof PDFArray) return object.asArray().some(isActive);
  return object instanceof PDFDict && object.entries().some(([key, value]) => isActive(key) || isActive(value));
}

/** Every word by which a viewer that is led there would begin a stream. */
function countStreams(file: Buffer): number {
  return file.toString('latin1').match(/(?<![A-Za-z])stream(?![A-Za-z])/g)?.length ?? 0;
}

/**
 * Returns the bytes of a stream as text; an empty one for a picture, which is what it is or nothing: its bytes as they
 * stand in the file were looked at. Null if it can't be decoded, or may be taken for a picture and for objects.
 */
function decodedText(stream: PDFRawStream): string | null {
  const isPicture = stream.dict.lookup(PDFName.of('Subtype')) === PDFName.of('Image');
  if (isPicture) return stream.dict.has(PDFName.of('First')) ? null : '';
  try {
    return Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1');
  } catch {
    return null;
  }
}

parentPort?.postMessage({ fault: await faultOf(workerData as Uint8Array) });
