import { Agent, request } from 'node:http';
import type { SampleRequest } from './load.ts';

export interface Pace {
  readonly url: string;
  readonly requests: Iterator<SampleRequest>;
  readonly perSecond: number;
}

/**
 * Sends at a constant rate, whether or not the last request is answered, and times each from when it was due, so that a
 * service that stalls does not get fewer requests. Returns a function that stops it and returns the times, in
 * milliseconds.
 */
export function sendSteadily({ url, requests, perSecond }: Pace): () => Promise<readonly number[]> {
  const { hostname, port } = new URL(url);
  const agent = new Agent({ keepAlive: true });
  const since = performance.now();
  const answers: Promise<number>[] = [];
  const sendDue = (): void => {
    for (;;) {
      const dueMs = since + (answers.length * 1_000) / perSecond;
      if (dueMs > performance.now()) return;
      const { value, done } = requests.next();
      if (done === true) throw new Error('All requests were sent: more have to be prepared.');
      answers.push(send({ agent, hostname, port }, value).then(() => performance.now() - dueMs));
    }
  };
  const timer = setInterval(sendDue, 2);
  return async () => {
    clearInterval(timer);
    try {
      return await Promise.all(answers);
    } finally {
      agent.destroy();
    }
  };
}

function send(options: object, { method, path, headers, body }: SampleRequest): Promise<void> {
  return new Promise((resolve, reject) => {
    const outgoing = request({ ...options, method, path, headers }, (answer) => {
      answer.on('error', reject);
      answer.on('end', () =>
        answer.statusCode === 200 ? resolve() : reject(new Error(`${method} ${path} answered ${answer.statusCode}`)),
      );
      answer.resume();
    });
    outgoing.on('error', reject);
    outgoing.end(body ?? undefined);
  });
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
}
