import type { OwnBrand } from '../domain/brand/brand.ts';
import { Busy } from '../domain/call/busy.ts';
import type { Issuer } from './issuer.ts';
import type { PrintRequest } from './print-request.ts';
import { type startTypesetter, type TypesetterClient, TypesetterDied } from './typesetter-client.ts';

/** What is tried can't be set, or takes so long that it would hold up the papers of all policies. */
export class NotPrintable extends Error {}

export interface TrialPrinter {
  /** Rejects with `NotPrintable`, and with `Busy` if that can't be seen now. */
  readonly tryOut: (request: PrintRequest, own?: OwnBrand | null) => Promise<Buffer>;
  readonly close: () => Promise<void>;
}

/**
 * Sets what an operator tries, a brand or a text, in a typesetter of its own and for two seconds at most, so that no
 * policy's papers wait for it. The process is started by the first trial, which takes a second, and ends after the last.
 */
export function openTrialPrinter(issuer: Issuer, start: typeof startTypesetter): TrialPrinter {
  let client: TypesetterClient | null = null;
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  let isClosed = false;
  let idle: NodeJS.Timeout | undefined;

  const print = async (request: PrintRequest, own: OwnBrand | null): Promise<Buffer> => {
    if (client?.isAlive() !== true) client = await start(issuer);
    if (isClosed) throw new Busy('the service stops');
    const reply = await client.ask({ kind: 'print', request, own }, trialMsMax).catch(explain);
    if (reply.kind === 'printed') return Buffer.from(reply.pdf);
    throw new NotPrintable(reply.kind === 'failed' ? reply.fault : 'no answer');
  };

  const tryOut: TrialPrinter['tryOut'] = (request, own = null) => {
    if (isClosed || waiting >= waitingMax) return Promise.reject(new Busy('too many trials wait at the printer'));
    waiting += 1;
    clearTimeout(idle);
    const done = last.then(() => print(request, own));
    last = done
      .catch(() => undefined)
      .finally(() => {
        waiting -= 1;
        if (waiting === 0) idle = setTimeout(() => void client?.end(), idleMs).unref();
      });
    return done;
  };

  const close = async (): Promise<void> => {
    isClosed = true;
    clearTimeout(idle);
    await client?.end();
    await last;
    await client?.end(); // One may have been starting meanwhile.
  };
  return { tryOut, close };
}

/** A document takes ten milliseconds. */
const trialMsMax = 2_000;
const idleMs = 60_000;
const waitingMax = 20;

function explain(error: unknown): never {
  if (!(error instanceof TypesetterDied)) throw error;
  if (error.isTooSlow) throw new NotPrintable(`takes longer than ${trialMsMax / 1_000} s to print`);
  if (error.isOwnFault) throw new NotPrintable('the typesetter fails at it');
  throw new Busy('the typesetter died');
}
