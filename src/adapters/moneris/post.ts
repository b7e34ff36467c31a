import { setTimeout as wait } from 'node:timers/promises';
import { type Exchange, type ExchangeRequest, exchange } from '../exchange.ts';

/** Posts a text, once. With any status but 200 it is not known what was done. */
export async function post({ contentType, ...request }: PostRequest): Promise<Exchange> {
  const headers = { 'content-type': contentType };
  const result = await exchange({ ...request, method: 'POST', headers, isConnectionKept: false });
  if (result.kind !== 'answered' || result.status === 200) return result;
  return { kind: 'unknown', cause: `HTTP ${result.status}` };
}

/**
 * Posts a request that moves no money, and retries when it failed. A timeout is not retried: Moneris asks not to repeat
 * a status check that timed out, and there is no time left.
 */
export async function ask(request: PostRequest): Promise<Exchange> {
  for (const pauseMs of pausesMs) {
    const result = await post(request);
    if (result.kind === 'answered' || result.failure === 'timed-out') return result;
    if (request.deadline.aborted) return result;
    await wait(pauseMs);
  }
  return post(request);
}

/** Two retries cover a dropped connection or a restart behind a load balancer. The deadline includes them. */
const pausesMs = [200, 800];

type PostRequest = Pick<ExchangeRequest, 'url' | 'body' | 'connectMs' | 'deadline'> & { readonly contentType: string };
