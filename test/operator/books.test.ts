import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import pg from 'pg';
import { checkBooks } from '../../src/store/books/check-books.ts';
import { plantEntrySql } from '../kit/invariants/plant-entry.ts';
import { assertBound, authorizedPayment, binder, byCard, byReferral } from '../kit/sale/binding.ts';
import { openSaleClient, type SaleClient } from '../kit/sale/paying.ts';
import { assertRefused, clockAt, inDatabase, noon } from '../kit/sale/quoting.ts';
import { signInOperator, type TestOperator } from '../kit/service/operator.ts';
import { startTestService, type TestService } from '../kit/service/service.ts';

let service: TestService;
let admin: TestOperator;
let quebec: SaleClient;
let sellerId: string;
let charge: { readonly reference: string; readonly amount: string };

before(async () => {
  service = await startTestService({ clock: clockAt(noon).clock });
  admin = await signInOperator(service);
  quebec = await openSaleClient(service, 'quebec');
  const bind = binder(service, quebec.quoteClient.token);
  const referral = (await quebec.quote()).choose('Replacement', 3);
  assertBound(await bind({ ...referral, ...byReferral }));
  const card = (await quebec.quote()).choose('Replacement', 2);
  assertBound(await bind({ ...card, ...byCard(await authorizedPayment(quebec, card)) }));
  const rows = await inDatabase(
    service.databaseUrl,
    `SELECT reference, (amount_cents / 100.0)::numeric(10, 2)::text AS amount, seller_id
     FROM posted WHERE account = 'processor'`,
  );
  assert.equal(rows.length, 1);
  charge = rows[0];
  sellerId = rows[0].seller_id;
});

const month = '2026-11';
const statement = `/api/books/statements`;

test('a seller reads its own statement, as JSON and as CSV, and nobody else’s', async () => {
  const { body, status } = await quebec.quoteClient.get(`/v1/statements/${month}`);
  assert.equal(status, 200);
  assert.deepEqual([body.isValid, body.errors, body.month, body.currency], [true, [], month, 'CAD']);
  assert.deepEqual(
    body.lines.map(({ kind, paymentMethod }: { kind: string; paymentMethod: string }) => `${kind} ${paymentMethod}`),
    ['Bind REF', 'Bind CC'],
  );
  const [referral, card] = body.lines;
  assert.equal(referral.collected, referral.total);
  assert.equal(card.collected, 0);
  const sum = (name: string) =>
    body.lines.reduce((cents: number, line: never) => cents + Math.round(line[name] * 100), 0);
  for (const name of ['premium', 'tax', 'total', 'commission', 'collected'])
    assert.equal(sum(name), Math.round(body.totals[name] * 100), name);
  assert.ok(body.totals.commission > 0);
  assert.equal(body.hasMoreLines, false);
  const csv = await service.call('GET', `/v1/statements/${month}`, {
    token: quebec.quoteClient.token,
    headers: { accept: 'text/csv' },
  });
  assert.match(csv.headers.get('content-type')!, /^text\/csv/);
  assert.equal(csv.text.split('\r\n').length, 4);
  const ontario = await openSaleClient(service);
  assert.deepEqual((await ontario.quoteClient.get(`/v1/statements/${month}`)).body.lines, []);
  for (const wrong of ['2026-13', '2026', 'x'])
    assertRefused(await quebec.quoteClient.get(`/v1/statements/${wrong}`), ['MonthInvalid month']);
});

test('the operator gets the statement as CSV and, in the seller’s languages, as PDF', async () => {
  const csv = await admin.get(`${statement}/${sellerId}/${month}?as=csv`);
  assert.equal(csv.status, 200);
  assert.match(csv.headers.get('content-disposition')!, /statement-quebec-2026-11\.csv/);
  const pdf = await admin.get(`${statement}/${sellerId}/${month}?as=pdf`);
  assert.equal(pdf.status, 200, pdf.text.slice(0, 200));
  assert.match(pdf.text, /^%PDF-/);
  const nobody = '00000000-0000-7000-8000-000000000000';
  assert.equal((await admin.get(`${statement}/${nobody}/${month}?as=csv`)).status, 404);
});

