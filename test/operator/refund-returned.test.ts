import assert from 'node:assert/strict';
import test from 'node:test';
import pg from 'pg';
import { checkBooks } from '../../src/store/books/check-books.ts';
import { until } from '../kit/processes/until.ts';
import { assertBound, authorizedPayment, binder, byCard } from '../kit/sale/binding.ts';
import { openSaleClient } from '../kit/sale/paying.ts';
import { clockAt, inDatabase, noon } from '../kit/sale/quoting.ts';
import { signInOperator } from '../kit/service/operator.ts';
import { startTestService } from '../kit/service/service.ts';

test('a payout file with signs tells that a refund came back, once a file has had the refund', async () => {
  const service = await startTestService({ clock: clockAt(noon).clock });
  const admin = await signInOperator(service);
  const client = await openSaleClient(service);
  const card = (await client.quote()).choose('Replacement', 2);
  const bind = binder(service, client.quoteClient.token);
  assertBound(await bind({ ...card, ...byCard(await authorizedPayment(client, card)) }));
  const [charge] = await inDatabase(
    service.databaseUrl,
    `SELECT policy_number AS number, party_reference AS reference, (amount_cents / 100.0)::numeric(10, 2)::text AS amount
     FROM ledger_entry WHERE kind = 'charge'`,
  );
  const money = `/api/policies/${charge.number}`;
  const status = async () =>
    (
      await inDatabase(service.databaseUrl, 'SELECT money_status AS now FROM policy WHERE policy_number = $1', [
        charge.number,
      ])
    )[0].now;
  const faults = async () => {
    const database = new pg.Client({ connectionString: service.databaseUrl });
    await database.connect();
    try {
      return (await checkBooks(database, null)).different.map(({ what }) => what);
    } finally {
      await database.end();
    }
  };
  const upload = async (name: string, lines: readonly string[]) =>
    (
      await admin.call(
        'POST',
        `/api/books/settlements?party=processor&fileName=${name}.csv&from=2026-11-01&to=2026-11-30&reference=Reference&amount=Amount&kind=Kind`,
        { body: ['Day,Kind,Reference,Amount', ...lines].join('\n'), headers: { 'content-type': 'text/csv' } },
      )
    ).body;
  const withdraw = async (id: string) =>
    assert.equal(
      (await admin.post(`/api/books/settlements/${id}/withdraw`, { reason: 'of another month' })).status,
      204,
    );

  const reason = 'the wait';
  assert.equal((await admin.post(`${money}/goodwill`, { amountCents: 40_00, reason })).status, 200);
  await until(status, (now) => now === 'PartRefunded');
  const { reference, amount } = charge;
  const both = [`2026-11-15,charge,${reference},${amount}`, `2026-11-15,refund,${reference},-40.00`];
  const back = ['2026-11-20,fee,,-1.00', `2026-11-20,refund,${reference},40.00`];

  const early = await upload('early', back);
  assert.deepEqual([early.disputes, early.unknown], [0, 1], 'no file has told the refund yet');
  assert.deepEqual(await faults(), [`returned refund not recorded, reference ${reference}`]);
  const { id } = (await admin.get('/api/needs-person/differences')).body.rows.find(
    (row: { readonly difference: { readonly moneyKind: string } }) => row.difference.moneyKind === 'refund returned',
  );
  const settled = await admin.post(`/api/work/differences/${id}/settle`, { reason, reference: 'mail' });
  assert.equal(settled.body.errors[0].code, 'RefundReturnNotRecorded');
  await withdraw(early.fileId);

  const files = [await upload('refunded', both), await upload('returned', back)];
  assert.deepEqual([files[1].disputes, files[1].unknown, files[1].matched], [1, 0, 1], JSON.stringify(files));
  assert.equal(await status(), 'RefundPending');
  assert.deepEqual(await faults(), []);
  assert.deepEqual((await upload('again', [...back, '2026-11-21,fee,,-1.00'])).disputes, 0, 'it comes back once');
  for (const { fileId } of files.toReversed()) await withdraw(fileId);
  assert.equal(await status(), 'PartRefunded');
});
