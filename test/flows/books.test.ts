import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import type { BindForm } from '../../src/domain/bind/judge-bind.ts';
import type { StatementTax } from '../../src/domain/books/reports.ts';
import { addDays } from '../../src/domain/calendar.ts';
import type { Cancellation } from '../../src/domain/cancellation/cancellation.ts';
import type { CancellationKind } from '../../src/domain/cancellation/cancellation-asked.ts';
import type { ReversalId } from '../../src/domain/ids.ts';
import type { BindParts } from '../../src/flows/bind/bind.ts';
import { addUpAccounts } from '../../src/flows/books/add-up-accounts.ts';
import { reconcileFile } from '../../src/flows/books/reconcile-file.ts';
import { readStatement, writeBordereau, writeStatement, writeTaxReport } from '../../src/flows/books/write-reports.ts';
import { chargeDue } from '../../src/flows/card/charge-due.ts';
import { IssueRefused } from '../../src/flows/points.ts';
import { settleWork } from '../../src/flows/work/settle-work.ts';
import { checkBooks } from '../../src/store/books/check-books.ts';
import { readBalances } from '../../src/store/books/read-accounts.ts';
import { readSellers } from '../../src/store/reference/sellers.ts';
import { anySale, plantEntrySql } from '../kit/invariants/plant-entry.ts';
import { until } from '../kit/processes/until.ts';
import { type BindHarness, cardForm, loanForm, openBindHarness, referralForm } from '../kit/sale/bind-harness.ts';
import { authorizedPayment } from '../kit/sale/binding.ts';
import { cancelAsShown } from '../kit/sale/cancelling.ts';
import { type Choice, openSaleClient, type Started } from '../kit/sale/paying.ts';
import { clockAt, inDatabase, noon, noonDay } from '../kit/sale/quoting.ts';
import { cloneDatabase } from '../kit/service/database.ts';
import { startTestService } from '../kit/service/service.ts';

let databaseUrl: string;
let harness: BindHarness;
const choices: Choice[] = [];
const paid: { readonly choice: Choice; readonly payment: Started }[] = [];
const later: { readonly choice: Choice; readonly payment: Started }[] = [];
const now = new Date(noon);
const actor = { kind: 'command line', name: 'test' } as const;

before(async () => {
  databaseUrl = await cloneDatabase();
  harness = await openBindHarness(databaseUrl);
  const service = await startTestService({ environment: { DATABASE_URL: databaseUrl }, clock: clockAt(noon).clock });
  const saleClient = await openSaleClient(service);
  for (let count = 0; count < 5; count += 1) choices.push((await saleClient.quote()).choose('Replacement', 2));
  for (let count = 0; count < 5; count += 1) {
    const choice = (await saleClient.quote()).choose('Replacement', 3);
    paid.push({ choice, payment: await authorizedPayment(saleClient, choice) });
  }
  for (let count = 0; count < 3; count += 1) {
    const choice = (await saleClient.quote({ effectiveDate: addDays(noonDay, 5) })).choose('Replacement', 2);
    later.push({ choice, payment: await authorizedPayment(saleClient, choice) });
  }
  await service.close(); // This also stops its jobs.
});

async function bound(form: BindForm): Promise<string> {
  const result = await harness.bind({ form });
  assert.equal(result.kind, 'bound', JSON.stringify(result));
  return result.kind === 'bound' ? result.bound.policy.policyNumber : '';
}

async function cancel(policyNumber: string, kind: CancellationKind, cancelledOn: string): Promise<void> {
  await cancelAsShown({ ...harness.parts, now }, policyNumber, { kind, cancelledOn });
  await harness.runJobs();
}

const refuseIssue: BindParts['failpoint'] = async (point) => {
  if (point === 'before issue') throw new IssueRefused();
};

async function balancesOf(applicationId: string): Promise<Readonly<Record<string, number>>> {
  const rows = await inDatabase(
    databaseUrl,
    'SELECT account, sum(amount_cents)::int AS cents FROM posted WHERE application_id = $1 GROUP BY account HAVING sum(amount_cents) <> 0',
    [applicationId],
  );
  return Object.fromEntries(rows.map(({ account, cents }) => [account, cents]));
}

