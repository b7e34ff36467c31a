import { fileURLToPath } from 'node:url';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { compose } from './compose.ts';
import { readCoverage } from './font-coverage.ts';
import { arabicFontFile, fontFiles } from './font-files.ts';
import type { Issuer } from './issuer.ts';
import type { PrintRequest } from './print-request.ts';
import { makePlain, makePrintable } from './printable.ts';
import type { PrintJob } from './sheet.ts';

/** Sets documents in the calling thread, which waits meanwhile. The service uses it through the printer, in another process. */
export interface Press {
  readonly print: (request: PrintRequest, care?: Care) => Buffer;
}

/** `plain` leaves out every letter that is not Western: for a document that could not be set otherwise. */
export type Care = 'usual' | 'plain';

export function openPress(issuer: Issuer): Press {
  const coverage = { all: readCoverage(fontFiles), arabic: readCoverage([arabicFontFile]) };
  const compiler = NodeCompiler.create({ workspace: templates, fontArgs: [{ fontPaths: [...fontFiles] }] });
  return {
    print: (request, care = 'usual') => {
      const job = compose(request, issuer);
      try {
        return setInType(compiler, care === 'plain' ? makePlain(job) : makePrintable(job, coverage));
      } finally {
        compiler.evictCache(cacheAgeMax);
      }
    },
  };
}

const templates = fileURLToPath(new URL('templates', import.meta.url));

/** In documents. Without eviction the typesetter remembers every layout it ever made; templates and fonts are used by each document and stay. */
const cacheAgeMax = 5;

function setInType(compiler: NodeCompiler, job: PrintJob): Buffer {
  const result = compiler.compile({ mainFilePath: `${templates}/main.typ`, inputs: { job: JSON.stringify(job) } });
  const document = result.result;
  if (document === null)
    throw new Error(`the template is wrong: ${faultsOf(result.takeDiagnostics()?.shortDiagnostics)}`);
  return compiler.pdf(document, { pdfStandard: 'a-2b' });
}

function faultsOf(diagnostics: readonly { readonly message?: string }[] | undefined): string {
  return (diagnostics ?? []).map(({ message }) => message).join('; ');
}