test('bordereau and taxes are files, and Quebec’s taxes go to their authorities', async () => {
  const bordereau = await admin.get(`/api/books/bordereaux/${month}`);
  assert.match(bordereau.text, /^insurer,date,kind,policy_number,product,province,seller,/);
  assert.match(bordereau.text, /\r\nSAMPLEINS,2026-11-15,Bind,NB/);
  const ofOne = await admin.get(`/api/books/bordereaux/${month}?insurer=SAMPLEWAR`);
  assert.ok(!ofOne.text.includes('SAMPLEINS'));
  const taxes = await admin.get('/api/books/taxes?from=2026-11-01&to=2026-11-30');
  assert.deepEqual(
    taxes.text.split('\r\n').map((line) => line.split(',').slice(0, 3).join(' ')),
    ['province tax rate_percent', 'QC GST 5', 'QC QST 9.975', 'QC Tax on insurance premiums 9', ''],
  );
  assert.equal((await admin.get('/api/books/taxes?from=2026-11-30&to=2026-11-01')).status, 422);
});

const asCsv = { 'content-type': 'text/csv' };
const asked = (name: string, more = '', to = '2026-11-30') =>
  `/api/books/settlements?party=processor&fileName=${name}.csv&from=2026-11-01&to=${to}&reference=Reference&amount=Amount&kind=Kind${more}`;
const upload = async (name: string, lines: readonly string[], more = '', to?: string) =>
  (
    await admin.call('POST', asked(name, more, to), {
      body: ['Day,Kind,Reference,Amount', ...lines].join('\n'),
      headers: asCsv,
    })
  ).body;
const withdraw = async (id: string) => {
  const { status, text } = await admin.post(`/api/books/settlements/${id}/withdraw`, { reason: 'of another month' });
  assert.equal(status, 204, text);
};
const openDifferences = async () => (await admin.get('/api/needs-person/differences')).body.rows;
const faults = async () => {
  const client = new pg.Client({ connectionString: service.databaseUrl });
  await client.connect();
  try {
    const { unbalanced, different } = await checkBooks(client, null);
    return [...unbalanced, ...different].map(({ what }) => what);
  } finally {
    await client.end();
  }
};
const balanceOf = async (account: string): Promise<number> => {
  const { rows } = (await admin.get('/api/books/balances?from=2026-11-01&to=2030-11-30')).body;
  return rows.find((row: { account: string }) => row.account === account)?.balanceCents ?? 0;
};
const bankFileEntries = `
  SELECT kind, amount_cents::int AS cents, party_reference AS reference FROM ledger_entry AS entry
  WHERE recorded_by = 'bank file' AND NOT EXISTS (SELECT FROM ledger_entry AS voiding WHERE voiding.voids = entry.id)
  ORDER BY turn`;

async function policyOf(applicationId: string) {
  const [row] = await inDatabase(
    service.databaseUrl,
    'SELECT policy_number AS number, money_status AS status FROM policy WHERE application_id = $1',
    [applicationId],
  );
  return row as { readonly number: string; readonly status: string };
}

async function ofCharge() {
  const [{ id }] = await inDatabase(
    service.databaseUrl,
    'SELECT application_id AS id FROM ledger_entry WHERE kind = $1 AND party_reference = $2',
    ['charge', charge.reference],
  );
  return policyOf(id);
}