test('every way to sell, to fail and to cancel leaves books that balance and miss nothing', async () => {
  const [referral, cancelledReferral, loan, flatLoan, failedLoan] = choices as [Choice, Choice, Choice, Choice, Choice];
  await bound(referralForm(referral));
  await cancel(await bound(referralForm(cancelledReferral)), 'flat', noonDay);
  await bound(loanForm(loan));
  await cancel(await bound(loanForm(flatLoan)), 'flat', noonDay);
  assert.equal((await harness.bind({ form: loanForm(failedLoan) }, { failpoint: refuseIssue })).kind, 'refused');

  const [card, partly, flat, failed] = paid as [
    (typeof paid)[number],
    (typeof paid)[number],
    (typeof paid)[number],
    (typeof paid)[number],
  ];
  await bound(cardForm(card.choice, card.payment));
  await cancel(await bound(cardForm(partly.choice, partly.payment)), 'pro-rata', addDays(noonDay, 100));
  await cancel(await bound(cardForm(flat.choice, flat.payment)), 'flat', noonDay);
  const gaveUp = await harness.bind({ form: cardForm(failed.choice, failed.payment) }, { failpoint: refuseIssue });
  assert.equal(gaveUp.kind, 'refused');

  for (const { choice, payment } of later) await bound(cardForm(choice, payment));
  const [charged, stopped, settled] = later as [(typeof later)[number], (typeof later)[number], (typeof later)[number]];
  const [{ policy_number }] = await inDatabase(
    databaseUrl,
    'SELECT policy_number FROM policy WHERE application_id = $1',
    [stopped.choice.applicationId],
  );
  await cancel(policy_number, 'flat', noonDay);
  const { database } = harness.parts;
  const settling = {
    kind: 'charges',
    id: settled.payment.asked.paymentId,
    reason: 'by transfer',
    reference: 'T-1',
  } as const;
  assert.equal(await settleWork({ ...harness.parts, now }, actor, settling), null);
  const sellers = [...(await readSellers(database)).byId.values()];
  assert.equal(await chargeDue(harness.parts, sellers, new Date(Date.parse(noon) + 5 * 86_400_000)), 1);

  const found = await checkBooks(database, null);
  assert.deepEqual([found.unbalanced, found.different], [[], []]);
  assert.equal(found.policies, 10);
  assert.equal(found.entries, 25);

  for (const { applicationId } of [failedLoan, failed.choice, flatLoan, cancelledReferral])
    assert.deepEqual(await balancesOf(applicationId), {}, 'what came to nothing leaves nothing');
  assert.deepEqual(Object.keys(await balancesOf(stopped.choice.applicationId)), []);
  const owed = await balancesOf(charged.choice.applicationId);
  assert.equal(owed.customer, undefined);
  assert.equal(owed.processor, -(owed.premium! + owed.tax!));
  const outside = await balancesOf(settled.choice.applicationId);
  assert.equal(outside.outside, -(outside.premium! + outside.tax!));
  const lent = await balancesOf(loan.applicationId);
  assert.equal(lent.partner, 10_000, 'the down payment');
});

test('a refund that a person has made outside is not the processor’s', async () => {
  const { choice, payment } = paid[4]!;
  const away: BindParts['cards'] = {
    ...harness.parts.cards,
    refund: async () => ({ kind: 'not-sent', cause: 'away' }),
  };
  await harness.bind({ form: cardForm(choice, payment) }, { failpoint: refuseIssue, cards: away });
  const owed = await balancesOf(choice.applicationId);
  assert.ok(owed.processor! > 0);
  assert.deepEqual(owed, { processor: owed.processor, customer: -owed.processor! });
  await harness.letTimePass();
  const [{ id }] = await inDatabase(databaseUrl, 'SELECT id FROM reversal WHERE application_id = $1', [
    choice.applicationId,
  ]);
  const order = { kind: 'reversals', id: id as ReversalId, reason: 'by cheque', reference: 'C-1' } as const;
  assert.equal(await settleWork({ ...harness.parts, now }, actor, order), null);
  assert.deepEqual(await balancesOf(choice.applicationId), { processor: owed.processor, outside: -owed.processor! });
});

