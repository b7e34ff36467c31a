import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import type { Brand, OwnBrand } from '../domain/brand/brand.ts';
import { compose } from './compose.ts';
import { readCoverage } from './font-coverage.ts';
import { arabicFontFile, fontFiles } from './font-files.ts';
import { type Issuer, issuerFor } from './issuer.ts';
import { type JobOptions, writeJob } from './job-file.ts';
import type { PrintRequest } from './print-request.ts';
import { printableText, westernText } from './printable.ts';
import type { PrintJob } from './sheet.ts';

/**
 * Typesets documents and blocks the calling thread. The service runs it in another process: see `document-printer.ts`.
 */
export interface Typesetter {
  /** With `own`, in the brand of an integration. */
  readonly print: (request: PrintRequest, characters?: CharacterSet, own?: OwnBrand | null) => Buffer;
}

/** `western` replaces every other character: for a document that could not be typeset otherwise. */
export type CharacterSet = 'all' | 'western';

export function openTypesetter(issuer: Issuer): Typesetter {
  const coverage = { all: readCoverage(fontFiles), arabic: readCoverage([arabicFontFile]) };
  const compiler = NodeCompiler.create({ workspace: templates, fontArgs: [{ fontPaths: [...fontFiles] }] });
  // Otherwise the compiler reads the templates again for each document.
  for (const name of readdirSync(templates)) {
    const path = join(templates, name);
    compiler.mapShadow(path, readFileSync(path));
  }
  const makeSafe = { all: (text: string) => printableText(text, coverage), western: westernText };
  const dress = brandWriter(compiler);
  dress(issuer);
  typeset(compiler, trialJob, makeSafe.all);
  return {
    print: (request, characters = 'all', own = null) => {
      try {
        const branded = issuerFor(issuer, own);
        dress(branded);
        return typeset(compiler, compose(request, branded), makeSafe[characters]);
      } finally {
        compiler.evictCache(cacheAgeMax);
      }
    },
  };
}

/**
 * Writes the files of colours and logo that the templates read. Only when they change: the compiler keeps what it has
 * laid out until a file does.
 */
function brandWriter(compiler: NodeCompiler): (brand: Pick<Brand, 'colours' | 'logo'>) => void {
  let written = '';
  return ({ colours, logo }) => {
    const file = logo === null ? null : `logo.${logo.type === 'image/png' ? 'png' : 'svg'}`;
    const next = JSON.stringify({ ...colours, logo: file });
    const all = next + (logo?.base64 ?? '');
    if (all === written) return;
    compiler.mapShadow(`${templates}/brand.json`, Buffer.from(next));
    if (logo !== null) compiler.mapShadow(`${templates}/${file}`, Buffer.from(logo.base64, 'base64'));
    written = all;
  };
}

/**
 * Loads templates and fonts before the first customer's document needs them, and shows that there is memory for every
 * font: a process that fails later fails at a document's own text.
 */
const trialJob: PrintJob = {
  title: 'Trial',
  author: '',
  date: { year: 2026, month: 1, day: 1 },
  sheets: [
    {
      language: 'en',
      title: 'Trial',
      subtitle: '',
      brand: '',
      policyNumber: { label: '', lines: [''] },
      pageWords: { page: 'Page', of: 'of' },
      footer: [''],
      notice: null,
      blocks: [
        { kind: 'facts', groups: [{ title: '', facts: [{ label: '', lines: ['A', '王', 'さ', '김', 'ب', 'ᐊ'] }] }] },
      ],
    },
  ],
};

const templates = fileURLToPath(new URL('templates', import.meta.url));

/**
 * In documents. Without eviction the compiler keeps every layout. Headings, labels and wording are reused when a
 * document of the same kind and language was among the last 8; a larger cache costs time per document, and memory.
 */
const cacheAgeMax = 8;

/**
 * To count pages the compiler lays the document out twice, which adds a tenth to its time. Nearly every sheet takes one
 * page, so pages are counted only when a sheet turned out to take more.
 */
function typeset(compiler: NodeCompiler, job: PrintJob, makeSafe: JobOptions['makeSafe']): Buffer {
  const pdf = makePdf(compiler, writeJob(job, { makeSafe, arePagesCounted: false }));
  if (countPages(pdf) === job.sheets.length) return pdf;
  return makePdf(compiler, writeJob(job, { makeSafe, arePagesCounted: true }));
}

/**
 * The job is a file in memory only. Passed as `sys.inputs` it would replace the compiler's world and cost 0.2 MB for
 * each document; compiling to a document first and exporting that costs as much, until garbage collection.
 */
function makePdf(compiler: NodeCompiler, jobFile: Buffer): Buffer {
  compiler.mapShadow(`${templates}/job.json`, jobFile);
  return compiler.pdf({ mainFilePath: `${templates}/main.typ` }, { pdfStandard: 'a-2b' });
}

function countPages(pdf: Buffer): number {
  const start = pdf.indexOf(pageTree);
  return Number.parseInt(pdf.toString('latin1', start + pageTree.length, start + pageTree.length + 6), 10);
}

/** As Typst writes it. */
const pageTree = '/Type /Pages\n  /Count ';
