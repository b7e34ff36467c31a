import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net';

/**
 * A relay in front of PostgreSQL that counts what really happened on the wire. The server ends each round trip with
 * ReadyForQuery, and says there whether a transaction is still open; so nothing has to be added to the service, and no
 * statement can be missed.
 */
export interface RoundTrips {
  readonly url: string;
  readonly count: () => Counts;
  readonly close: () => void;
}

export interface Counts {
  readonly roundTrips: number;
  readonly transactions: number;
}

export async function countRoundTrips(databaseUrl: string): Promise<RoundTrips> {
  const target = new URL(databaseUrl);
  let roundTrips = 0;
  let transactions = 0;
  const sockets = new Set<Socket>();
  const relay = createServer((client) => {
    const server = createConnection(Number(target.port), target.hostname);
    server.on(
      'data',
      watchReady((isIdle) => {
        roundTrips += 1;
        if (isIdle) transactions += 1;
      }),
    );
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(one);
      one.setNoDelay(true);
      one.pipe(other);
      one.on('error', () => other.destroy());
      one.on('close', () => sockets.delete(one));
    }
  });
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
  const url = new URL(databaseUrl);
  url.port = String((relay.address() as AddressInfo).port);
  return {
    url: url.href,
    count: () => ({ roundTrips, transactions }),
    close: () => {
      for (const socket of sockets) socket.destroy();
      relay.close();
    },
  };
}

const headBytes = 5;
const readyForQuery = 'Z'.charCodeAt(0);
const idle = 'I'.charCodeAt(0);

/** Messages are a letter, a length that counts itself, and a content; chunks cut them anywhere. */
function watchReady(onReady: (isIdle: boolean) => void): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  return (chunk) => {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let start = 0;
    while (bytes.length - start >= headBytes) {
      const end = start + 1 + bytes.readUInt32BE(start + 1);
      if (end > bytes.length) break;
      if (bytes[start] === readyForQuery) onReady(bytes[start + headBytes] === idle);
      start = end;
    }
    rest = bytes.subarray(start);
  };
}
