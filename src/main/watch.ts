import type { Log } from '../domain/log.ts';
import type { CallContext, Outcome } from '../ports/outcome.ts';
import type { Metrics } from './metrics.ts';
import type { Trace } from './tracing.ts';

export type Watch = ReturnType<typeof makeWatch>;

type Party = 'cards' | 'lender' | 'mail';

/**
 * Measures and traces each call to an outside party and each run of a job, and logs calls that failed. `trace` is null
 * without tracing.
 */
export function makeWatch({ metrics, log, trace }: { metrics: Metrics; log: Log; trace: Trace | null }) {
  const traced: Trace = trace ?? ((_span, run) => run());

  const watchCall = (party: Party, call: string, send: Call): Call => {
    const span = { name: `${party} ${call}`, kind: 'call', outcomeOf: ({ kind }: Outcome<unknown>) => kind } as const;
    return async (...given) => {
      const began = performance.now();
      const note = (outcome: string, cause?: string): void => {
        const durationMs = Math.round(performance.now() - began);
        metrics.partyCalled(party, call, outcome, durationMs / 1_000);
        if (cause !== undefined)
          log.warn('party call failed', { party, call, outcome, cause, durationMs, requestId: requestIdIn(given) });
      };
      try {
        const outcome = await traced(span, () => send(...given));
        note(outcome.kind, 'cause' in outcome ? outcome.cause : undefined);
        return outcome;
      } catch (error) {
        note('error', error instanceof Error ? error.name : 'unknown'); // A message may quote what was sent.
        throw error;
      }
    };
  };

  return {
    /** Returns the port with every call watched. */
    party: <Port extends object>(party: Party, port: Port): Port =>
      Object.fromEntries(
        Object.entries(port).map(([name, value]) => [
          name,
          typeof value === 'function' ? watchCall(party, name, value as Call) : value,
        ]),
      ) as Port,
    job: async <T>(job: string, run: () => Promise<T>): Promise<T> => {
      const end = metrics.jobBegan(job);
      try {
        const result = await traced({ name: job, kind: 'job' }, run);
        end('done');
        return result;
      } catch (error) {
        end('failed');
        throw error;
      }
    },
  };
}

/** Every function of a port is such a call. */
type Call = (...given: readonly unknown[]) => Promise<Outcome<unknown>>;

function requestIdIn(given: readonly unknown[]): string | undefined {
  return (given.at(-1) as Partial<CallContext> | undefined)?.requestId;
}