test('a payout file of the net kind records its disputes, and books what the processor keeps', async () => {
  const net = [
    `2026-11-15,charge,${charge.reference},${charge.amount}`,
    `2026-11-15,fee,${charge.reference},-12.00`,
    `2026-11-16,chargeback,${charge.reference},-${charge.amount}`,
    '2026-11-16,Chargeback fee,,-15.00',
    '2026-11-16,Rolling reserve,,-30.00',
    '2026-11-16,Adjusted,,-1.00',
    '2026-11-16,payout,payout-1,58.00',
  ];
  assert.equal((await upload('net', net)).errors[0].code, 'SettlementReferenceInvalid', 'a word that nobody knows');
  assert.equal((await upload('net', net, '&words=Adjusted')).errors[0].code, 'SettlementWordsInvalid');
  const words = '&words=adjusted%3Dfee';
  const chargeCents = Math.round(Number(charge.amount) * 100);
  for (const dryRun of [true, false]) {
    const { matched, disputes, missing, different, unknown, sums, ...rest } = await upload(
      'net',
      net,
      `${words}${dryRun ? '&dryRun=true' : ''}`,
    );
    const counts = { matched, disputes, missing, different, unknown };
    assert.deepEqual(counts, { matched: 2, disputes: 1, missing: 0, different: 0, unknown: 0 });
    assert.deepEqual(
      sums.map(({ kind, lines, amountCents }: Record<string, unknown>) => [kind, lines, amountCents]),
      [
        ['charge', 1, chargeCents],
        ['dispute', 1, -chargeCents],
        ['fee', 3, -2_800],
        ['reserve', 1, -3_000],
        ['payout', 1, 5_800],
      ],
    );
    assert.equal((await ofCharge()).status, dryRun ? 'Paid' : 'Disputed', 'a dry run keeps nothing');
    assert.equal(rest.fileId === null, dryRun);
  }
  assert.deepEqual(await inDatabase(service.databaseUrl, bankFileEntries), [
    { kind: 'dispute-opened', cents: chargeCents, reference: charge.reference },
    { kind: 'fee', cents: 2_800, reference: null },
    { kind: 'reserve', cents: 3_000, reference: null },
  ]);
  assert.deepEqual([await balanceOf('fee'), await balanceOf('reserve')], [2_800, 3_000]);
  assert.equal(await balanceOf('processor'), -5_800, 'its account comes to what was paid out');
  const line = (await admin.get('/api/books/lines?from=2026-11-01&to=2026-11-30&account=fee')).body.rows[0];
  assert.deepEqual([line.kind, line.applicationId, line.seller, line.amountCents], ['fee', null, null, 2_800]);
  assert.deepEqual(await faults(), []);

  const won = await upload('won', [`2026-11-20,dispute won,${charge.reference},${charge.amount}`]);
  assert.deepEqual([won.matched, won.disputes, won.unknown], [1, 1, 0], JSON.stringify(won));
  assert.equal((await ofCharge()).status, 'Paid');
  const again = await upload('again', [`2026-11-20,dispute,${charge.reference},-${charge.amount}`]);
  assert.deepEqual([again.disputes, again.unknown], [0, 1], 'a file of the same days told it before');
  assert.equal(again.differences[0].policyNumber, (await ofCharge()).number);
  assert.equal((await ofCharge()).status, 'Paid');

  const [wonFile, netFile] = [won.fileId, (await admin.get('/api/books/settlements')).body.rows.at(-1).id];
  const refused = await admin.post(`/api/books/settlements/${netFile}/withdraw`, { reason: 'of another month' });
  assert.equal(refused.body.errors[0].code, 'EntryInUse', 'a later file has told how the dispute ended');
  for (const id of [again.fileId, wonFile, netFile]) await withdraw(id);
  assert.deepEqual(await inDatabase(service.databaseUrl, bankFileEntries), [], 'what they had brought is voided');
  assert.equal((await ofCharge()).status, 'Paid');
  assert.deepEqual([await balanceOf('fee'), await balanceOf('reserve')], [0, 0]);
  assert.equal(await balanceOf('processor'), chargeCents);
  assert.deepEqual(await faults(), []);
});

