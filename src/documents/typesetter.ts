import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Brand, OwnBrand } from '../domain/brand/brand.ts';
import { languages } from '../domain/language.ts';
import { samplePolicy } from '../domain/policy/sample-policy.ts';
import { archivable } from './archivable.ts';
import { compose } from './compose.ts';
import { fontFiles } from './font-files.ts';
import { type Issuer, issuerFor } from './issuer.ts';
import { writeJob } from './job-file.ts';
import type { PrintRequest } from './print-request.ts';
import type { Block, PrintJob } from './sheet.ts';
import { openTypst, type Typst } from './typst.ts';

/**
 * Typesets documents and blocks the calling thread. The service runs it in another process: see `document-printer.ts`.
 */
export interface Typesetter {
  /** What the compiler has taken of the machine's memory. */
  readonly memoryBytes: () => number;
  /** If `own` is given, the document is in the brand of an integration. */
  readonly print: (request: PrintRequest, own?: OwnBrand | null) => Buffer;
  /** Forgets documents once they are many, which takes as long as some documents: for when nobody waits. */
  readonly tidy: () => void;
}

export async function openTypesetter(issuer: Issuer): Promise<Typesetter> {
  const typst = await openTypst(fontFiles);
  for (const name of readdirSync(templates)) typst.mapFile(name, readFileSync(join(templates, name)));
  dress(typst, issuer);
  for (const trial of trials(issuer)) typeset(typst, trial);
  typst.keep();
  let untidied = 0;
  const tidy = (): void => {
    if (untidied < documentsKept) return;
    typst.restore();
    untidied = 0;
  };
  return {
    memoryBytes: typst.memoryBytes,
    tidy,
    print: (request, own = null) => {
      tidy();
      untidied += 1;
      const branded = issuerFor(issuer, own);
      dress(typst, branded);
      return typeset(typst, compose(request, branded));
    },
  };
}

/** Puts colours and logo where the templates read them. */
function dress(typst: Typst, { name, colours, logo }: Pick<Brand, 'name' | 'colours' | 'logo'>): void {
  const file = logo === null ? null : `logo.${logo.type === 'image/png' ? 'png' : 'svg'}`;
  typst.mapFile('brand.json', Buffer.from(JSON.stringify({ ...colours, logo: file, name })));
  if (logo !== null) typst.mapFile(file!, Buffer.from(logo.base64, 'base64'));
}

/**
 * Loads templates and fonts, and has the compiler's own code compiled, before the first customer's document needs them.
 * They differ, as sales do: what is the same comes from the compiler's cache.
 */
function* trials(issuer: Issuer): Generator<PrintJob> {
  for (let round = 1; round <= trialRounds; round += 1)
    for (const language of languages) {
      const policy = { ...samplePolicy(language, '2026-01-01'), policyNumber: `TRIAL-${round}` };
      yield compose({ kind: 'declaration', policy, language }, issuer);
    }
}

const trialRounds = 3;

const templates = fileURLToPath(new URL('templates', import.meta.url));

/**
 * The compiler forgets documents after this many. With 64 it uses up to 25 MB, and less often the memory that is put
 * back has headings, labels and wording of another kind of document only.
 */
const documentsKept = 64;

/**
 * Prose is printed in a size that is easy to read, and closer where that takes a page less.
 *
 * To count pages the compiler lays the document out twice. Nearly every sheet takes one page, so pages are counted only
 * when a sheet turned out to take more.
 */
function typeset(typst: Typst, job: PrintJob): Buffer {
  let fewest = Number.POSITIVE_INFINITY;
  let chosen = job;
  for (const one of [withLargeProse(job), job]) {
    const pdf = makePdf(typst, writeJob(one, false));
    const count = countPages(pdf);
    if (count === job.sheets.length) return archivable(pdf);
    if (count < fewest) [fewest, chosen] = [count, one];
    if (one === job) break; // It has no other prose.
  }
  return archivable(makePdf(typst, writeJob(chosen, true)));
}

/** Returns the job itself if all its prose is large. */
function withLargeProse(job: PrintJob): PrintJob {
  const isSmall = (block: Block): boolean => block.kind === 'text' && block.isLarge !== true;
  if (!job.sheets.some(({ blocks }) => blocks.some(isSmall))) return job;
  const enlarge = (block: Block): Block => (block.kind === 'text' ? { ...block, isLarge: true } : block);
  return { ...job, sheets: job.sheets.map((sheet) => ({ ...sheet, blocks: sheet.blocks.map(enlarge) })) };
}

function makePdf(typst: Typst, jobFile: Buffer): Buffer {
  typst.mapFile('job.json', jobFile);
  return typst.pdf('main.typ');
}

function countPages(pdf: Buffer): number {
  const start = pdf.indexOf(pageTree);
  return Number.parseInt(pdf.toString('latin1', start + pageTree.length, start + pageTree.length + 6), 10);
}

/** Typst writes the page tree like this. */
const pageTree = '/Type /Pages\n  /Count ';
