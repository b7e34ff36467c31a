import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import type { ApplicationId } from '../../src/domain/ids.ts';
import { verifyTrail } from '../../src/flows/audit/verify-audit.ts';
import { trailNames } from '../../src/store/audit/audit-chain.ts';
import { type Database, openDatabase } from '../../src/store/database.ts';
import { afterwards } from '../kit/afterwards.ts';
import { assertBound, binder, byReferral, chooseFrom, steadySeller } from '../kit/binding.ts';
import { northbind } from '../kit/command-line.ts';
import { dieAtEachStatement } from '../kit/die-at-statement.ts';
import { openSaleClient } from '../kit/paying.ts';
import { assertQuoted, inDatabase } from '../kit/quoting.ts';
import { startTestService } from '../kit/service.ts';
import { until } from '../kit/until.ts';

const { name, today } = steadySeller();
let databaseUrl: string;
let sold: ApplicationId;

// The service is closed before anything is erased, so that only the test is at work.
before(async () => {
  const service = await startTestService();
  databaseUrl = service.databaseUrl;
  const client = await openSaleClient(service, name);
  const quote = await client.quoteClient.quote(await client.quoteClient.request({ effectiveDate: today }));
  assertQuoted(quote);
  const choice = chooseFrom(quote, 'Replacement', 2);
  sold = choice.applicationId as ApplicationId;
  assertBound(await binder(service, client.quoteClient.token)({ ...choice, ...byReferral }));
  await until(
    () =>
      inDatabase(
        databaseUrl,
        `SELECT (SELECT count(*) FROM mail WHERE due_at IS NOT NULL)::int + (SELECT count(*) FROM event WHERE place IS NULL)::int AS open`,
      ),
    ([row]) => row.open === 0,
  );
  await service.close();
});

function open(): Database {
  const database = openDatabase({ url: databaseUrl, poolSize: 2, onConnectionLost: () => undefined });
  afterwards(() => database.end());
  return database;
}

/** Everything that an erasure touches, as one text, without what the chain adds. */
async function kept(): Promise<string> {
  const [row] = await inDatabase(
    databaseUrl,
    `SELECT concat(
       (SELECT json_agg(application ORDER BY id) FROM application), (SELECT json_agg(application_revision) FROM application_revision),
       (SELECT json_agg(policy ORDER BY policy_number) FROM policy), (SELECT json_agg(mail ORDER BY id) FROM mail),
       (SELECT json_agg(document ORDER BY id) FROM document), (SELECT count(*) FROM document_content),
       (SELECT json_agg(json_build_array(facts, erased_by) ORDER BY id) FROM audit), (SELECT count(*) FROM erasure)) AS all`,
  );
  return row.all;
}

async function assertChainsWhole(database: Database): Promise<void> {
  for (const trail of trailNames) assert.equal((await verifyTrail(database, trail)).broken, null, trail);
}

const isErased = async (id: ApplicationId): Promise<boolean> =>
  (await inDatabase(databaseUrl, 'SELECT erased_by FROM application WHERE id = $1', [id]))[0].erased_by !== null;

test('killed at any statement of an erasure, everything is as it was or all of it is erased', async () => {
  const database = open();
  // The books need it no more.
  const [{ policyNumber }] = await inDatabase(
    databaseUrl,
    `UPDATE policy SET effective_date = effective_date - 10000, expiry_date = expiry_date - 10000
     WHERE application_id = $1 RETURNING policy_number AS "policyNumber"`,
    [sold],
  );
  const words = ['person', 'erase', policyNumber, '--reason', 'The person asked.', '--yes'];
  const readState = async (): Promise<string> => {
    await assertChainsWhole(database);
    return kept();
  };
  const { deaths } = await dieAtEachStatement({ databaseUrl, words }, readState);
  assert.ok(deaths > 20, `${deaths} deaths`);
  assert.ok(await isErased(sold));
  const erased = await kept();
  const repeated = await northbind({ DATABASE_URL: databaseUrl }, ...words);
  assert.notEqual(repeated.code, 0, repeated.stdout);
  assert.equal(await kept(), erased);
  await assertChainsWhole(database);
});
