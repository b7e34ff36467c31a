import { readFileSync } from 'node:fs';
import fontkit from '@pdf-lib/fontkit';
import { PDFDocument, type PDFPage, StandardFonts } from 'pdf-lib';
import { fontFiles } from '../../../../src/documents/font-files.ts';
import type { PrintJob } from '../../../../src/documents/sheet.ts';
import { drawJob } from './draw-job.js';

const [regularFile, boldFile] = [fontFiles[0]!, fontFiles.at(-1)!].map(({ path }) => readFileSync(path)) as [
  Buffer,
  Buffer,
];
const pageSize: [number, number] = [612, 792];

/** With the service's fonts, or with a standard one that is not embedded and has Western letters only. */
export async function printWithPdfLib(job: PrintJob, isEmbedded: boolean): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  document.registerFontkit(fontkit);
  document.setTitle(job.title);
  document.setAuthor(job.author);
  const regular = await document.embedFont(isEmbedded ? regularFile : StandardFonts.Helvetica, { subset: isEmbedded });
  const bold = await document.embedFont(isEmbedded ? boldFile : StandardFonts.HelveticaBold, { subset: isEmbedded });
  let page: PDFPage;
  drawJob(
    {
      newPage: () => {
        page = document.addPage(pageSize);
      },
      text: (text, { x, y, size, isBold = false }) =>
        page.drawText(text, { x, y: pageSize[1] - y - size, size, font: isBold ? bold : regular }),
      widthOf: (text, { size, isBold = false }) => (isBold ? bold : regular).widthOfTextAtSize(text, size),
      line: (fromX, toX, y) =>
        page.drawLine({ start: { x: fromX, y: pageSize[1] - y }, end: { x: toX, y: pageSize[1] - y }, thickness: 0.5 }),
    },
    job,
  );
  return document.save();
}
