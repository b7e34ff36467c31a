import assert from 'node:assert/strict';
import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { before } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { longLimits, openDatabase } from '../../src/store/database.ts';
import { applyMigrations } from '../../src/store/postgres/migrate.ts';
import { brokenPromises, readBooks, untilQuiet } from '../kit/invariants/bind-books.ts';
import { afterwards } from '../kit/processes/afterwards.ts';
import { type Instance, startInstance } from '../kit/processes/instances.ts';
import { until } from '../kit/processes/until.ts';
import {
  assertBound,
  authorizedPayment,
  byCard,
  byLoan,
  byReferral,
  chooseFrom,
  steadySeller,
} from '../kit/sale/binding.ts';
import { openSaleClient, type SaleClient } from '../kit/sale/paying.ts';
import { assertQuoted, changed, inDatabase, type Json } from '../kit/sale/quoting.ts';
import { northbind } from '../kit/service/command-line.ts';
import { emptyDatabase } from '../kit/service/database.ts';
import type { Answer, TestService } from '../kit/service/service.ts';

/*
 * The upgrade of docs/guide/deploy.md, step by step: a database with the baseline alone is brought to this version, and
 * instances replace each other while partners sell. Until the first release there is no version before.
 */
/**
 * Enough that some request is under way at every moment; not so many that starting an instance takes long on a small
 * machine.
 */
const sellersAtOnce = 3;
const pauseMs = 200;

interface Sold {
  readonly body: Json;
  readonly policyNumber: string;
  readonly documentDownloadId: string;
}

const { name, today } = steadySeller();
let databaseUrl: string;
/** What a load balancer has: the instances that get requests, in turn. */
let instances: Instance[] = [];
let turn = 0;
let isOpen = true;
const sold: Sold[] = [];

const balancer: Pick<TestService, 'call' | 'login'> = {
  call: (method, path, options) => {
    turn += 1;
    return instances[turn % instances.length]!.call(method, path, options);
  },
  login: async (username = name) => {
    const second = username === 'manitoba' ? '-2' : '';
    const answer = await balancer.call('POST', '/v1/authenticate', {
      headers: { client_id: `northbind-sandbox${second}`, client_secret: `sandbox-client-secret${second}` },
      body: { username, password: 'sandbox-password' },
    });
    return answer.body.token;
  },
};

before(async () => {
  databaseUrl = await emptyDatabase();
  await applyBaseline(databaseUrl);
});

test('an upgrade brings the baseline to this version; a restart under load fails no request, and every sale is made once', async () => {
  const migrated = await northbind({ DATABASE_URL: databaseUrl }, 'migrate', '--json');
  assert.equal(migrated.code, 0, migrated.stderr);
  assert.deepEqual(migrated.json().applied, (await migrationNames()).slice(1));
  instances = [await startInstance(databaseUrl), await startInstance(databaseUrl)];
  const saleClient = await openSaleClient(balancer, name);
  const byCardBefore = await authorizeCards(saleClient, 2);
  const selling = Array.from({ length: sellersAtOnce }, async (_, seller) => {
    for (let sale = seller; isOpen; sale += 1, await sleep(pauseMs)) await sell(saleClient, sale);
  });
  const load = Promise.all(selling);
  // A request that fails ends the test at once, with what it said.
  const roll = async (): Promise<void> => {
    await sellMore(4);
    await replaceOne();
    await sellMore(6); // Both versions sell.
    await replaceOne();
    await sellMore(4);
  };
  await Promise.race([roll(), load.then(() => assert.fail('the load ended by itself'))]).finally(() => {
    isOpen = false;
  });
  await load;

  for (const body of byCardBefore) keep(body, assertBound(await bind(saleClient, body)));
  await untilQuiet(databaseUrl);
  for (const { body, policyNumber, documentDownloadId } of sold) {
    const repeat = assertBound(await bind(saleClient, body));
    assert.deepEqual([repeat.policyNumber, repeat.documentDownloadId], [policyNumber, documentDownloadId]);
    assert.deepEqual(brokenPromises(await readBooks(databaseUrl, String(body.applicationId))), []);
  }
});

test('the jobs that the instances before ran go on', async () => {
  const failing = `SELECT name FROM periodic_job WHERE succeeded_at IS NULL AND due_at < now() + interval '1 minute'`;
  await until(
    () => inDatabase(databaseUrl, `${failing} OR last_error IS NOT NULL`),
    (rows) => rows.length === 0,
  );
  const [{ count }] = await inDatabase(databaseUrl, 'SELECT count(succeeded_at)::int FROM periodic_job');
  assert.ok(count >= 3);
});

const migrations = new URL('../../src/store/migrations/', import.meta.url);

async function migrationNames(): Promise<readonly string[]> {
  return (await readdir(migrations)).filter((file) => file.endsWith('.sql')).sort();
}

async function applyBaseline(url: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'northbind-baseline-'));
  afterwards(() => rm(folder, { recursive: true }));
  const [baseline] = await migrationNames();
  await copyFile(new URL(baseline!, migrations), join(folder, baseline!));
  const database = openDatabase({ url, poolSize: 2, onConnectionLost: () => undefined, limits: longLimits });
  await applyMigrations(database, { from: pathToFileURL(`${folder}/`) });
  await database.end();
}

/** Quotes, revises every other quote, binds, and repeats the bind. Every answer has to be good. */
async function sell(saleClient: SaleClient, sale: number): Promise<void> {
  const request = await saleClient.quoteClient.request({ effectiveDate: today });
  const first = await saleClient.quoteClient.quote(request);
  assertQuoted(first);
  const quote = sale % 2 === 0 ? first : await revise(saleClient, request, first.body.applicationId);
  const pay = sale % 3 === 0 ? byLoan(today) : byReferral;
  const body = { ...chooseFrom(quote, 'Replacement', 2), ...pay };
  keep(body, assertBound(await bind(saleClient, body)));
}

async function revise(saleClient: SaleClient, request: Json, applicationId: string): Promise<Answer> {
  const wish = { applicationId, 'applicant.lastName': 'Roy', 'applicant.emailAddress': 'Marie-Eve.Roy@example.ca' };
  const answer = await saleClient.quoteClient.quote(changed(request, wish));
  assertQuoted(answer);
  return answer;
}

function bind({ quoteClient }: SaleClient, body: Json): Promise<Answer> {
  return balancer.call('POST', '/v1/bind', { token: quoteClient.token, body });
}

function keep(body: Json, { policyNumber, documentDownloadId }: Answer['body']): void {
  sold.push({ body, policyNumber, documentDownloadId });
}

/** Cards that customers gave before the upgrade, to be charged after it. */
async function authorizeCards(saleClient: SaleClient, count: number): Promise<readonly Json[]> {
  const bodies: Json[] = [];
  for (let card = 0; card < count; card += 1) {
    const choice = (await saleClient.quote({ effectiveDate: today })).choose('Replacement', 2);
    bodies.push({ ...choice, ...byCard(await authorizedPayment(saleClient, choice)) });
  }
  return bodies;
}

async function sellMore(count: number): Promise<void> {
  for (const enough = sold.length + count; sold.length < enough; await sleep(20)) assert.ok(isOpen, 'a sale failed');
}

/**
 * A new instance gets requests once it is up; an old one gets none any more, and is stopped when that has come through.
 */
async function replaceOne(): Promise<void> {
  const fresh = await startInstance(databaseUrl);
  const [leaving, ...staying] = instances;
  instances = [...staying, fresh];
  await sleep(200);
  leaving!.signal('SIGTERM');
  assert.equal(await leaving!.ended, 0, leaving!.output());
}
