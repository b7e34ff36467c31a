import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A TCP proxy in front of a party, which can be made to hang or to be slow. */
export interface SlowProxy {
  readonly origin: string;
  /**
   * hang: what is sent never arrives. A number: it takes so many milliseconds longer, each way.
   */
  readonly set: (mode: ProxyMode) => void;
  /** How many connections wait for data. */
  readonly held: () => number;
  readonly close: () => Promise<void>;
}

export type ProxyMode = 'open' | 'hang' | number;

export async function startSlowProxy(target: string): Promise<SlowProxy> {
  const { port, hostname } = new URL(target);
  let mode: ProxyMode = 'open';
  const sockets = new Set<Socket>();
  const waiting = new Set<Socket>();

  const carry = (from: Socket, to: Socket): void => {
    let last = Promise.resolve();
    from.on('data', (chunk: Buffer) => {
      if (mode === 'hang') {
        waiting.add(from); // It does not arrive later either: the caller has timed out by then.
        return;
      }
      const delayMs = mode === 'open' ? 0 : mode;
      if (delayMs > 0) waiting.add(from);
      last = last
        .then(() => (delayMs > 0 ? sleep(delayMs) : undefined))
        .then(() => {
          waiting.delete(from);
          to.write(chunk);
        });
    });
    from.on('close', () => {
      waiting.delete(from);
      void last.then(() => to.destroy());
    });
    from.on('error', () => undefined);
  };
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
    }
    carry(near, far);
    carry(far, near);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    set: (next) => {
      mode = next;
    },
    held: () => waiting.size,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
