import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { compose } from './compose.ts';
import { readCoverage } from './font-coverage.ts';
import { arabicFontFile, fontFiles } from './font-files.ts';
import type { Issuer } from './issuer.ts';
import type { PrintRequest } from './print-request.ts';
import { plainText, printableText } from './printable.ts';
import type { PrintJob } from './sheet.ts';
import { type Setting, writeJob } from './written-job.ts';

/**
 * Sets documents in the calling thread, which waits meanwhile. The service uses it through the printer, in another
 * process.
 */
export interface Press {
  readonly print: (request: PrintRequest, care?: Care) => Buffer;
}

/** `plain` leaves out every letter that is not Western: for a document that could not be set otherwise. */
export type Care = 'usual' | 'plain';

export function openPress(issuer: Issuer): Press {
  const coverage = { all: readCoverage(fontFiles), arabic: readCoverage([arabicFontFile]) };
  const compiler = NodeCompiler.create({ workspace: templates, fontArgs: [{ fontPaths: [...fontFiles] }] });
  // It would read them anew for each document.
  for (const name of readdirSync(templates)) {
    const path = join(templates, name);
    compiler.mapShadow(path, readFileSync(path));
  }
  const makeSafe = { usual: (text: string) => printableText(text, coverage), plain: plainText };
  return {
    print: (request, care = 'usual') => {
      try {
        return setInType(compiler, compose(request, issuer), makeSafe[care]);
      } finally {
        compiler.evictCache(cacheAgeMax);
      }
    },
  };
}

const templates = fileURLToPath(new URL('templates', import.meta.url));

/**
 * In documents. Without eviction the typesetter remembers every layout it ever made. So many may come before another of
 * the same kind and language, and it still finds that one's headings, labels and wording. More costs each document time
 * to look through, and memory.
 */
const cacheAgeMax = 8;

/**
 * Nearly every sheet takes one page. To count pages the typesetter sets all a second time, knowing then how many there
 * were, which costs a tenth of a document's time. So it is asked to count only where a sheet was seen to take more.
 */
function setInType(compiler: NodeCompiler, job: PrintJob, makeSafe: Setting['makeSafe']): Buffer {
  const pdf = makePdf(compiler, writeJob(job, { makeSafe, arePagesCounted: false }));
  if (countPages(pdf) === job.sheets.length) return pdf;
  return makePdf(compiler, writeJob(job, { makeSafe, arePagesCounted: true }));
}

/**
 * The job is a file that exists in memory only. As `sys.inputs` it would change the compiler's own world with each
 * document and cost 0.2 MB each time; compiling to a document first and exporting that would cost as much, held until
 * some garbage collection.
 */
function makePdf(compiler: NodeCompiler, writtenJob: Buffer): Buffer {
  compiler.mapShadow(`${templates}/job.json`, writtenJob);
  return compiler.pdf({ mainFilePath: `${templates}/main.typ` }, { pdfStandard: 'a-2b' });
}

function countPages(pdf: Buffer): number {
  const start = pdf.indexOf(pageTree);
  return Number.parseInt(pdf.toString('latin1', start + pageTree.length, start + pageTree.length + 6), 10);
}

/** Of a PDF as the typesetter writes it. */
const pageTree = '/Type /Pages\n  /Count ';
