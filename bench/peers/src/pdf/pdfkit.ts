import { buffer } from 'node:stream/consumers';
import { openSync } from 'fontkit';
import PDFDocument from 'pdfkit';
import { fontFiles } from '../../../../src/documents/font-files.ts';
import type { PrintJob } from '../../../../src/documents/sheet.ts';
import { drawJob, type Face } from './draw-job.js';

// Read once, as a team would after its first profile: to read two fonts again takes longer than the paper.
const [regular, bold] = [fontFiles[0]!, fontFiles.at(-1)!].map(({ path }) => openSync(path));

/** With the service's fonts, or with a standard one that is not embedded and has Western letters only. */
export async function printWithPdfkit(job: PrintJob, isEmbedded: boolean): Promise<Uint8Array> {
  const { year, month, day } = job.date;
  const info = { Title: job.title, Author: job.author, CreationDate: new Date(Date.UTC(year, month - 1, day)) };
  const document = new PDFDocument({ autoFirstPage: false, size: 'LETTER', margin: 0, info });
  if (isEmbedded) {
    // The types know of names and bytes alone; a font that was read is taken, too.
    document.registerFont('regular', regular as unknown as Buffer);
    document.registerFont('bold', bold as unknown as Buffer);
  }
  const names = isEmbedded ? { plain: 'regular', bold: 'bold' } : { plain: 'Helvetica', bold: 'Helvetica-Bold' };
  const inFace = ({ size, isBold = false }: Face) => document.font(isBold ? names.bold : names.plain, size);
  drawJob(
    {
      newPage: () => document.addPage(),
      text: (text, place) => inFace(place).text(text, place.x, place.y, { lineBreak: false }),
      widthOf: (text, face) => inFace(face).widthOfString(text),
      line: (fromX, toX, y) => document.moveTo(fromX, y).lineTo(toX, y).lineWidth(0.5).stroke(),
    },
    job,
  );
  document.end();
  return buffer(document);
}
