import type { Issuer } from '../../../src/documents/issuer.ts';
import { quickStart, startTypesetter, type TypesetterClient } from '../../../src/documents/typesetter-client.ts';
import { atTheEnd } from '../processes/afterwards.ts';

/** One for all services of a test process that print in the same name: a start takes a second of a core. */
export async function sharedTypesetter(issuer: Issuer): Promise<TypesetterClient> {
  const name = JSON.stringify(issuer);
  let opening = typesetters.get(name);
  if (opening === undefined || !(await opening).isAlive()) {
    opening = startShared(issuer);
    typesetters.set(name, opening);
  }
  return opening;
}

const typesetters = new Map<string, Promise<TypesetterClient>>();

async function startShared(issuer: Issuer): Promise<TypesetterClient> {
  const client = await startTypesetter(issuer, [quickStart]);
  atTheEnd(client.end);
  let last: Promise<unknown> = Promise.resolve();
  return {
    ...client,
    // It takes one request at a time, and services do not know of each other.
    ask: (message, withinMs) => {
      const answer = last.then(() => client.ask(message, withinMs));
      last = answer.catch(() => undefined);
      return answer;
    },
    end: () => Promise.resolve(),
  };
}
