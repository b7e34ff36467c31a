import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net';
import type { Counted, RoundTrip } from './round-trip.ts';
import { splitMessages, startUpBytes, WireConnection } from './wire.ts';

/**
 * A proxy in front of PostgreSQL that reads the protocol, so that nothing has to be added to the measured server and no
 * statement is missed. The sandbox's processor and lender use the same database over their own connections.
 */
export interface Relay {
  readonly url: string;
  /** What was counted so far. */
  readonly counts: () => readonly Counted[];
  /** What goes over the wire while this runs, in the order of the answers. */
  readonly record: (run: () => Promise<unknown>) => Promise<readonly RoundTrip[]>;
  readonly close: () => void;
}

export async function openRelay(databaseUrl: string): Promise<Relay> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const lines: WireConnection[] = [];
  let recorded: RoundTrip[] | null = null;
  const relay = createServer((client) => {
    const server = createConnection(Number(target.port), target.hostname);
    const line = new WireConnection((trip) => recorded?.push(trip));
    lines.push(line);
    const asked = splitMessages((type, content) => line.asked(type, content), startUpBytes);
    const answered = splitMessages((type, content) => line.answered(type, content), 0);
    client.on('data', asked);
    server.on('data', answered);
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
    counts: () => lines.flatMap((line) => line.counts()),
    record: async (run) => {
      const trips: RoundTrip[] = [];
      recorded = trips;
      try {
        await run();
      } finally {
        recorded = null;
      }
      return trips;
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      relay.close();
    },
  };
}

/**
 * The round trips per request, by statement. A connection's owner is known only when it is first used, so counts are
 * summed before they are subtracted.
 */
export function perRequest(
  before: readonly Counted[],
  after: readonly Counted[],
  requests: number,
): readonly Counted[] {
  const sums = new Map<string, Counted>();
  const add = (counted: readonly Counted[], sign: 1 | -1): void => {
    for (const { owner, statement, ...one } of counted) {
      const key = `${owner} ${statement}`;
      const sum = sums.get(key) ?? { owner, statement, roundTrips: 0, commits: 0 };
      const [roundTrips, commits] = [sum.roundTrips + sign * one.roundTrips, sum.commits + sign * one.commits];
      sums.set(key, { ...sum, roundTrips, commits });
    }
  };
  add(after, 1);
  add(before, -1);
  // Divided last: integers add up exactly.
  return [...sums.values()].map((sum) => ({
    ...sum,
    roundTrips: sum.roundTrips / requests,
    commits: sum.commits / requests,
  }));
}
