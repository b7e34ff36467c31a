import { median, ratios } from './measure.ts';
import { percentile } from './pace.ts';
import { type Measured, operationsTable, type Wire } from './report.ts';
import type { Counted, Owner } from './statements.ts';

export interface BindFindings {
  /** `bind REF` and `bare server`. */
  readonly referred: Measured;
  /** Binds at which money moves. */
  readonly moneyMoved: Measured;
  readonly sent: readonly SentBy[];
  readonly documents: Measured;
  /** CPU of the press for a first fetch; null where the system does not tell. */
  readonly pressMs: number | null;
  readonly mail: Cost;
  readonly disturbed: Disturbed;
}

/** What a kind of bind sends to the database, each statement by its count per request. */
export interface SentBy {
  readonly name: string;
  readonly statements: readonly Counted[];
}

/** CPU milliseconds each. */
export interface Cost {
  readonly perSecond: number;
  readonly serviceMs: number;
  readonly pressMs: number;
  readonly databaseMs: number;
}

/** Times of quotes in milliseconds, round by round. */
export interface Disturbed {
  readonly quotesPerSecond: number;
  readonly bindsPerSecond: number;
  readonly rounds: readonly { readonly alone: readonly number[]; readonly beside: readonly number[] }[];
}

const ratioMin = 0.6;
const commitsMax = 3;
const disturbedRatioMax = 3;

/** What comes less often belongs to the jobs' clocks. Requests are counted for the rate limit many at a time. */
const belongsToBind = ({ statement, roundTrips }: Counted): boolean =>
  roundTrips >= 0.5 && !statement.startsWith('rate_limit_count');

export function bindReport(findings: BindFindings): string {
  const wires = findings.sent.map(wireOf);
  return `${[
    '## Bind',
    'The bare server is Node alone: it sends the service’s own read, claim and issue with the values of a real bind, and answers the same bytes. Mails are written on both sides and held back, so that nothing is printed meanwhile. Round trips and transactions are those of the service’s own connections, its jobs and rate limit included.',
    operationsTable(findings.referred, wires),
    shareOfLimit(findings.referred),
    ...findings.sent.filter(({ name }) => name === 'bind REF').map(commits),
    'With CC and PFF the sandbox’s processor and lender run in the same process and share the database: their CPU and log bytes are in these numbers, their round trips and transactions are not.',
    operationsTable(findings.moneyMoved, wires),
    findings.sent.map(statementList).join('\n'),
    '## Documents and mail',
    operationsTable(findings.documents, []),
    documentCosts(findings),
    '## Quote beside binds',
    disturbance(findings.disturbed),
  ].join('\n\n')}\n`;
}

function wireOf({ name, statements }: SentBy): Wire {
  return {
    name,
    roundTrips: sum(statements, 'service', 'roundTrips'),
    transactions: sum(statements, 'service', 'transactions'),
  };
}

function shareOfLimit(referred: Measured): string {
  const found = ratios(referred.get('bind REF')!, referred.get('bare server')!);
  const ratio = median(found);
  return `Requests per second of the service, as a share of the bare server's: **${ratio.toFixed(2)}** (rounds ${range(found)}); the target is at least ${ratioMin}: ${verdict(ratio >= ratioMin)}.`;
}

function commits({ statements }: SentBy): string {
  const own = statements.filter((one) => one.owner === 'service' && belongsToBind(one));
  const transactions = own.reduce((total, one) => total + one.transactions, 0);
  const writes = own.reduce((total, one) => total + one.writes, 0);
  return `Transactions of a REF bind itself: **${transactions.toFixed(2)}**, of which ${writes.toFixed(2)} write; the target is at most ${commitsMax}: ${verdict(transactions <= commitsMax)}.`;
}

function statementList({ name, statements }: SentBy): string {
  const owners: readonly Owner[] = ['service', 'card processor', 'lender'];
  const lists = owners.flatMap((owner) => {
    const listed = statements.filter((one) => one.owner === owner && belongsToBind(one));
    if (listed.length === 0) return [];
    const texts = listed.map(({ statement, roundTrips }) => `${statement} ${roundTrips.toFixed(2)}`);
    return [`${owner} (${sum(listed, owner, 'writes').toFixed(2)} writing transactions): ${texts.join(', ')}`];
  });
  return `- ${name}: ${lists.join('; ')}.`;
}

function documentCosts({ pressMs, mail }: BindFindings): string {
  const press =
    pressMs === null ? '' : `A first fetch costs the press, a process of its own, ${pressMs.toFixed(2)} ms of CPU. `;
  return `${press}A policy's mail with its document costs ${mail.serviceMs.toFixed(2)} ms of CPU in the service, ${mail.pressMs.toFixed(2)} in the press and ${mail.databaseMs.toFixed(2)} in the database; ${mail.perSecond.toFixed(0)} a second leave one instance when many wait.`;
}

function disturbance({ quotesPerSecond, bindsPerSecond, rounds }: Disturbed): string {
  const each = rounds.map(({ alone, beside }) => percentile(beside, 0.99) / percentile(alone, 0.99));
  const [alone, beside] = [rounds.flatMap((round) => round.alone), rounds.flatMap((round) => round.beside)];
  // Over all rounds together: a median of rounds would leave out those in which something stalled, and they are the tail.
  const ratio = percentile(beside, 0.99) / percentile(alone, 0.99);
  const row = (name: string, times: readonly number[]): string =>
    `| ${name} | ${percentile(times, 0.5).toFixed(1)} | ${percentile(times, 0.99).toFixed(1)} | ${Math.max(...times).toFixed(1)} |`;
  return [
    `${quotesPerSecond} quotes a second, each timed from the moment at which it was due: by themselves, and while ${bindsPerSecond} REF binds a second are done, their documents set and their mails sent.`,
    [
      '|  | p50 ms | p99 ms | highest ms |',
      '| --- | ---: | ---: | ---: |',
      row('quotes alone', alone),
      row('quotes beside binds', beside),
    ].join('\n'),
    `p99 beside binds, as a multiple of that alone: **${ratio.toFixed(2)}** (of single rounds ${median(each).toFixed(2)}, ${range(each)}); the target is at most ${disturbedRatioMax}: ${verdict(ratio <= disturbedRatioMax)}.`,
  ].join('\n\n');
}

function sum(statements: readonly Counted[], whose: Owner, key: 'roundTrips' | 'transactions' | 'writes'): number {
  return statements.filter(({ owner }) => owner === whose).reduce((total, one) => total + one[key], 0);
}

const verdict = (isMet: boolean): string => (isMet ? 'met' : 'missed');

function range(values: readonly number[]): string {
  return `${Math.min(...values).toFixed(2)}–${Math.max(...values).toFixed(2)}`;
}