test('a chargeback of a payout file is not refunded again by a cancellation, also where the file can’t tell it', async () => {
  const { number } = await ofCharge();
  const lines = [
    `2026-11-15,charge,${charge.reference},${charge.amount}`,
    `2026-11-16,chargeback,${charge.reference},-${charge.amount}`,
  ];
  const { fileId, unknown, disputes } = await upload('early', lines, '', '2026-11-14');
  assert.deepEqual([unknown, disputes], [1, 0], 'on those days nothing was charged');
  const [row] = await openDifferences();
  assert.deepEqual([row.what, row.policyNumber, row.difference.moneyKind], ['unknown', number, 'dispute']);
  assert.match(row.cause, /line 3, dispute, is not in the books/);
  assert.deepEqual(await faults(), [`dispute not recorded, reference ${charge.reference}`]);
  const settle = () =>
    admin.post(`/api/work/differences/${row.id}/settle`, { reason: 'its fee is in it', reference: 'mail' });
  assert.equal((await settle()).body.errors[0].code, 'DisputeNotRecorded');
  const opened = { what: 'dispute-opened', reason: 'by the payout file', reference: charge.reference };
  assert.equal((await admin.post(`/api/policies/${number}/money`, opened)).status, 200);
  assert.equal((await settle()).status, 204);
  assert.equal((await ofCharge()).status, 'Disputed');
  assert.deepEqual(await faults(), []);
  const later = await upload('later', [], '', '2026-12-31');
  assert.equal(later.missing, 0, 'the dispute was confirmed by its line');
  await withdraw(later.fileId);
  await withdraw(fileId);
  const [{ id }] = await inDatabase(
    service.databaseUrl,
    `SELECT id FROM ledger_entry AS entry WHERE kind = 'dispute-opened' AND recorded_by = 'operator'`,
  );
  assert.equal((await admin.post(`/api/policies/${number}/entries/${id}/void`, { reason: 'a test' })).status, 200);
});

test('a dispute of more than was recorded is settled only when all of it is', async () => {
  const { number } = await ofCharge();
  const record = (amountCents: number) =>
    admin.post(`/api/policies/${number}/money`, {
      what: 'dispute-opened',
      reason: 'the bank’s letter',
      reference: charge.reference,
      amountCents,
    });
  const chargeCents = Math.round(Number(charge.amount) * 100);
  assert.equal((await record(chargeCents - 100)).status, 200);
  const { fileId, different, missing } = await upload('part', [
    `2026-11-15,charge,${charge.reference},${charge.amount}`,
    `2026-11-16,chargeback,${charge.reference},-${charge.amount}`,
    `2026-11-16,payout,,0.00`,
  ]);
  assert.deepEqual([different, missing], [1, 0]);
  const [row] = await openDifferences();
  const settle = () => admin.post(`/api/work/differences/${row.id}/settle`, { reason: 'a slip', reference: 'mail' });
  assert.equal((await settle()).body.errors[0].code, 'DisputeNotRecorded');
  const standing = `
    SELECT id FROM ledger_entry AS entry
    WHERE kind = 'dispute-opened' AND NOT EXISTS (SELECT FROM ledger_entry AS voiding WHERE voiding.voids = entry.id)`;
  const voidIt = async () => {
    const [{ id }] = await inDatabase(service.databaseUrl, standing);
    assert.equal((await admin.post(`/api/policies/${number}/entries/${id}/void`, { reason: 'a slip' })).status, 200);
  };
  await voidIt();
  assert.equal((await record(chargeCents)).status, 200);
  assert.equal((await settle()).status, 204);
  assert.deepEqual(await faults(), []);
  await withdraw(fileId);
  await voidIt();
});

test('a payout that is not what its lines come to needs a person', async () => {
  const { fileId, different } = await upload('payout', [
    `2026-11-15,charge,${charge.reference},${charge.amount}`,
    '2026-11-16,payout,payout-1,-1.00',
  ]);
  assert.equal(different, 1);
  const [row] = await openDifferences();
  assert.deepEqual([row.difference.moneyKind, row.difference.settledCents], ['payout', 100]);
  assert.deepEqual(await faults(), []);
  await withdraw(fileId);
});

