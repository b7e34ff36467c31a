import { type Issuer, sampleIssuer } from './issuer.ts';
import type { PrintRequest } from './print-request.ts';
import type { CharacterSet } from './typesetter.ts';
import { startTypesetter, type TypesetterClient } from './typesetter-client.ts';

export interface DocumentPrinter {
  /**
   * The same request always gives the same bytes. Rejects when the queue is full, when the printer is closed, or when
   * the document can't be typeset.
   */
  readonly print: (request: PrintRequest) => Promise<Buffer>;
  /** Rejects every document that is still queued. */
  readonly close: () => Promise<void>;
}

/**
 * Typesets documents in a child process, one at a time and first come, first served, so that the service's event loop
 * is never blocked. The first document starts the process: an instance that prints none saves half a second and 100 MB.
 * It is a process and not a worker thread because the typesetter is native code, and a fault in it aborts its process
 * (seen with Typst 0.13.1): a customer's name must not be able to end the service. When the process dies, a new one
 * tries the document again: once unchanged, since the process may have been killed from outside, then in Western
 * characters.
 */
export function openDocumentPrinter(
  issuer: Issuer = sampleIssuer,
  start: typeof startTypesetter = startTypesetter,
): DocumentPrinter {
  let client: TypesetterClient | null = null;
  let isClosed = false;
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();

  const printNow = async (request: PrintRequest, characters: CharacterSet): Promise<Buffer> => {
    if (isClosed) throw new Error('the document printer is closed');
    if (client === null || !client.isAlive()) client = await start(issuer);
    const answer = await client.ask({ kind: 'print', request, characters });
    if (answer.kind === 'printed') return Buffer.from(answer.pdf.buffer, answer.pdf.byteOffset, answer.pdf.byteLength);
    throw new Error(`the document can't be set: ${answer.kind === 'failed' ? answer.fault : 'no answer'}`);
  };

  const print = (request: PrintRequest): Promise<Buffer> => {
    if (waiting >= waitingMax) return Promise.reject(new Error(`${waitingMax} documents wait at the printer already`));
    waiting += 1;
    const printed = last
      .then(() => printNow(request, 'all'))
      .catch(() => printNow(request, 'all'))
      .catch(() => printNow(request, 'western'))
      .finally(() => {
        waiting -= 1;
      });
    last = printed.catch(() => undefined); // The error is for the caller of `print`, not for the next document.
    return printed;
  };

  const close = async () => {
    isClosed = true;
    await client?.end();
    await last;
    await client?.end(); // One may have been starting meanwhile.
  };
  return { print, close };
}

/** At a few milliseconds each, the last one comes within seconds; with a longer queue its request would time out. */
const waitingMax = 1_000;
