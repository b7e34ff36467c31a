import { setTimeout as wait } from 'node:timers/promises';
import { type PostRequest, type PostResult, post } from './post.ts';

/**
 * Posts a question that moves nothing, again when it failed: it may be asked any number of times. A question that ran out of time
 * is not asked again: the vendor wants a timed-out status check left alone, and there is no time left anyway.
 */
export async function ask(request: PostRequest): Promise<PostResult> {
  for (const pauseMs of pausesMs) {
    const result = await post(request);
    if (result.kind === 'answered' || (result.kind === 'unknown' && result.isTimeout)) return result;
    if (request.deadline.aborted) return result;
    await wait(pauseMs);
  }
  return post(request);
}

/** Two retries bridge a dropped connection or a restart behind a load balancer. The deadline bounds all of it. */
const pausesMs = [200, 800];