test('what was recorded by mistake and taken back is not missing in a payout file', async () => {
  const [{ number }] = await inDatabase(
    service.databaseUrl,
    `SELECT policy_number AS number FROM ledger_entry WHERE kind = 'charge'`,
  );
  const act = (place: string, body: object = {}) =>
    admin.post(`/api/policies/${number}/${place}`, { reason: 'of another customer', ...body });
  await act('money', { what: 'dispute-opened' });
  const disputes = `SELECT id FROM ledger_entry WHERE kind = 'dispute-opened' ORDER BY turn DESC`;
  const [{ id }] = await inDatabase(service.databaseUrl, disputes);
  assert.equal((await act(`entries/${id}/void`)).status, 200);
  const asked = 'party=processor&fileName=v.csv&from=2026-11-01&to=2026-11-30&reference=ref&amount=cad&dryRun=true';
  const { body } = await admin.call('POST', `/api/books/settlements?${asked}`, {
    body: `ref,cad\n${charge.reference},${charge.amount}`,
    headers: { 'content-type': 'text/csv' },
  });
  assert.deepEqual([body.matched, body.missing], [1, 0], JSON.stringify(body));
});

test('a payout file is compared once; a difference needs a person until it is settled', async () => {
  const query = `party=processor&fileName=nov.csv&from=2026-11-01&to=2026-11-30&reference=Order&amount=Total&kind=Type`;
  const upload = (text: string) =>
    admin.call('POST', `/api/books/settlements?${query}`, { body: text, headers: { 'content-type': 'text/csv' } });
  const faulty = await upload('Order;Total;Type\nx;12,345;Sale\ny;lots;Sale');
  assert.equal(faulty.body.errors[0].code, 'SettlementAmountInvalid');
  assert.equal((await upload('Order;Total\nx;1')).body.errors[0].code, 'ColumnMissing');
  const unstorable = await upload('Order;Total;Type\nx\0y;1;Sale');
  assert.equal(unstorable.body.errors[0].code, 'SettlementReferenceInvalid');
  const text = `Order;Total;Type\n${charge.reference};${charge.amount.replace('.', ',')};Sale\nstrange;10,00;Refund\n`;
  const tried = await admin.call('POST', `/api/books/settlements?${query}&dryRun=true`, {
    body: text,
    headers: { 'content-type': 'text/csv' },
  });
  assert.deepEqual([tried.body.fileId, tried.body.matched, tried.body.unknown], [null, 1, 1]);
  assert.equal(tried.body.differences[0].reference, 'strange');
  assert.deepEqual((await admin.get('/api/books/settlements')).body.rows, [], 'a dry run writes nothing');
  const { status, body } = await upload(text);
  assert.equal(status, 200, JSON.stringify(body));
  const { fileId: _, differences: __, ...counts } = body;
  const [charged, refunded] = counts.sums;
  assert.deepEqual(
    [charged.kind, charged.lines, refunded],
    ['charge', 1, { kind: 'refund', lines: 1, amountCents: -1_000 }],
  );
  delete counts.sums;
  assert.deepEqual(counts, { lines: 2, matched: 1, disputes: 0, missing: 0, different: 0, unknown: 1 });
  assert.equal((await upload(text)).body.errors[0].code, 'SettlementFileKnown');

  const [row] = (await admin.get('/api/needs-person/differences')).body.rows;
  assert.deepEqual([row.what, row.amountCents, row.seller, row.applicationId], ['unknown', -1_000, null, null]);
  assert.match(row.cause, /line 3, refund, .*reference strange/);
  assert.equal((await admin.get('/api/needs-person')).body.counts.differences, 1);
  assert.deepEqual(row.acts, ['settle'], 'nothing is to be tried');
  const settled = await admin.post(`/api/work/differences/${row.id}/settle`, {
    reason: 'the processor’s own test',
    reference: 'mail of 2 December',
  });
  assert.equal(settled.status, 204, settled.text);
  assert.equal((await admin.get('/api/needs-person')).body.counts.differences, 0);
  const [file] = (await admin.get('/api/books/settlements')).body.rows;
  assert.deepEqual([file.name, file.lines, file.matched, file.open], ['nov.csv', 2, 1, 0]);
});

