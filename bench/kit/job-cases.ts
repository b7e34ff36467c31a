import type pg from 'pg';
import { isOperatorRefusal } from '../../src/domain/operator/operator-refusal.ts';
import { linkAudit } from '../../src/flows/audit/link-audit.ts';
import { readStatement, writeBordereau, writeStatement, writeTaxReport } from '../../src/flows/books/write-reports.ts';
import { examineDatabase } from '../../src/flows/doctor/doctor.ts';
import { publishEvents } from '../../src/flows/event/publish-events.ts';
import { exportList } from '../../src/flows/list/export-list.ts';
import { previewRetention } from '../../src/flows/person/apply-retention.ts';
import { type PeriodicJobsParts, periodicJobs } from '../../src/jobs/periodic-jobs.ts';
import { listBookLines, readBalances } from '../../src/store/books/read-accounts.ts';
import { removeOldRequests } from '../../src/store/call/partner-request.ts';
import { readSellers } from '../../src/store/reference/sellers.ts';
import { countNeedsPerson, readOpenWork } from '../../src/store/work/needs-person.ts';
import type { Case } from './timed.ts';

const clock = (): Date => new Date();
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const usualRetention = {
  quoteDays: 180,
  policyYears: 7,
  mailDays: 730,
  auditYears: 10,
  eventDays: 400,
  deliveryDays: 90,
} as const;

/** What runs again and again, with nothing to do: periodic jobs, those of seconds, and checks of an operator. */
export async function jobCases(database: pg.Pool): Promise<readonly Case[]> {
  const sellers = await readSellers(database);
  // Nothing is due, so that no outside party is asked.
  const parts = {
    database,
    clock,
    log,
    lapseNoticeDays: 30,
    retention: usualRetention,
    reference: () => ({ sellers }),
    cards: { name: 'sandbox' },
  } as unknown as PeriodicJobsParts;
  const job = (name: string, run: Case['run']): Case => ({ name, limitMs: null, run });
  return [
    ...periodicJobs(parts)
      // They erase, and ask outside parties.
      .filter(({ name }) => !['retention', 'sweep-card-payments', 'compare-ledgers'].includes(name))
      .map(({ name, run }) => job(`job: ${name}`, () => run(AbortSignal.timeout(60_000)))),
    job('job: publish events', () => publishEvents({ database })),
    job('job: link audit', () => linkAudit({ database })),
    job('job: forget requests', () => removeOldRequests(database, { keptDays: 8, countMax: 1_000 })),
    job('job: what is over its time, counted', () => previewRetention(parts)),
    job('metrics: work that is open', () => readOpenWork(database)),
    job('metrics: work for a person', () => countNeedsPerson(database)),
    job('doctor', () => examineDatabase({ database, clock, isOutboundOff: false })),
  ];
}

/** What is read from the books, and files: until their first lines, or of at most a thousand. */
export async function reportCases(database: pg.Pool): Promise<readonly Case[]> {
  const { rows } = await database.query<{ id: string }>(`SELECT id FROM seller WHERE username = 'ontario'`);
  const sellerId = rows[0]!.id;
  const first = new Date(Date.UTC(clock().getUTCFullYear(), clock().getUTCMonth() - 1, 1));
  const last = new Date(Date.UTC(clock().getUTCFullYear(), clock().getUTCMonth(), 0));
  const period = { from: day(first), to: day(last) };
  const report = (name: string, run: Case['run']): Case => ({ name: `report: ${name}`, limitMs: null, run });
  const linesOf = (account: string, of: string | null) => () =>
    listBookLines(database, { ...period, account, sellerId: of, cursor: null, limit: 50 });
  return [
    report('statement of a month, a thousand lines and totals', () =>
      readStatement(database, { sellerIds: [sellerId], period, linesMax: 1_000 }),
    ),
    report('statement of a month, its first lines', () => firstOf(writeStatement(database, [sellerId], period))),
    report('bordereau of a month, its first lines', () => firstOf(writeBordereau(database, null, period))),
    report('taxes of a month', () => firstOf(writeTaxReport(database, period))),
    report('balances of a month', () => readBalances(database, { ...period, sellerId: null })),
    report('balances of a month, of a seller', () => readBalances(database, { ...period, sellerId })),
    report('lines of an account', linesOf('premium', null)),
    report('lines of an account, of a seller', linesOf('processor', sellerId)),
    report('export of a month of policies, its first lines', async () => {
      const lines = await exportList(
        { database, reads: database },
        {
          what: 'policies',
          filters: period,
          actor: { kind: 'command line', name: 'bench' },
          reason: 'bench',
          visibleIntegrations: null,
          now: clock(),
        },
      );
      if (isOperatorRefusal(lines)) throw new Error(lines.code);
      await firstOf(lines);
    }),
  ];
}

const day = (moment: Date): string => moment.toISOString().slice(0, 10);

/** The titles and the lines after them. */
async function firstOf(lines: AsyncIterable<string>): Promise<void> {
  let read = 0;
  for await (const _ of lines) {
    read += 1;
    if (read === 2) return;
  }
}
