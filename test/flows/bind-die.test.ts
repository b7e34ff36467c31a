import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import { errors, isErrorCode } from '../../contract/errors.ts';
import { addDays } from '../../src/domain/calendar.ts';
import type { BindPoint } from '../../src/flows/points.ts';
import { brokenPromises, readBooks, untilQuiet } from '../kit/invariants/bind-books.ts';
import { type Instance, startDoomed, startInstance } from '../kit/processes/instances.ts';
import { until } from '../kit/processes/until.ts';
import {
  authorizedPayment,
  bankLeaks,
  binder,
  byCard,
  byLoan,
  byReferral,
  chooseFrom,
  steadySeller,
} from '../kit/sale/binding.ts';
import { type Choice, openSaleClient, type SaleClient } from '../kit/sale/paying.ts';
import { assertQuoted, inDatabase, type Json } from '../kit/sale/quoting.ts';
import { cloneDatabase } from '../kit/service/database.ts';
import { type Answer, startTestService } from '../kit/service/service.ts';

/*
 * Dies everywhere. For each way to pay and each way the other party can behave, the real process ends itself with
 * SIGKILL at a named point of the bind. Then another process starts on the same database, and either the partner
 * repeats the bind or the jobs are left alone with it. In the end all books must agree.
 *
 * By default each point is died at once or twice; with BIND_DEATHS=all every way dies at each of its points, which
 * takes some minutes.
 */
interface Way {
  readonly pay: 'REF' | 'PFF' | 'CC' | 'CC later';
  readonly fault: string | null;
  /** The steps that the bind comes to, each with a point before and after it. */
  readonly steps: readonly string[];
}

const ways: Readonly<Record<string, Way>> = {
  referral: { pay: 'REF', fault: null, steps: ['claim', 'issue'] },
  'card later': { pay: 'CC later', fault: null, steps: ['claim', 'issue'] },
  loan: { pay: 'PFF', fault: null, steps: ['claim', 'intent', 'loan', 'issue'] },
  'loan refused': { pay: 'PFF', fault: 'FinancingDeclined', steps: ['claim', 'intent', 'loan', 'release'] },
  'loan, reply lost': { pay: 'PFF', fault: 'FinancingReplyLost', steps: ['claim', 'intent', 'loan', 'ask'] },
  'loan, then no policy': {
    pay: 'PFF',
    fault: 'BindFailedAfterFinancing',
    steps: ['claim', 'intent', 'loan', 'give-up', 'reverse'],
  },
  card: { pay: 'CC', fault: null, steps: ['claim', 'intent', 'charge', 'issue'] },
  'card refused': { pay: 'CC', fault: 'CardPaymentDeclined', steps: ['claim', 'intent', 'charge', 'release'] },
  'card, reply lost': { pay: 'CC', fault: 'CardPaymentReplyLost', steps: ['claim', 'intent', 'charge', 'ask'] },
  'card, not reached': { pay: 'CC', fault: 'CardPaymentUnavailable', steps: ['claim', 'intent', 'charge', 'release'] },
  'card, then no policy': {
    pay: 'CC',
    fault: 'BindFailedAfterCardCapture',
    steps: ['claim', 'intent', 'charge', 'give-up', 'reverse'],
  },
};

interface Death {
  readonly way: string;
  readonly point: BindPoint;
  /** The partner does not repeat the bind: the jobs finish it. */
  readonly isLeftAlone: boolean;
}

const repeated = (way: string, point: BindPoint): Death => ({ way, point, isLeftAlone: false });
const leftAlone = (way: string, point: BindPoint): Death => ({ way, point, isLeftAlone: true });

const deaths: readonly Death[] =
  process.env.BIND_DEATHS === 'all'
    ? Object.entries(ways).flatMap(([way, { steps }]) =>
        steps.flatMap((step, index) => [
          { way, point: `before ${step}` as BindPoint, isLeftAlone: index % 2 === 1 },
          { way, point: `after ${step}` as BindPoint, isLeftAlone: index % 3 === 2 },
        ]),
      )
    : [
        repeated('card later', 'before claim'),
        repeated('referral', 'after claim'),
        repeated('card', 'before intent'),
        leftAlone('loan', 'after intent'),
        leftAlone('card', 'before charge'),
        leftAlone('card', 'after charge'),
        repeated('loan, reply lost', 'before loan'),
        leftAlone('loan', 'after loan'),
        repeated('card, reply lost', 'before ask'),
        repeated('loan, reply lost', 'after ask'),
        repeated('loan', 'before issue'),
        repeated('card', 'after issue'),
        repeated('loan refused', 'before release'),
        repeated('card refused', 'after release'),
        repeated('card, then no policy', 'before give-up'),
        leftAlone('loan, then no policy', 'after give-up'),
        leftAlone('card, then no policy', 'before reverse'),
        repeated('card, then no policy', 'after reverse'),
      ];

/** Two cores, and each start is a second of work. */
const atOnce = 3;

interface Sale {
  readonly death: Death;
  readonly choice: Choice;
  readonly body: Json;
  readonly fault: string | null;
}

const { name, today } = steadySeller();
let databaseUrl: string;
let token: string;
let sales: readonly Sale[];
const reached = new Set<string>();
const outputs: string[] = [];
let survivor: Instance;

