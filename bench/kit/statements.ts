import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net';

/**
 * A relay in front of PostgreSQL, like `countRoundTrips`, that also reads what is asked: which statement each round trip is
 * for, whether it writes, and whose connection it is. The sandbox's parties use the same server under the same application
 * name, but each has connections of its own and speaks only of its own schema.
 */
export interface Statements {
  readonly url: string;
  /** What was counted so far. */
  readonly counts: () => readonly Counted[];
  readonly close: () => void;
}

export interface Counted {
  readonly owner: Owner;
  /** The statement's name, or the beginning of its text. */
  readonly statement: string;
  readonly roundTrips: number;
  /** Transactions that ended with this statement. */
  readonly transactions: number;
  /** Those of them that wrote. */
  readonly writes: number;
}

export type Owner = 'service' | 'card processor' | 'lender' | 'job engine';

type Tally = { roundTrips: number; transactions: number; writes: number };

export async function countStatements(databaseUrl: string): Promise<Statements> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const lines: Line[] = [];
  const relay = createServer((client) => {
    const server = createConnection(Number(target.port), target.hostname);
    const line = new Line();
    lines.push(line);
    client.on(
      'data',
      splitMessages((type, content) => line.asked(type, content), startUpBytes),
    );
    server.on(
      'data',
      splitMessages((type, content) => line.answered(type, content), 0),
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
    counts: () => lines.flatMap((line) => line.counts()),
    close: () => {
      for (const socket of sockets) socket.destroy();
      relay.close();
    },
  };
}

/** One connection: what was asked on it, and what came of it. */
class Line {
  #owner: Owner = 'service';
  readonly #texts = new Map<string, string>();
  readonly #tallies = new Map<string, Tally>();
  /** Asked and not answered yet, in order. */
  readonly #waiting: { readonly statement: string; readonly text: string }[] = [];
  #bound = { statement: '', text: '' };
  #isWriting = false;

  asked(type: string, content: Buffer): void {
    const [first = '', second = ''] = content.toString('latin1', 0, 4_000).split('\0', 2);
    switch (type) {
      case 'start':
        if (content.includes('northbind jobs')) this.#owner = 'job engine';
        return;
      case 'P': // Parse: name and text.
        this.#texts.set(first, second);
        return;
      case 'B': // Bind: portal and name of the statement.
        this.#bound = { statement: second || headOf(this.#texts.get('')!), text: this.#texts.get(second) ?? '' };
        return;
      case 'S': // Sync
        this.#waiting.push(this.#bound);
        return;
      case 'Q': // A query without parameters.
        this.#waiting.push({ statement: headOf(first), text: first });
    }
  }

  answered(type: string, content: Buffer): void {
    if (type !== 'Z') return; // ReadyForQuery
    const asked = this.#waiting.shift();
    if (asked === undefined) return; // The end of the greeting.
    if (asked.text.includes('sandbox_cards.')) this.#owner = 'card processor';
    if (asked.text.includes('sandbox_lender.')) this.#owner = 'lender';
    this.#isWriting ||= /\b(INSERT|UPDATE|DELETE)\b/.test(asked.text);
    const tally = this.#tallies.get(asked.statement) ?? { roundTrips: 0, transactions: 0, writes: 0 };
    this.#tallies.set(asked.statement, tally);
    tally.roundTrips += 1;
    if (content[0] !== idle) return;
    tally.transactions += 1;
    if (this.#isWriting) tally.writes += 1;
    this.#isWriting = false;
  }

  counts(): readonly Counted[] {
    return [...this.#tallies].map(([statement, tally]) => ({ owner: this.#owner, statement, ...tally }));
  }
}

const headOf = (text: string): string => text.trim().split(/\s+/).slice(0, 4).join(' ');

const startUpBytes = 4; // The first message has no letter.
const headBytes = 5;
const idle = 'I'.charCodeAt(0);

/** Messages are a letter, a length that counts itself, and a content; chunks cut them anywhere. */
function splitMessages(
  onMessage: (type: string, content: Buffer) => void,
  firstHeadBytes: number,
): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  let isFirst = firstHeadBytes > 0;
  return (chunk) => {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let start = 0;
    while (bytes.length - start >= headBytes) {
      const lengthAt = isFirst ? start : start + 1;
      const end = lengthAt + bytes.readUInt32BE(lengthAt);
      if (end > bytes.length) break;
      const type = isFirst ? 'start' : String.fromCharCode(bytes[start]!);
      onMessage(type, bytes.subarray(lengthAt + 4, end));
      isFirst = false;
      start = end;
    }
    rest = bytes.subarray(start);
  };
}
