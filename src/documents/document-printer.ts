import { type Issuer, sampleIssuer } from './issuer.ts';
import type { Care } from './press.ts';
import { openPressLine, type PressLine } from './press-line.ts';
import type { PrintRequest } from './print-request.ts';

export interface DocumentPrinter {
  /**
   * Same request, same bytes. Rejects when too many wait, when the printer is closed, or when the document can't be set
   * at all.
   */
  readonly print: (request: PrintRequest) => Promise<Buffer>;
  /** What still waits is refused. */
  readonly close: () => Promise<void>;
}

/**
 * Documents are set in a process of their own, one at a time, in the order in which they came: the service's event loop
 * is never held up. The process is started with the first document: half a second and 100 MB that an instance without
 * any does not pay. A process and not a worker thread, because the typesetter is native code and a fault in it aborts
 * the process that it runs in (seen with Typst 0.13.1): a customer's name must not be able to end the service. A press
 * that died is replaced, and its document tried again: as it is, since the press may have been killed from outside, and
 * then in plain letters.
 */
export function openDocumentPrinter(
  issuer: Issuer = sampleIssuer,
  openLine: typeof openPressLine = openPressLine,
): DocumentPrinter {
  let line: PressLine | null = null;
  let isClosed = false;
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();

  const printNow = async (request: PrintRequest, care: Care): Promise<Buffer> => {
    if (isClosed) throw new Error('the document printer is closed');
    if (line === null || !line.isAlive()) line = await openLine(issuer);
    const answer = await line.ask({ kind: 'print', request, care });
    if (answer.kind === 'printed') return Buffer.from(answer.pdf.buffer, answer.pdf.byteOffset, answer.pdf.byteLength);
    throw new Error(`the document can't be set: ${answer.kind === 'failed' ? answer.fault : 'no answer'}`);
  };

  const print = (request: PrintRequest): Promise<Buffer> => {
    if (waiting >= waitingMax) return Promise.reject(new Error(`${waitingMax} documents wait at the printer already`));
    waiting += 1;
    const printed = last
      .then(() => printNow(request, 'usual'))
      .catch(() => printNow(request, 'usual'))
      .catch(() => printNow(request, 'plain'))
      .finally(() => {
        waiting -= 1;
      });
    last = printed.catch(() => undefined); // Its own caller hears of it; the next one waits for the turn only.
    return printed;
  };

  const close = async () => {
    isClosed = true;
    await line?.end();
    await last;
    await line?.end(); // One that was just being opened.
  };
  return { print, close };
}

/**
 * At a few milliseconds each, the last of so many still comes within seconds; a longer queue would outlive its
 * requests.
 */
const waitingMax = 1_000;