test('the statement, the bordereau and the tax report add up to the books', async () => {
  const { database } = harness.parts;
  const period = { from: '2026-11-01', to: '2026-11-30' };
  const [{ seller_id: sellerId }] = await inDatabase(databaseUrl, 'SELECT seller_id FROM policy LIMIT 1');
  const [sums] = await inDatabase(
    databaseUrl,
    `SELECT (-sum(amount_cents) FILTER (WHERE account = 'premium'))::int AS premium,
            (-sum(amount_cents) FILTER (WHERE account = 'tax'))::int AS tax,
            (sum(amount_cents) FILTER (WHERE account = 'commission'))::int AS commission
     FROM posted`,
  );
  const statement = await readStatement(database, { sellerIds: [sellerId], period, linesMax: 1_000 });
  assert.equal(statement.totals.premiumCents, sums.premium);
  assert.equal(statement.totals.taxCents, sums.tax);
  assert.equal(statement.totals.commissionCents, sums.commission);
  assert.equal(statement.lines.length, 14, 'ten binds and four cancellations: the day of the fifth is ahead');
  for (const name of ['premiumCents', 'taxCents', 'commissionCents', 'collectedCents'] as const)
    assert.equal(
      statement.lines.reduce((sum, line) => sum + line[name], 0),
      statement.totals[name],
    );
  const cancellations = await inDatabase(databaseUrl, 'SELECT terms FROM cancellation');
  for (const { terms } of cancellations as { terms: Cancellation }[]) {
    const back = terms.taxesBack!.reduce((sum, { amountCents }) => sum + amountCents, 0);
    assert.equal(back, terms.taxBackCents, 'the notice names the parts of the tax that is given back, to the cent');
  }
  const taxesOf = ({ taxes }: { readonly taxes: readonly StatementTax[] }): number =>
    taxes.reduce((sum, { amountCents }) => sum + amountCents, 0);
  assert.deepEqual(
    statement.totals.taxes.map(({ authority, ratePpm }) => `${authority} ${ratePpm}`),
    ['HST 130000', 'RST 80000'],
  );
  for (const one of [statement.totals, ...statement.lines]) assert.equal(taxesOf(one), one.taxCents, 'to the cent');
  const csv = await read(writeStatement(database, [sellerId], period));
  assert.deepEqual(csv[0]!.slice(-2), ['taxes', 'seller']);
  assert.match(csv[1]!.at(-2)!, /^(HST 13%: -?\d+\.\d\d; )?RST 8%: -?\d+\.\d\d$/);
  assert.equal(cents(csv, 'premium'), sums.premium);
  assert.equal(cents(csv, 'commission'), sums.commission);
  const bordereau = await read(writeBordereau(database, null, period));
  assert.equal(cents(bordereau, 'premium'), sums.premium);
  assert.equal(cents(bordereau, 'net'), sums.premium - sums.commission);
  const ofOne = await read(writeBordereau(database, 'SAMPLEWAR', period));
  assert.ok(ofOne.length > 1 && ofOne.length < bordereau.length);
  const taxes = await read(writeTaxReport(database, period));
  assert.deepEqual(taxes[0], ['province', 'tax', 'rate_percent', 'taxable', 'amount']);
  assert.deepEqual(
    taxes
      .slice(1)
      .map(([province, tax, rate]) => `${province} ${tax} ${rate}`)
      .sort(),
    ['ON HST 13', 'ON RST 8'],
  );
  assert.equal(cents(taxes, 'amount'), sums.tax);
});

