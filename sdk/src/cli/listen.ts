import type { Event } from '../contract-types.ts';
import { startLimit } from '../limit.ts';
import type { Northbind } from '../northbind.ts';
import { NorthbindError } from '../northbind-error.ts';
import { sleep, waitBeforeNext } from '../waiting.ts';
import { signWebhook } from '../webhook.ts';
import { mayPass } from './may-pass.ts';

export interface ListenParts {
  readonly northbind: Northbind;
  readonly forwardTo: string;
  readonly secret: string;
  /** The event after which to begin; undefined: from now on. */
  readonly after: string | undefined;
  readonly types: string | undefined;
  readonly signal: AbortSignal;
  readonly print: (line: string) => void;
  readonly pollMs: number;
}

/**
 * Follows the feed and forwards each event until the receiver takes it; the next one waits, so that the order is kept.
 * While the service or the receiver is away, it tries again. Returns the last event that was taken or skipped.
 */
export async function listen(parts: ListenParts): Promise<string | undefined> {
  const { northbind, types, signal, print, pollMs } = parts;
  let { after } = parts;
  // The feed has no "now": it is read to its end first.
  let isSkipping = after === undefined;
  for (let failures = 0; !signal.aborted; ) {
    try {
      const { events, nextAfter } = await northbind.events.after({ after, types, limit: 100 }, { signal, retries: 0 });
      if (failures > 0) print('The service answers again.');
      failures = 0;
      for (const event of isSkipping ? [] : events) {
        if (!(await forward(parts, event))) return after;
        after = event.id;
      }
      after = nextAfter ?? undefined;
      if (events.length > 0) continue;
      if (isSkipping) print('Waiting for new events.');
      isSkipping = false;
      await sleep(pollMs, signal);
    } catch (error) {
      if (signal.aborted) break;
      if (isRemoved(error) && after !== parts.after) {
        print('The feed was reset: beginning with its first event.');
        after = undefined; // What the sandbox has after a reset is new.
        continue;
      }
      if (!mayPass(error)) throw error;
      failures += 1;
      if (failures === 1) print(`The feed can't be read at the moment (${error.code}). Trying again.`);
      await sleep(waitBeforeNext(failures, error.retryAfterMs), signal);
    }
  }
  return after;
}

function isRemoved(error: unknown): boolean {
  return error instanceof NorthbindError && error.code === 'AfterInvalid';
}

/** Returns false when it was stopped before the receiver took the event. */
async function forward({ forwardTo, secret, signal, print }: ListenParts, event: Event): Promise<boolean> {
  const name = `${event.type} ${event.policyNumber} ${event.id}`;
  const body = JSON.stringify(event);
  let before = '';
  for (let attempt = 1; !signal.aborted; attempt += 1) {
    const outcome = await post(forwardTo, signWebhook(body, event.id, secret), body, signal);
    if (outcome.isTaken) {
      print(`${name} → ${outcome.text}`);
      return true;
    }
    if (!signal.aborted && outcome.text !== before) print(`${name} → ${outcome.text}. Trying again.`);
    before = outcome.text;
    await sleep(waitBeforeNext(attempt, null), signal);
  }
  return false;
}

interface Outcome {
  readonly isTaken: boolean;
  /** A status, or why there is none. */
  readonly text: string;
}

async function post(
  url: string,
  signature: Readonly<Record<string, string>>,
  body: string,
  signal: AbortSignal,
): Promise<Outcome> {
  const limit = startLimit(answerMs, signal);
  const headers = { ...signature, 'content-type': 'application/json', 'user-agent': 'Northbind-Webhooks' };
  try {
    const request = { method: 'POST', headers, body, redirect: 'manual', signal: limit.signal } as const;
    const response = await fetch(url, request);
    await response.body?.cancel();
    return { isTaken: response.ok, text: String(response.status) };
  } catch (error) {
    const { cause } = error as { readonly cause?: { readonly code?: string } };
    return { isTaken: false, text: limit.isTimedOut() ? 'no answer in 10 seconds' : (cause?.code ?? 'no connection') };
  } finally {
    limit.end();
  }
}

// The service waits as long for a real receiver.
const answerMs = 10_000;
