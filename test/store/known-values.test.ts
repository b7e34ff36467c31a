import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bindSteps } from '../../src/domain/bind/bind-step.ts';
import { accounts } from '../../src/domain/books/account.ts';
import { isPaidBy, type PaidBy, paymentMethods } from '../../src/domain/payment-method.ts';
import { cloneDatabase } from '../kit/database.ts';
import { inDatabase, type Json } from '../kit/quoting.ts';

const url = await cloneDatabase();

const indexesOf: Readonly<Record<PaidBy, readonly string[]>> = {
  partner: ['policy_paid_by_partner'],
  loan: ['policy_paid_by_loan'],
  card: ['policy_paid_by_card'],
};

test('the database takes exactly the values that the code knows', async () => {
  for (const [constraint, values] of [
    ['a_seller_takes_known_payment_methods', paymentMethods],
    ['a_bind_has_a_known_step', bindSteps],
  ] as const) {
    const sql = 'SELECT pg_get_constraintdef(oid) AS definition FROM pg_constraint WHERE conname = $1';
    assert.deepEqual(await valuesIn(sql, constraint), [...values].sort(), constraint);
  }
  for (const account of accounts) {
    const ask = (one: string): Promise<readonly Json[]> =>
      inDatabase(url, `SELECT lines_balance($1, '{1,-1}', '{GST,GST}', '{QC,QC}') AS "isTaken"`, [[one, accounts[0]]]);
    assert.deepEqual(await ask(account), [{ isTaken: true }], account);
    assert.deepEqual(await ask(`${account}s`), [{ isTaken: false }], account);
  }
});

test('an index of the policies that were paid in one way has all of them, so that a query of that way uses it', async () => {
  const sql = 'SELECT pg_get_expr(indpred, indrelid) AS definition FROM pg_index WHERE indexrelid = to_regclass($1)';
  for (const [way, indexes] of Object.entries(indexesOf)) {
    const methods = paymentMethods.filter((method) => isPaidBy(way as PaidBy, method)).sort();
    for (const index of indexes) assert.deepEqual(await valuesIn(sql, index), methods, index);
  }
});

/** The texts in the definition that the query finds. */
async function valuesIn(sql: string, name: string): Promise<readonly string[]> {
  const [row] = await inDatabase(url, sql, [name]);
  return Array.from(row.definition.matchAll(/'([^']*)'::text/g), ([, value]) => value).sort();
}