test('balances are those of the entries, whatever of them is added up and whoever enters one meanwhile', async () => {
  const { database } = harness.parts;
  const days = { from: noonDay, to: addDays(noonDay, 30) };
  const assertBalances = async (about: string): Promise<void> => {
    const [{ seller_id: sellerId }] = await inDatabase(databaseUrl, 'SELECT seller_id FROM ledger_entry LIMIT 1');
    for (const whose of [null, sellerId]) {
      const posted = await inDatabase(
        databaseUrl,
        `SELECT account, coalesce(sum(amount_cents) FILTER (WHERE amount_cents > 0 AND booked_on >= $2), 0)::float8 AS "debitCents",
                coalesce(-sum(amount_cents) FILTER (WHERE amount_cents < 0 AND booked_on >= $2), 0)::float8 AS "creditCents",
                sum(amount_cents)::float8 AS "balanceCents"
         FROM posted
         WHERE ($1::uuid IS NULL OR seller_id = $1) AND booked_on <= $3
         GROUP BY account ORDER BY account`,
        [whose, days.from, days.to],
      );
      assert.ok(posted.length > 3);
      assert.deepEqual(await readBalances(database, { ...days, sellerId: whose }), posted, about);
    }
  };
  const leftToAdd = async (): Promise<number> => {
    await addUpAccounts({ database }, undefined, 0);
    const [{ left }] = await inDatabase(
      databaseUrl,
      'SELECT count(*)::int AS left FROM ledger_entry, account_day_until WHERE until IS NULL OR recorded_at >= until',
    );
    return left;
  };
  await assertBalances('nothing is added up');
  await until(leftToAdd, (left) => left === 0);
  await assertBalances('all is added up');
  const slow = await database.connect();
  try {
    await slow.query('BEGIN');
    await slow.query(plantEntrySql({ key: 'late', sale: anySale(5), debit: 'partner', credit: 'customer' }));
    // Later than what is settled at once.
    await until(
      () =>
        inDatabase(
          databaseUrl,
          `SELECT max(xact_start) < now() - interval '3 seconds' AS old FROM pg_stat_activity WHERE state = 'idle in transaction'`,
        ),
      ([row]) => row.old,
    );
    await addUpAccounts({ database }, undefined, 0);
    await slow.query('COMMIT');
  } finally {
    slow.release();
  }
  await assertBalances('a transaction committed after a run that began later');
  await until(leftToAdd, (left) => left === 0);
  await assertBalances('that is added up, too');
  const faults = (await checkBooks(database, null)).different.map(({ what }) => what);
  assert.deepEqual(faults, ['late', 'balance of customer'], 'only what was planted');
  await inDatabase(
    databaseUrl,
    `UPDATE account_day SET debit_cents = debit_cents + 1 WHERE seller_id IS NULL AND account = 'premium'`,
  );
  assert.equal((await checkBooks(database, null)).different.at(-1)!.what, 'account premium of all');
  await inDatabase(
    databaseUrl,
    `UPDATE account_day SET debit_cents = debit_cents - 1 WHERE seller_id IS NULL AND account = 'premium'`,
  );
});

test('money that is kept of a cancelled policy, and that nobody is to give back, is a fault of the books', async () => {
  const tx = await harness.parts.database.connect();
  try {
    await tx.query('BEGIN');
    const { rows } = await tx.query<{ id: string }>(
      plantEntrySql({
        key: 'charge PLANTED',
        sale: `
          SELECT application_id, policy_number, seller_id, cancelled_on AS day, 500 AS cents
          FROM cancellation JOIN policy USING (application_id, policy_number, seller_id)
          WHERE in_effect_at IS NOT NULL AND policy.payment_method = 'CC'
          LIMIT 1`,
        debit: 'processor',
        credit: 'customer',
      }),
    );
    const { unbalanced, different } = await checkBooks(tx, null);
    const where = rows[0]!.id;
    const faults = [
      { where, what: 'charge PLANTED', expectedCents: null, foundCents: 500 },
      { where, what: 'money status Refunded, by its entries RefundPending', expectedCents: null, foundCents: -500 },
      { where, what: 'balance of customer', expectedCents: 0, foundCents: -500 },
    ];
    assert.deepEqual([unbalanced, different.filter((one) => one.where === where)], [[], faults]);
  } finally {
    await tx.query('ROLLBACK');
    tx.release();
  }
});

