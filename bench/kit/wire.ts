import type { Counted, Owner, RoundTrip } from './round-trip.ts';

/** PostgreSQL's protocol, as far as counting and recording need it. */

type Asked = Pick<RoundTrip, 'name' | 'text' | 'values'>;

/** One connection: the statements sent on it, and their results. */
export class WireConnection {
  #owner: Owner = 'service';
  readonly #onTrip: (trip: RoundTrip) => void;
  readonly #texts = new Map<string, string>();
  readonly #tallies = new Map<string, { roundTrips: number; commits: number }>();
  /** Sent and not answered yet, in order. */
  readonly #waiting: Asked[] = [];
  #bound: Asked = { name: '', text: '', values: [] };
  #rows: (string | null)[][] = [];
  #isWriting = false;

  constructor(onTrip: (trip: RoundTrip) => void) {
    this.#onTrip = onTrip;
  }

  asked(type: string, content: Buffer): void {
    switch (type) {
      case 'P': {
        const parse = new Reader(content);
        this.#texts.set(parse.text(), parse.text());
        return;
      }
      case 'B': {
        const bind = new Reader(content);
        bind.text(); // The portal.
        const name = bind.text();
        this.#bound = { name, text: this.#texts.get(name) ?? '', values: bind.values() };
        return;
      }
      case 'S': // Sync
        this.#waiting.push(this.#bound);
        return;
      case 'Q': // A query without parameters.
        this.#waiting.push({ name: '', text: new Reader(content).text(), values: [] });
    }
  }

  answered(type: string, content: Buffer): void {
    if (type === 'D') this.#rows.push(new Reader(content).row());
    if (type !== 'Z') return; // ReadyForQuery
    const asked = this.#waiting.shift();
    const rows = this.#rows;
    this.#rows = [];
    if (asked === undefined) return; // The end of the start-up.
    if (asked.text.includes('sandbox_cards.')) this.#owner = 'card processor';
    if (asked.text.includes('sandbox_lender.')) this.#owner = 'lender';
    this.#isWriting ||= writes(asked.text);
    const statement = asked.name.replace(prismaNumber, '') || headOf(asked.text);
    const tally = this.#tallies.get(statement) ?? { roundTrips: 0, commits: 0 };
    this.#tallies.set(statement, tally);
    tally.roundTrips += 1;
    this.#onTrip({ owner: this.#owner, ...asked, rows });
    if (content[0] !== idle) return;
    if (this.#isWriting) tally.commits += 1;
    this.#isWriting = false;
  }

  counts(): readonly Counted[] {
    return [...this.#tallies].map(([statement, tally]) => ({ owner: this.#owner, statement, ...tally }));
  }
}

/** `revise_application` is the only function that writes. */
export const writes = (text: string): boolean => /\b(INSERT|UPDATE|DELETE|revise_application)\b/.test(text);

const prismaNumber = /^s\d+$/;
const headOf = (text: string): string => text.trim().split(/\s+/).slice(0, 4).join(' ');
const idle = 'I'.charCodeAt(0);

/** Reads a message from its beginning to its end. */
class Reader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  text(): string {
    const end = this.#bytes.indexOf(0, this.#at);
    const text = this.#bytes.toString('utf8', this.#at, end);
    this.#at = end + 1;
    return text;
  }

  /** Of a Bind message: a format for each value, one for all, or none, which means text. */
  values(): RoundTrip['values'] {
    const formats = Array.from({ length: this.#short() }, () => this.#short());
    return Array.from({ length: this.#short() }, (_, place) => {
      const bytes = this.#field();
      const isBinary = (formats.length === 1 ? formats[0] : formats[place]) === 1;
      return bytes === null || isBinary ? bytes : bytes.toString();
    });
  }

  row(): (string | null)[] {
    return Array.from({ length: this.#short() }, () => this.#field()?.toString() ?? null);
  }

  #short(): number {
    this.#at += 2;
    return this.#bytes.readUInt16BE(this.#at - 2);
  }

  /** Copied, since the message is a part of a larger one. */
  #field(): Buffer | null {
    const length = this.#bytes.readInt32BE(this.#at);
    this.#at += 4;
    if (length < 0) return null;
    this.#at += length;
    return Buffer.from(this.#bytes.subarray(this.#at - length, this.#at));
  }
}

export const startUpBytes = 4; // The first message has no type byte.
const headBytes = 5;

/** A message is a type byte, a length that includes itself, and a content; chunks split them anywhere. */
export function splitMessages(
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
