import type { Issuer } from '../../../src/documents/issuer.ts';
import { startTypesetter, type TypesetterClient } from '../../../src/documents/typesetter-client.ts';

/**
 * A real typesetter that is killed while it has a document: by the first signal the first time, and so on. The list is
 * read at each document, and begins anew when it is replaced by another.
 */
export function startDoomedTypesetter(
  deaths: () => readonly NodeJS.Signals[],
): (issuer: Issuer) => Promise<TypesetterClient> {
  let [list, died] = [deaths(), 0];
  return async (issuer) => {
    const client = await startTypesetter(issuer);
    return {
      ...client,
      ask: (message, withinMs) => {
        if (list !== deaths()) [list, died] = [deaths(), 0];
        const signal = list[died];
        if (signal === undefined) return client.ask(message, withinMs);
        died += 1;
        process.kill(client.pid, 'SIGSTOP'); // It surely has not answered when it dies.
        const answer = client.ask(message, withinMs);
        process.kill(client.pid, signal);
        process.kill(client.pid, 'SIGCONT');
        return answer;
      },
    };
  };
}
