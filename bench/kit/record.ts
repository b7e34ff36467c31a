import type { SampleRequest } from './load.ts';
import { median } from './measure.ts';
import type { Relay } from './relay.ts';
import type { RoundTrip } from './round-trip.ts';

/**
 * What an operation sends to the database and returns, recorded on the wire: enough for a bare server to do the same.
 * Ids that differ between requests are replaced by where the bare server finds its own.
 */
export interface Recording {
  /** Several requests, used in turns: different vehicles, different rows. */
  readonly samples: readonly (readonly RecordedStatement[])[];
  readonly answer: { readonly status: number; readonly headers: readonly string[]; readonly body: Buffer };
}

export interface RecordedStatement {
  readonly name: string;
  readonly text: string;
  readonly values: readonly RecordedValue[];
}

/** As it was sent, or in pieces with ids between them. */
export type RecordedValue = string | Buffer | null | readonly (string | Source)[];

export type Source =
  /** An id of the request, by its position. */
  | { readonly from: 'request'; readonly place: number }
  /** A value that an earlier statement of the same request returned. */
  | { readonly from: 'row'; readonly statement: number; readonly column: number }
  /** Generated for each request; the same `number` means the same value. */
  | { readonly from: 'new'; readonly kind: 'uuid' | 'loan number' | 'hash'; readonly number: number };

/** Ids of rows, policy numbers and the sandbox lender's loan numbers. */
export const idPattern = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|\bNB\d{9}\b|\bSL-\d{4}-\d{4}-\d\b/g;

/** Sends each request once, one after the other, through the relay. */
export async function recordOperation(
  relay: Relay,
  url: string,
  requests: readonly SampleRequest[],
): Promise<Recording> {
  const exchanges: { readonly request: SampleRequest; readonly trips: readonly RoundTrip[] }[] = [];
  let answer: Recording['answer'] | null = null;
  for (const request of requests) {
    const trips = await relay.record(async () => {
      answer = await answerTo(url, request);
    });
    exchanges.push({ request, trips: trips.filter((trip) => !isBeside(trip)) });
  }
  const usual = usualStatements(exchanges.map(({ trips }) => trips));
  const own = exchanges.map(({ request, trips }) => ({
    request,
    trips: trips.filter((trip) => usual.has(keyOf(trip))),
  }));
  const kept = own.filter(({ trips }) => trips.length === median(own.map((one) => one.trips.length)));
  const fixed = idsOfAll(kept.map(({ trips }) => trips));
  return { samples: kept.map(({ request, trips }) => cutOut(request, trips, fixed)), answer: answer! };
}

/** The rate limit counts many requests at a time, which a bare server does not. */
const isBeside = ({ text }: RoundTrip): boolean => text.includes('rate_limit_count');

/** A statement that only some requests sent is a job's, not the request's. */
function usualStatements(all: readonly (readonly RoundTrip[])[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const trips of all) for (const trip of trips) counts.set(keyOf(trip), (counts.get(keyOf(trip)) ?? 0) + 1);
  return new Set([...counts].filter(([, count]) => count >= all.length * 0.75).map(([key]) => key));
}

const keyOf = ({ name, text }: RoundTrip): string => name || text;

/** Ids that every request sent are not its own, such as the seller's. */
function idsOfAll(all: readonly (readonly RoundTrip[])[]): ReadonlySet<string> {
  const sets = all.map((trips) => new Set(trips.flatMap(({ values }) => values.flatMap(idsIn))));
  return sets.reduce((one, other) => one.intersection(other), sets[0] ?? new Set<string>());
}

function idsIn(value: string | Buffer | null): readonly string[] {
  return typeof value === 'string' ? (value.match(idPattern) ?? []) : [];
}

function cutOut(
  request: SampleRequest,
  trips: readonly RoundTrip[],
  fixed: ReadonlySet<string>,
): readonly RecordedStatement[] {
  const asked = idsIn(`${request.path}\n${request.body ?? ''}`);
  const drawn = new Map<string, number>();
  const sourceOf = (id: string, before: number): Source => {
    const place = asked.indexOf(id);
    if (place >= 0) return { from: 'request', place };
    for (const [statement, { rows }] of trips.slice(0, before).entries()) {
      const column = rows[0]?.indexOf(id) ?? -1;
      if (column >= 0) return { from: 'row', statement, column };
    }
    if (!drawn.has(id)) drawn.set(id, drawn.size);
    return { from: 'new', kind: id.startsWith('SL') ? 'loan number' : 'uuid', number: drawn.get(id)! };
  };
  return trips.map(({ name, text, values }, statement) => ({
    name,
    text,
    values: values.map((value): RecordedValue => {
      if (value === null) return null;
      if (typeof value !== 'string') return isNewHash(text, value) ? [newHash] : value;
      const ids = idsIn(value).filter((id) => !fixed.has(id));
      if (ids.length === 0) return value;
      const between = value.split(new RegExp(ids.join('|')));
      return between.flatMap((piece, place) => (place === 0 ? [piece] : [sourceOf(ids[place - 1]!, statement), piece]));
    }),
  }));
}

/** The hash of a checkout's ticket is unique, so a new row needs a new one. */
const isNewHash = (text: string, value: Buffer): boolean => value.length === 32 && /^\s*INSERT/.test(text);
const newHash: Source = { from: 'new', kind: 'hash', number: -1 };

const setByNode = new Set(['date', 'connection', 'keep-alive']);

async function answerTo(url: string, { method, path, headers, body }: SampleRequest): Promise<Recording['answer']> {
  const answer = await fetch(url + path, { method, headers, body });
  const bytes = Buffer.from(await answer.arrayBuffer());
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${bytes}`);
  const kept = [...answer.headers].filter(([name]) => !setByNode.has(name)).flat();
  return { status: answer.status, headers: kept, body: bytes };
}
