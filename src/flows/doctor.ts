import { connect } from 'node:net';
import { type Clock, dateIn } from '../domain/calendar/calendar.ts';
import { bookForQuote } from '../domain/rating/book-for-quote.ts';
import type { Database } from '../store/database.ts';
import { readDatabaseFacts, readJobsSeenAt } from '../store/database-facts.ts';
import { isMigrated } from '../store/migrate.ts';
import { countNeedsPerson } from '../store/needs-person.ts';
import { readTariffs } from '../store/reference/tariffs.ts';

/** One check: what was checked, whether it passed, and what was found, with what to do. */
export interface Finding {
  readonly check: string;
  readonly isGood: boolean;
  readonly finding: string;
}

export interface DoctorParts {
  readonly database: Database;
  readonly clock: Clock;
}

// The migrations use uuidv7(), which is new in 18.
const versionNumberMin = 180_000;
// Tokens are valid for minutes and days end at midnight: a second more or less does no harm.
const skewMsMax = 2_000;
// The engine runs its scheduler about once a minute.
const jobsQuietMsMax = 180_000;
const connectMsMax = 5_000;

/** Checks everything that the service needs of its database. The first failed check hides those that depend on it. */
export async function examineDatabase({ database, clock }: DoctorParts): Promise<readonly Finding[]> {
  if (!(await isMigrated(database)))
    return [bad('migrations', 'Not all are applied: run npx northbind migrate, or start the service.')];
  const asked = clock().getTime();
  const { versionNumber, now, sellerCount } = await readDatabaseFacts(database);
  const skewMs = Math.round(now.getTime() - (asked + clock().getTime()) / 2);
  const version = `PostgreSQL ${Math.floor(versionNumber / 10_000)}.${versionNumber % 10_000}`;
  return [
    good('database', 'It answers.'),
    judge('version', versionNumber >= versionNumberMin, version, `${version}: 18 or newer is needed.`),
    good('migrations', 'All are applied.'),
    judge('clock', Math.abs(skewMs) <= skewMsMax, agree(skewMs), `${agree(skewMs)} Set both by NTP.`),
    ...(await examineTariffs({ database, clock })),
    judge('sellers', sellerCount > 0, `${sellerCount} may sell.`, 'There is none: npx northbind seller create'),
    await examineJobs(database, now),
    ...(await examineWork(database)),
  ];
}

const agree = (skewMs: number): string => `The database's clock and this one differ by ${Math.abs(skewMs)} ms.`;

async function examineTariffs({ database, clock }: DoctorParts): Promise<readonly Finding[]> {
  const tariffs = await readTariffs(database);
  const today = dateIn('ON', clock());
  const book = bookForQuote(tariffs, { today, effectiveDate: today });
  const table = tariffs.taxTable;
  return [
    book === null
      ? bad('rate book', 'None is in force today: npx northbind ratebook load')
      : good('rate book', `${book.version} is in force.`),
    table === null
      ? bad('tax table', 'There is none: npx northbind taxtable load')
      : good('tax table', `${table.version} is in force.`),
  ];
}

async function examineJobs(database: Database, now: Date): Promise<Finding> {
  const seenAt = await readJobsSeenAt(database);
  const isAlive = seenAt !== null && now.getTime() - seenAt.getTime() <= jobsQuietMsMax;
  const since = seenAt === null ? 'They never ran.' : `They last ran at ${seenAt.toISOString()}.`;
  return judge('jobs', isAlive, since, `${since} Is the service running?`);
}

/** Work that needs the operator is no fault of the service, but is reported as a failed check. */
async function examineWork(database: Database): Promise<readonly Finding[]> {
  const waiting = await countNeedsPerson(database);
  return Object.entries(waiting).map(([name, count]: [string, number]) =>
    judge(`stuck ${name}`, count === 0, 'None.', `${count} need a person: npx northbind stuck list`),
  );
}

/** Checks that the mail server accepts a connection. Sends nothing. */
export function examineMailServer(url: string): Promise<Finding> {
  const { hostname, port, protocol } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  const at = `${host}:${port === '' ? defaultPorts[protocol] : port}`;
  return new Promise((resolve) => {
    const socket = connect({ host, port: Number(port === '' ? defaultPorts[protocol] : port) });
    const end = (finding: Finding): void => {
      socket.destroy();
      resolve(finding);
    };
    socket.setTimeout(connectMsMax, () => end(bad('mail server', `${at} does not answer.`)));
    socket.on('connect', () => end(good('mail server', `${at} answers.`)));
    socket.on('error', () => end(bad('mail server', `${at} can't be reached.`)));
  });
}

const defaultPorts: Readonly<Record<string, string>> = { 'smtp:': '587', 'smtps:': '465' };

function judge(check: string, isGood: boolean, well: string, ill: string): Finding {
  return { check, isGood, finding: isGood ? well : ill };
}

export function good(check: string, finding: string): Finding {
  return { check, isGood: true, finding };
}

export function bad(check: string, finding: string): Finding {
  return { check, isGood: false, finding };
}
