import type { OwnBrand } from '../domain/brand/brand.ts';
import { Busy } from '../domain/call/busy.ts';
import { type Issuer, sampleIssuer } from './issuer.ts';
import type { PrintRequest } from './print-request.ts';
import { openTrialPrinter, type TrialPrinter } from './trial-printer.ts';
import { startTypesetter, type TypesetterClient, TypesetterDied } from './typesetter-client.ts';
import type { TypesetterReply } from './typesetter-process.ts';

export interface DocumentPrinter {
  /** The issuer in whose name it prints. */
  readonly issuer: Issuer;
  /**
   * The same request in the same brand always gives the same bytes; without `own` it is the operator's brand. Rejects
   * with `Busy` when the document can't be printed now but may be later: the typesetter died, or too many documents
   * wait. What nobody waits for is printed when nothing else is to be.
   */
  readonly print: (request: PrintRequest, own?: OwnBrand | null, isAwaited?: boolean) => Promise<Buffer>;
  /** Prints what an operator tries, apart from the policies' papers. */
  readonly tryOut: TrialPrinter['tryOut'];
  /** Starts the typesetter, so that the first document need not wait for it. */
  readonly warm: () => Promise<void>;
  /** Rejects every document that is still queued. */
  readonly close: () => Promise<void>;
}

export interface DocumentPrinterParts {
  readonly issuer?: Issuer;
  readonly start?: typeof startTypesetter;
  readonly report?: (event: PrinterEvent, facts: Readonly<Record<string, string>>) => void;
}

/** What the operator should know of. */
export type PrinterEvent = 'typesetter died' | 'document not set';

/**
 * Typesets documents in a child process, one at a time, so that the service's event loop is never blocked: first those
 * that somebody waits for, then the others, each in the order that they came in. It is a process and not a worker
 * thread so that its memory is its own and a fault in it ends nothing else: a customer's name must not be able to end
 * the service.
 *
 * Every text that it is given can be set (`fontRuns`), so a document that can't be is a fault of ours, and reported: the
 * typesetter refuses it, or aborts at it twice, the second time in a new process. A process that is killed (no memory,
 * or it hung) proves nothing: the document is tried once more in a new process, and then later.
 */
export function openDocumentPrinter({
  issuer = sampleIssuer,
  start = startTypesetter,
  report = () => undefined,
}: DocumentPrinterParts = {}): DocumentPrinter {
  const trials = openTrialPrinter(issuer, start);
  let client: TypesetterClient | null = null;
  let isClosed = false;
  const queues: Readonly<Record<'awaited' | 'later', (() => Promise<void>)[]>> = { awaited: [], later: [] };
  let working: Promise<void> | null = null;

  const open = async (): Promise<TypesetterClient> => {
    if (!isClosed && (client === null || !client.isAlive())) client = await start(issuer);
    if (isClosed || client === null) throw new Error('the document printer is closed');
    return client;
  };

  const typeset = async ({ request, own }: Order): Promise<TypesetterReply | TypesetterDied> => {
    try {
      return await (await open()).ask({ kind: 'print', request, own });
    } catch (error) {
      if (!(error instanceof TypesetterDied) || isClosed) throw error;
      report('typesetter died', { kind: request.kind, cause: error.message });
      return error;
    }
  };

  const printNow = async (order: Order): Promise<Buffer> => {
    const { request } = order;
    const first = await typeset(order);
    const reply = first instanceof TypesetterDied ? await typeset(order) : first;
    if (!(reply instanceof TypesetterDied) && reply.kind === 'printed') return bufferOf(reply.pdf);
    if (!isFaultOfDocument(first, reply)) throw new Busy('the typesetter died');

    report('document not set', { kind: request.kind, about: aboutOf(request), cause: faultOf(reply) });
    throw new Error(`the document can't be set: ${faultOf(reply)}`);
  };

  const work = async (): Promise<void> => {
    const next = () => queues.awaited.shift() ?? queues.later.shift();
    for (let run = next(); run !== undefined; run = next()) await run();
    working = null;
  };

  const enqueue = <T>(run: () => Promise<T>, isAwaited: boolean): Promise<T> => {
    const done = Promise.withResolvers<T>();
    // An error is for the caller, not for the next document.
    queues[isAwaited ? 'awaited' : 'later'].push(() => run().then(done.resolve, done.reject));
    working ??= work();
    return done.promise;
  };

  const print: DocumentPrinter['print'] = (request, own = null, isAwaited = true) => {
    const underway = working === null ? 0 : 1;
    if (queues.awaited.length + queues.later.length + underway >= waitingMax)
      return Promise.reject(new Busy(`${waitingMax} documents wait at the printer already`));
    return enqueue(() => printNow({ request, own }), isAwaited);
  };

  const warm = async (): Promise<void> => {
    await enqueue(open, true);
  };

  const close = async () => {
    isClosed = true;
    await trials.close();
    await client?.end();
    await working;
    await client?.end(); // One may have been starting meanwhile.
  };
  return { issuer, print, tryOut: trials.tryOut, warm, close };
}

interface Order {
  readonly request: PrintRequest;
  readonly own: OwnBrand | null;
}

function isFaultOfDocument(first: TypesetterReply | TypesetterDied, second: TypesetterReply | TypesetterDied): boolean {
  if (!(second instanceof TypesetterDied)) return true;
  return first instanceof TypesetterDied && first.isOwnFault && second.isOwnFault;
}

function faultOf(reply: TypesetterReply | TypesetterDied): string {
  if (reply instanceof TypesetterDied) return reply.message;
  return reply.kind === 'failed' ? reply.fault : 'no answer';
}

function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

/** At a few milliseconds each, the last one comes within seconds; with a longer queue its request would time out. */
const waitingMax = 1_000;

function aboutOf(request: PrintRequest): string {
  switch (request.kind) {
    case 'disclosure':
      return request.text.kind;
    case 'statement':
      return request.statement.month;
    default:
      return request.policy.policyNumber;
  }
}
