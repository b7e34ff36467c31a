import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Brand, OwnBrand } from '../domain/brand/brand.ts';
import { archivable } from './archivable.ts';
import { compose } from './compose.ts';
import { readCoverage } from './font-coverage.ts';
import { arabicFontPath, fontFiles, fontPaths } from './font-files.ts';
import { type Issuer, issuerFor } from './issuer.ts';
import { type JobOptions, writeJob } from './job-file.ts';
import type { PrintRequest } from './print-request.ts';
import { printableText, westernText } from './printable.ts';
import type { PrintJob } from './sheet.ts';
import { openTypst, type Typst } from './typst.ts';

/**
 * Typesets documents and blocks the calling thread. The service runs it in another process: see `document-printer.ts`.
 */
export interface Typesetter {
  /** What the compiler has taken of the machine's memory. */
  readonly memoryBytes: () => number;
  /** With `own`, in the brand of an integration. */
  readonly print: (request: PrintRequest, characters?: CharacterSet, own?: OwnBrand | null) => Buffer;
}

/** `western` replaces every other character: for a document that could not be typeset otherwise. */
export type CharacterSet = 'all' | 'western';

export async function openTypesetter(issuer: Issuer): Promise<Typesetter> {
  const coverage = { all: readCoverage(fontPaths), arabic: readCoverage([arabicFontPath]) };
  const typst = await openTypst(fontFiles);
  for (const name of readdirSync(templates)) typst.mapFile(name, readFileSync(join(templates, name)));
  const makeSafe = { all: (text: string) => printableText(text, coverage), western: westernText };
  dress(typst, issuer);
  typeset(typst, trialJob, makeSafe.all);
  typst.keep();
  let sinceKept = 0;
  return {
    memoryBytes: typst.memoryBytes,
    print: (request, characters = 'all', own = null) => {
      try {
        const branded = issuerFor(issuer, own);
        dress(typst, branded);
        return typeset(typst, compose(request, branded), makeSafe[characters]);
      } finally {
        sinceKept += 1;
        if (sinceKept % documentsKept === 0) typst.goBack();
      }
    },
  };
}

/** Puts colours and logo where the templates read them. */
function dress(typst: Typst, { name, colours, logo }: Pick<Brand, 'name' | 'colours' | 'logo'>): void {
  const file = logo === null ? null : `logo.${logo.type === 'image/png' ? 'png' : 'svg'}`;
  typst.mapFile('brand.json', Buffer.from(JSON.stringify({ ...colours, logo: file, name })));
  if (logo !== null) typst.mapFile(file!, Buffer.from(logo.base64, 'base64'));
}

/** Loads templates and the usual fonts before the first customer's document needs them. */
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
      names: [],
      blocks: [{ kind: 'facts', groups: [{ title: '', facts: [{ label: '', lines: ['A'] }] }] }],
    },
  ],
};

const templates = fileURLToPath(new URL('templates', import.meta.url));

/**
 * After so many documents the compiler forgets them. With 64 it uses up to 25 MB, and less often the memory that is put
 * back has headings, labels and wording of another kind of document only.
 */
const documentsKept = 64;

/**
 * To count pages the compiler lays the document out twice. Nearly every sheet takes one page, so pages are counted only
 * when a sheet takes more, even if it is set tighter.
 */
function typeset(typst: Typst, job: PrintJob, makeSafe: JobOptions['makeSafe']): Buffer {
  for (const isTight of [false, true]) {
    const pdf = makePdf(typst, writeJob(job, { makeSafe, isTight, arePagesCounted: false }));
    const pages = countPages(pdf);
    if (pages === job.sheets.length) return archivable(pdf);
    if (pages > 2 * job.sheets.length) break; // Far too long for it.
  }
  return archivable(makePdf(typst, writeJob(job, { makeSafe, isTight: false, arePagesCounted: true })));
}

function makePdf(typst: Typst, jobFile: Buffer): Buffer {
  typst.mapFile('job.json', jobFile);
  return typst.pdf('main.typ');
}

function countPages(pdf: Buffer): number {
  const start = pdf.indexOf(pageTree);
  return Number.parseInt(pdf.toString('latin1', start + pageTree.length, start + pageTree.length + 6), 10);
}

/** As Typst writes it. */
const pageTree = '/Type /Pages\n  /Count ';
