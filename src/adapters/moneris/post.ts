import { setTimeout as wait } from 'node:timers/promises';
import { exchange, timedOut } from '../exchange.ts';

/** Posts a text, once. An answer that is not 200 does not tell what was done. */
export async function post({ contentType, ...request }: PostRequest): Promise<PostResult> {
  const headers = { 'content-type': contentType };
  const result = await exchange({ ...request, method: 'POST', headers, isConnectionKept: false });
  if (result.kind !== 'answered' || result.status === 200) return result;
  return { kind: 'unknown', cause: `HTTP ${result.status}` };
}

/**
 * Posts a question that moves nothing, again when it failed: it may be asked any number of times. A question that ran
 * out of time is not asked again: the vendor wants a timed-out status check left alone, and there is no time left
 * anyway.
 */
export async function ask(request: PostRequest): Promise<PostResult> {
  for (const pauseMs of pausesMs) {
    const result = await post(request);
    if (result.kind === 'answered' || result.cause === timedOut) return result;
    if (request.deadline.aborted) return result;
    await wait(pauseMs);
  }
  return post(request);
}

/** Two retries bridge a dropped connection or a restart behind a load balancer. The deadline bounds all of it. */
const pausesMs = [200, 800];

export interface PostRequest {
  readonly url: string;
  readonly contentType: string;
  readonly body: string;
  readonly connectMs: number;
  readonly deadline: AbortSignal;
}

export type PostResult =
  | { readonly kind: 'answered'; readonly text: string }
  | { readonly kind: 'not-sent' | 'unknown'; readonly cause: string };
