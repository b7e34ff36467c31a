import { inflateSync } from 'node:zlib';

/** What is wrong with a file that is to be mailed to customers. */
export type PdfFault = 'not a PDF' | 'too large' | 'encrypted' | 'active content' | 'unreadable';

/**
 * A declaration's mail brings all wordings of the policy, in Quebec in two languages; mail servers take some 20 MB.
 * Wordings of text alone have some 100 KB.
 */
export const wordingBytesMax = 2 * 1024 * 1024;

/** Returns null for a PDF that only shows pages: no scripts, no programs to start, no files in it, no forms to send. */
export function pdfFault(file: Buffer): PdfFault | null {
  if (file.length > wordingBytesMax) return 'too large';
  if (!/^%PDF-[12]\.\d/.test(file.toString('latin1', 0, 8))) return 'not a PDF';
  if (!file.toString('latin1', Math.max(0, file.length - 1_024)).includes('%%EOF')) return 'not a PDF';
  const written = file.toString('latin1');
  const hidden = readObjectStreams(file, written);
  if (hidden === null) return 'unreadable';
  const names = [written, ...hidden].map(plainNames);
  if (names.some((text) => encrypted.test(text))) return 'encrypted';
  return names.some((text) => active.test(text)) ? 'active content' : null;
}

const encrypted = /\/Encrypt\b/;
// An action says its kind by these names. They are too long to stand in a picture's bytes by chance.
const active = /\/(JavaScript|Launch|EmbeddedFiles?|RichMedia|SubmitForm|ImportData|GoToE|Rendition|XFA)\b/;

/** A name may have any of its characters as `#` and two digits. */
function plainNames(text: string): string {
  return text.replace(/#([0-9A-Fa-f]{2})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
}

const inflatedMax = 32 * 1024 * 1024;

/** Objects may be packed in compressed streams. Returns null if one can't be read or all are too large. */
function readObjectStreams(file: Buffer, written: string): readonly string[] | null {
  const found: string[] = [];
  let left = inflatedMax;
  for (const { index, 0: head } of written.matchAll(/stream\r?\n/g)) {
    if (written.startsWith('end', index - 3)) continue;
    const dictionary = plainNames(written.slice(Math.max(written.lastIndexOf('endobj', index), 0), index));
    if (!/\/ObjStm\b/.test(dictionary)) continue;
    const start = index + head.length;
    const end = written.indexOf('endstream', start);
    try {
      const inflated = inflateSync(file.subarray(start, end === -1 ? file.length : end), { maxOutputLength: left });
      left -= inflated.length;
      found.push(inflated.toString('latin1'));
    } catch {
      return null;
    }
  }
  return found;
}