test('what a file lacks is missing until a later file has it', async () => {
  const upload = (day: string, text: string) =>
    admin.call(
      'POST',
      `/api/books/settlements?party=lender&fileName=l.csv&from=2026-11-01&to=${day}&reference=loan&amount=amount`,
      { body: text, headers: { 'content-type': 'text/csv' } },
    );
  await inDatabase(
    service.databaseUrl,
    plantEntrySql({
      key: 'loan X',
      kind: 'loan',
      sale: `SELECT application_id, policy_number, seller_id, booked_on AS day, 5000 AS cents FROM ledger_entry WHERE kind = 'charge'`,
      debit: 'lender',
      credit: 'customer',
      partyReference: 'L-1',
    }),
  );
  assert.equal((await upload('2026-11-29', 'loan,amount\n')).body.missing, 1);
  assert.equal((await upload('2026-11-30', 'loan,amount\n,\n')).body.missing, 1);
  assert.equal((await admin.get('/api/needs-person')).body.counts.differences, 1, 'missing twice is one difference');
  assert.equal((await upload('2026-11-30', 'loan,amount\nL-1,50.00')).body.matched, 1);
  assert.equal((await admin.get('/api/needs-person')).body.counts.differences, 0);
});

test('a wrong file is withdrawn: what only it confirmed is missing again, in the files that lack it', async () => {
  const { rows } = (await admin.get('/api/books/settlements')).body;
  const [wrong, second, first] = rows.filter(({ party }: { party: string }) => party === 'lender');
  const open = async (): Promise<number> => (await admin.get('/api/needs-person')).body.counts.differences;
  const withdraw = (id: string, reason: string) => admin.post(`/api/books/settlements/${id}/withdraw`, { reason });
  assert.equal((await withdraw(wrong.id, '')).body.errors[0].code, 'ReasonRequired');
  assert.equal((await withdraw(wrong.id, 'of another lender')).status, 204);
  assert.equal(await open(), 1, 'missing in the first file, as before');
  const differences = (await admin.get(`/api/books/settlements/${first.id}/differences`)).body.rows;
  assert.deepEqual(
    differences.map(({ kind, reference, bookedCents, isOpen }: never) => [kind, reference, bookedCents, isOpen]),
    [['missing', 'L-1', 5_000, true]],
  );
  assert.equal((await withdraw(first.id, 'twice')).status, 204);
  assert.equal(await open(), 1, 'the second file lacks it, too');
  assert.equal((await withdraw(second.id, 'twice')).status, 204);
  assert.equal(await open(), 0);
  assert.equal((await withdraw(second.id, 'twice')).body.errors[0].code, 'NotFound');
  const [act] = (await admin.get('/api/acts?limit=1')).body.rows;
  assert.deepEqual([act.action, act.facts.fileName, act.facts.differences], ['withdraw settlement file', 'l.csv', 1]);
});

test('the accounts come to zero, and each leads to its lines', async () => {
  const days = 'from=2026-11-01&to=2026-11-30';
  const { rows } = (await admin.get(`/api/books/balances?${days}`)).body;
  const sum = (name: string) => rows.reduce((cents: number, row: Record<string, number>) => cents + row[name]!, 0);
  assert.equal(sum('balanceCents'), 0);
  assert.equal(sum('debitCents'), sum('creditCents'));
  const premium = rows.find(({ account }: { account: string }) => account === 'premium');
  let cents = 0;
  for (let cursor = ''; ; ) {
    const page = (await admin.get(`/api/books/lines?${days}&account=premium&limit=3${cursor}`)).body;
    for (const { amountCents } of page.rows) cents += amountCents;
    if (page.nextCursor === null) break;
    cursor = `&cursor=${page.nextCursor}`;
  }
  assert.equal(cents, premium.balanceCents);
  assert.deepEqual((await admin.get(`/api/books/lines?${days}&account=premium&cursor=no`)).body.rows, []);
  const whole = (await admin.get(`/api/books/statements/${sellerId}/2026-11?as=json`)).body;
  assert.equal(whole.lines.length, 2);
  assert.equal(whole.totals.premiumCents, -premium.balanceCents);
});
