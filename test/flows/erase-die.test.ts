import assert from 'node:assert/strict';
import test from 'node:test';
import { dieAtEachStatement } from '../kit/processes/die-at-statement.ts';
import { openErasable } from '../kit/sale/erasable.ts';
import { inDatabase } from '../kit/sale/quoting.ts';
import { northbind } from '../kit/service/command-line.ts';

const { databaseUrl, sold, open, kept, isErased, assertChainsWhole } = await openErasable();

test('killed at any statement of an erasure, everything is as it was or all of it is erased', async () => {
  const database = open();
  // The books need it no more.
  const [{ policyNumber }] = await inDatabase(
    databaseUrl,
    `UPDATE policy SET effective_date = effective_date - 10000, expiry_date = expiry_date - 10000, cover_ends_on = cover_ends_on - 10000
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
