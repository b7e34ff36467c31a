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
  if (hasName(file, encrypted)) return 'encrypted';
  if (hasName(file, active)) return 'active content';
  boundUnpacking();
  const objects = keepEveryVersion();
  const document = await loadOrNull(bytes);
  // What was read until it failed may say more.
  if (objects.some(isActive)) return 'active content';
  if (document === null) return objects.length === 0 ? 'not a PDF' : 'unreadable';
  const streams = objects.filter((object) => object instanceof PDFRawStream);
  if (countStreams(file) !== streams.length) return 'unreadable';
  for (const stream of streams) {
    const decoded = decodedBytes(stream);
    if (decoded === null) return 'unreadable';
    if (hasName(decoded, active)) return 'active content';
  }
  return null;
}

// An action says its kind by these names. They are too long to stand in a picture's bytes by chance.
const active = /\/(JavaScript|Launch|EmbeddedFiles?|RichMedia|SubmitForm|ImportData|GoToE|Rendition)\W/;
const encrypted = /\/Encrypt\W/;
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

/** Looks at a part at a time: text that is made of the whole, and of what stands for a name in it, takes several times its size. */
function hasName(bytes: Buffer, name: RegExp): boolean {
  for (let start = 0; start < bytes.length; start += partBytes) {
    const end = start + partBytes + nameBytesMax;
    // The character behind a name is seen, too, so that a name that the part cuts off is not taken for a shorter one.
    const part = bytes.toString('latin1', start, end) + (end < bytes.length ? '' : ' ');
    if (name.test(plainNames(part))) return true;
  }
  return false;
}

const partBytes = 64 * 1024;
/** The longest of the names, all of its characters written as digits, and what stands behind it. */
const nameBytesMax = 64;

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
  let count = 0;
  for (const _ of file.toString('latin1').matchAll(/(?<![A-Za-z])stream(?![A-Za-z])/g)) count += 1;
  return count;
}

/**
 * Returns the bytes of a stream; none for a picture, which is what it is or nothing: its bytes as they stand in the
 * file were looked at. Null if it can't be decoded, or may be taken for a picture and for objects.
 */
function decodedBytes(stream: PDFRawStream): Buffer | null {
  const isPicture = stream.dict.lookup(PDFName.of('Subtype')) === PDFName.of('Image');
  if (isPicture) return stream.dict.has(PDFName.of('First')) ? null : Buffer.alloc(0);
  try {
    const { buffer, byteOffset, length } = decodePDFRawStream(stream).decode();
    return Buffer.from(buffer as ArrayBuffer, byteOffset, length);
  } catch {
    return null;
  }
}

/**
 * A stream of a few bytes may unpack to gigabytes, and the memory that it unpacks to is none of what a thread's limit
 * counts. So the library's streams are given room up to a sum. All of them ask one method for it.
 */
function boundUnpacking(): void {
  const dict = PDFContext.create().obj({ Filter: 'ASCIIHexDecode' });
  const unpacker = decodePDFRawStream(PDFRawStream.of(dict, new Uint8Array()));
  const kind = Object.getPrototypeOf(Object.getPrototypeOf(unpacker)) as Unpacker;
  const { ensureBuffer } = kind;
  let givenBytes = 0;
  kind.ensureBuffer = function (bytes) {
    if (bytes <= this.buffer.length) return this.buffer;
    if (givenBytes + bytes - this.buffer.length > unpackedBytesMax) throw new Error('unpacks to more than it may');
    givenBytes -= this.buffer.length;
    const buffer = ensureBuffer.call(this, bytes);
    givenBytes += buffer.length;
    return buffer;
  };
}

interface Unpacker {
  buffer: Uint8Array;
  ensureBuffer(this: Unpacker, bytes: number): Uint8Array;
}

/** What a file of the largest size unpacks to that is text and fonts. The samples unpack to 100 KB. */
const unpackedBytesMax = 32 * 1024 * 1024;

parentPort?.postMessage({ fault: await faultOf(workerData as Uint8Array) });