before(async () => {
  databaseUrl = await cloneDatabase();
  const shop = await startTestService({ environment: { DATABASE_URL: databaseUrl } });
  const saleClient = await openSaleClient(shop, name);
  token = saleClient.quoteClient.token;
  const quotes = new Map<string, Json>();
  for (const effectiveDate of [today, addDays(today, 10)])
    quotes.set(effectiveDate, await saleClient.quoteClient.request({ effectiveDate }));
  sales = await Promise.all(deaths.map((death) => prepare(saleClient, quotes, death)));
  await shop.close();
});

async function prepare(saleClient: SaleClient, quotes: ReadonlyMap<string, Json>, death: Death): Promise<Sale> {
  const { pay, fault } = ways[death.way]!;
  const effectiveDate = pay === 'CC later' ? addDays(today, 10) : today;
  const quoted = await saleClient.quoteClient.quote(quotes.get(effectiveDate));
  assertQuoted(quoted);
  const choice = chooseFrom(quoted, 'Replacement', 2);
  const isCard = pay === 'CC' || pay === 'CC later';
  const payment = isCard
    ? byCard(await authorizedPayment(saleClient, choice))
    : pay === 'PFF'
      ? byLoan(today)
      : byReferral;
  return { death, choice, body: { ...choice, ...payment }, fault };
}

/** A process of its own that ends at the point, or that is ended when it never gets there. */
async function die({ death, body, fault }: Sale): Promise<void> {
  const doomed = await startDoomed(databaseUrl, death.point);
  const answer = await binder(doomed, token)(body, fault).catch(() => null);
  if (answer !== null) doomed.signal('SIGKILL');
  assert.equal(await doomed.ended, 'SIGKILL');
  outputs.push(doomed.output());
  if (answer === null) reached.add(death.point);
  assert.equal(answer, null, `${death.way} did not die ${death.point}: ${answer?.text}`);
}

const isRetryable = ({ status, codes }: Answer): boolean =>
  status !== 200 && codes.every((code) => isErrorCode(code) && errors[code].retryable);

/** A party that refuses goes on refusing; a line that was broken is mended. */
const lastingFaults = ['FinancingDeclined', 'CardPaymentDeclined'];

async function repeat({ body, fault }: Sale): Promise<Answer> {
  const lasting = fault !== null && lastingFaults.includes(fault) ? fault : null;
  return until(
    () => binder(survivor, token)(body, lasting),
    (answer) => !isRetryable(answer),
  );
}

const points = ['claim', 'intent', 'charge', 'loan', 'ask', 'issue', 'release', 'give-up', 'reverse'].flatMap(
  (step) => [`before ${step}`, `after ${step}`],
);

test('the process dies at every point of a bind', { timeout: 900_000 }, async () => {
  const waiting = [...sales];
  const lane = async (): Promise<void> => {
    for (let sale = waiting.pop(); sale !== undefined; sale = waiting.pop()) await die(sale);
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  assert.deepEqual(
    points.filter((point) => !reached.has(point)),
    [],
  );
});

test('whoever comes next finishes: the repeat has a final answer, and the jobs alone need no repeat', async () => {
  // A try to give money back that died is tried again after a minute: that minute is over now.
  await inDatabase(databaseUrl, `UPDATE reversal SET due_at = now(), lease_until = NULL WHERE due_at IS NOT NULL`);
  survivor = await startInstance(databaseUrl);
  const quiet = untilQuiet(databaseUrl);
  for (const sale of sales.filter(({ death }) => !death.isLeftAlone)) {
    const answer = await repeat(sale);
    assert.ok(answer.status === 200 || answer.status === 422, `${sale.death.way} ${answer.text}`);
  }
  await quiet;
});

for (const [index, { way, point, isLeftAlone }] of deaths.entries()) {
  const how = isLeftAlone ? 'left alone' : 'repeated';
  test(`${way}, died ${point}, ${how}: money and cover, or neither, in all books`, async () => {
    const { choice } = sales[index]!;
    assert.deepEqual(brokenPromises(await readBooks(databaseUrl, choice.applicationId)), []);
  });
}

test('a payment can’t be used twice: the same bind again is a replay, or is refused without moving anything', async () => {
  for (const { choice, body, death } of sales.filter((sale) => ways[sale.death.way]!.pay === 'CC')) {
    const before = await readBooks(databaseUrl, choice.applicationId);
    const answer = await binder(survivor, token)(body);
    const after = await readBooks(databaseUrl, choice.applicationId);
    const about = `${death.way}, died ${death.point}: ${answer.text}`;
    if (before.policies.length === 1) assert.equal(answer.body.policyNumber, before.policies[0]!.number, about);
    else if (before.charges.length > 0) assert.deepEqual(answer.codes, ['CardPaymentAlreadyUsed'], about);
    assert.ok(after.charges.length <= 1, about);
    assert.deepEqual(brokenPromises(after), [], about);
  }
});

test('bank numbers are in no log line of any process and in no column of ours', async () => {
  const log = [...outputs, survivor.output()].join('\n');
  assert.ok(log.includes('policy issued'), 'they log at all');
  assert.deepEqual(await bankLeaks(log, databaseUrl), []);
});
