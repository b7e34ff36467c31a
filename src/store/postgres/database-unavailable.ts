import { Exhausted, type Shortage, TimedOut, Unavailable } from '../../domain/unavailable.ts';
import { NoPrimaryError } from './primary.ts';

/** Whether the error says that the database can't be reached, as opposed to a wrong statement. */
export function isUnavailable(error: unknown): boolean {
  // The database answers, and to send the same again at once does not help.
  if (error instanceof Exhausted || error instanceof TimedOut) return false;
  if (error instanceof Unavailable || error instanceof NoPrimaryError) return true;
  if (error instanceof AggregateError) return error.errors.some(isUnavailable); // A host with several addresses.
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? awayCode.test(code) : awayMessage.test(error.message);
}

/** The error as callers know it; any other error stays what it is. */
export function toUnavailable(error: unknown): unknown {
  if (error instanceof Unavailable) return error;
  const shortage = shortageOf(error);
  if (shortage !== null)
    return new Exhausted(shortage, `The database refuses: ${messageOf(error as Error)}.`, {
      cause: error,
    });
  if (ended.has((error as { code?: unknown } | null)?.code))
    return new TimedOut(`The database took too long: ${messageOf(error as Error)}.`, { cause: error });
  if (!isUnavailable(error)) return error;
  return new Unavailable(`The database is not available: ${messageOf(error as Error)}.`, { cause: error });
}

/** What the database has run out of, when the error says so. */
export function shortageOf(error: unknown): Shortage | null {
  if (error instanceof Exhausted) return error.shortage;
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' ? (shortageByCode.get(code) ?? null) : null;
}

const ended: ReadonlySet<unknown> = new Set([
  '57014', // A statement was ended by its time limit, or by a person.
  '40P01', // It waited for one that waited for it: the database has ended one of the two.
]);

const shortageByCode: ReadonlyMap<string, Shortage> = new Map([
  ['53100', 'DiskFull'],
  ['53200', 'OutOfMemory'],
  ['53000', 'ResourcesShort'],
  ['53400', 'ResourcesShort'], // A limit of its configuration, such as that of temporary files.
  ['54000', 'ResourcesShort'],
  ['58030', 'ResourcesShort'], // It can't read or write a file.
  ['XX001', 'DataDamaged'], // A page's checksum is wrong, or its contents make no sense.
  ['XX002', 'DataDamaged'],
]);

function messageOf(error: Error): string {
  const text = error instanceof AggregateError ? (error.errors[0] as Error).message : error.message;
  return text.replace(/\.$/, '');
}

const awayCode = new RegExp(
  `^(${[
    '08(000|001|003|004|006|007)', // The connection failed or broke.
    '25006', // The server has become a standby.
    '53300', // No connection is free, for example while those of a dead instance still count.
    '57P0[1-5]', // It is shutting down, crashed, is starting, or ended the session.
    'E(CONN|PIPE|TIMEDOUT|HOST|NET|AI_AGAIN|NOTFOUND).*', // The network.
  ].join('|')})$`,
);

// What the driver reports by words alone. "timeout exceeded" is the wait for a free connection of the pool.
const awayMessage =
  /^(Connection terminated|Query read timeout|timeout expired|timeout exceeded when trying to connect|Client (has encountered a connection error|was closed) and is not queryable)/;