test('the database refuses an entry that does not balance, and a change of one that does', async () => {
  const wrong: Readonly<Record<string, readonly [postings: string, refusedBy: RegExp]>> = {
    'that come to something': [`('customer', 5, NULL)`, /do not come to zero/],
    'without an amount': [`('customer', 0, NULL)`, /a_posting_has_an_amount/],
    'whose amount is not known': [`('customer', 5, NULL), ('customer', NULL, NULL)`, /violates not-null/],
    'of an unknown account': [`('pocket', 5, NULL), ('customer', -5, NULL)`, /a_posting_is_to_a_known_account/],
    'of a tax that is nobody’s': [`('tax', 5, NULL), ('customer', -5, NULL)`, /a_tax_is_owed_to_an_authority/],
    'of a tax that is no province’s': [`('tax', 5, 'HST'), ('customer', -5, NULL)`, /a_tax_is_owed_to_an_authority/],
  };
  for (const [name, [postings, refusedBy]] of Object.entries(wrong)) {
    const insert = `
      WITH entered AS (
        INSERT INTO ledger_entry (id, application_id, seller_id, kind, key, amount_cents, happened_on, booked_on, recorded_by)
        SELECT uuidv7(), application_id, seller_id, 'charge', 'wrong', 5, booked_on, booked_on, 'service' FROM ledger_entry LIMIT 1
        RETURNING id
      )
      INSERT INTO ledger_posting (entry_id, line, account, amount_cents, authority)
      SELECT id, row_number() OVER (), account, amount_cents, authority
      FROM entered CROSS JOIN (VALUES ${postings}) AS posting (account, amount_cents, authority)`;
    await assert.rejects(inDatabase(databaseUrl, insert), refusedBy, `postings ${name}`);
  }
  const beside = `
    INSERT INTO ledger_posting (entry_id, line, account, amount_cents)
    SELECT id, 100, 'customer', CASE kind WHEN 'sale' THEN 5 ELSE -5 END
    FROM (SELECT DISTINCT ON (kind) id, kind FROM ledger_entry WHERE kind IN ('sale', 'charge')) AS two`;
  await assert.rejects(
    inDatabase(databaseUrl, beside),
    /do not come to zero/,
    'two that balance each other do not balance',
  );
  for (const change of [
    'UPDATE ledger_posting SET amount_cents = 1',
    'DELETE FROM ledger_posting',
    'UPDATE ledger_entry SET amount_cents = 1',
    'DELETE FROM ledger_entry',
  ])
    await assert.rejects(inDatabase(databaseUrl, change), /append only/, change);
});

test('what a bank has taken back by a payout file is never given back once more by a cancellation', async () => {
  const { applicationId } = paid[0]!.choice;
  const [{ policyNumber, reference, cents }] = await inDatabase(
    databaseUrl,
    `SELECT policy_number AS "policyNumber", party_reference AS reference, amount_cents::int AS cents
     FROM ledger_entry WHERE application_id = $1 AND kind = 'charge'`,
    [applicationId],
  );
  const order = {
    party: 'processor',
    fileName: 'net.csv',
    period: { from: noonDay, to: noonDay },
    columns: { reference: 'ref', amount: 'cad', kind: 'kind' },
  } as const;
  async function* file() {
    yield Buffer.from(`ref,kind,cad\n${reference},Chargeback,-${(cents / 100).toFixed(2)}\n`);
  }
  const parts = { ...harness.parts, now };
  const compared = await reconcileFile(parts, actor, order, file());
  assert.ok('disputes' in compared && compared.disputes === 1, JSON.stringify(compared));
  await cancelAsShown(parts, policyNumber, { kind: 'flat', cancelledOn: noonDay });
  await harness.runJobs();
  const given = await inDatabase(
    databaseUrl,
    `SELECT payee FROM reversal WHERE application_id = $1
     UNION ALL SELECT kind FROM ledger_entry WHERE application_id = $1 AND kind = 'refund'`,
    [applicationId],
  );
  assert.deepEqual(given, []);
  const { different } = await checkBooks(harness.parts.database, null);
  assert.deepEqual(
    different.filter(({ where }) => where === applicationId),
    [],
  );
});

async function read(lines: AsyncIterable<string>): Promise<readonly (readonly string[])[]> {
  const rows: string[][] = [];
  for await (const text of lines)
    rows.push(
      ...text
        .split('\r\n')
        .filter(Boolean)
        .map((line) => line.split(',')),
    );
  return rows;
}

function cents([titles, ...rows]: readonly (readonly string[])[], title: string): number {
  const at = titles!.indexOf(title);
  return rows.reduce((sum, row) => sum + Math.round(Number(row[at]) * 100), 0);
}
