import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Returns a port that nobody listens on; with a count, the first of so many in a row. It is below those that the system
 * gives to outgoing connections and to listeners that name none: one of those would take the place of a process that is
 * down.
 */
export async function freePort(count = 1): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 31_000);
    const free = await Promise.all(Array.from({ length: count }, (_, place) => isFree(port + place)));
    if (free.every(Boolean)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
