import assert from 'node:assert/strict';
import test from 'node:test';
import type { ApplicationId } from '../../src/domain/ids.ts';
import type { Seller } from '../../src/domain/partner/seller.ts';
import { type CardStartAsked, type CardStartParts, startCardPayment } from '../../src/flows/card/card-start.ts';
import { erasePerson } from '../../src/flows/person/erase-person.ts';
import { transact } from '../../src/store/database.ts';
import { keepDisclosures } from '../../src/store/disclosure/disclosure.ts';
import { lockSales } from '../../src/store/person/erasure.ts';
import { lockPolicy } from '../../src/store/policy/lock-policy.ts';
import { until } from '../kit/processes/until.ts';
import { openBindHarness } from '../kit/sale/bind-harness.ts';
import { steadySeller } from '../kit/sale/binding.ts';
import { openErasable } from '../kit/sale/erasable.ts';
import { inDatabase } from '../kit/sale/quoting.ts';

/* An erasure and what a call writes about its person shut each other out: the later of the two sees the earlier. */
const { databaseUrl, today, quoted, sold, open, isErased } = await openErasable(4);
const database = open();
const { parts } = await openBindHarness(databaseUrl);
const seller: Seller = [...parts.reference().sellers.byId.values()].find(
  (one) => one.username === steadySeller().name,
)!;

const cardParts: CardStartParts = {
  ...parts,
  database,
  cardTicketMinutes: 30,
  declineLimits: { perApplicationAndHour: 5, perAddressAndMinute: 5 },
};
const askedOf = (applicationId: ApplicationId, keep: CardStartAsked['keep'] = null): CardStartAsked => ({
  seller,
  today,
  now: new Date(),
  language: 'en',
  chargeDate: null,
  keep,
  applicationId,
  isOfPage: false,
  coverageCategory: 'Replacement',
  paymentTermInYears: 2,
  selectedProducts: ['RPL'],
  judgedBy: parts.reference().version,
});
const context = { requestId: 'test', fault: null };
const erase = (applicationId: ApplicationId, now = new Date()) =>
  erasePerson(
    { database, clock: () => now, retention: { policyYears: 7 } } as never,
    { kind: 'command line', name: 'test' },
    { applicationIds: [applicationId], reason: 'The person asked.' },
  );
const paymentsOf = (applicationId: ApplicationId) =>
  inDatabase(databaseUrl, 'SELECT status FROM card_payment WHERE application_id = $1', [applicationId]);

test('a person who is erased while a card form is opened is charged by no form: the start finds no application', async () => {
  const [id] = quoted;
  const cards: CardStartParts['cards'] = {
    ...parts.cards,
    openCheckout: async (...asked) => {
      const opened = await parts.cards.openCheckout(...asked);
      assert.ok('erasureId' in (await erase(id!)));
      return opened;
    },
  };
  const result = await startCardPayment({ ...cardParts, cards }, askedOf(id!), context);
  assert.deepEqual(result.kind === 'refused' && result.refusals.map(({ code }) => code), ['ApplicationNotFound']);
  assert.deepEqual(await paymentsOf(id!), []);
  assert.ok(await isErased(id!));
});

test('an erasure that meets a card form waits for it, and is then refused: the sale is under way', async () => {
  const id = quoted[1]!;
  let erasing: ReturnType<typeof erase> | undefined;
  const result = await startCardPayment(
    cardParts,
    askedOf(id, async () => {
      erasing = erase(id);
      await waitingFor('SELECT FROM application');
    }),
    context,
  );
  assert.equal(result.kind, 'started');
  const refused = await erasing!;
  assert.ok('code' in refused, JSON.stringify(refused));
  assert.equal(await isErased(id), false);
});

test('a card form and papers that meet an erasure wait for it, and are then not kept', async () => {
  const [start, papers] = [quoted[2]!, quoted[3]!];
  const { starting, keeping } = await transact(database, async (tx) => {
    await lockSales(tx, [start, papers]);
    const other = open();
    const made = {
      starting: startCardPayment({ ...cardParts, database: other }, askedOf(start), context),
      keeping: keepDisclosures(other, { sellerId: seller.id, applicationId: papers, givenAt: new Date() }, [
        {
          kind: 'FactSheet',
          version: '1',
          says: { coverage: null, loan: null },
          request: { customerName: 'Zorabelle' },
          digest: Buffer.alloc(32),
        },
      ]),
    };
    await waitingFor('%INSERT INTO card_payment');
    await waitingFor('WITH asked AS');
    await tx.query('UPDATE application SET erased_by = gen_random_uuid() WHERE id = ANY ($1::uuid[])', [
      [start, papers],
    ]);
    return made;
  });
  assert.equal((await starting).kind, 'refused');
  assert.deepEqual(await keeping, []);
  assert.deepEqual(await paymentsOf(start), []);
});

test('an erasure and an amendment of one policy wait for each other in one order: neither is broken off', async () => {
  const [{ policy_number: policyNumber }] = await inDatabase(
    databaseUrl,
    'SELECT policy_number FROM policy WHERE application_id = $1',
    [sold],
  );
  const tenYearsMs = 10 * 366 * 86_400_000;
  const erasing = await transact(open(), async (tx) => {
    await lockPolicy(tx, policyNumber);
    const begun = erase(sold, new Date(Date.now() + tenYearsMs));
    await waitingFor('SELECT');
    // As an amendment of the vehicle does.
    await tx.query('UPDATE application SET vin = vin WHERE id = $1', [sold]);
    return { begun };
  });
  assert.ok('erasureId' in (await erasing.begun));
});

/** Until a statement that begins so waits for a lock. */
async function waitingFor(statement: string): Promise<void> {
  await until(
    () =>
      inDatabase(
        databaseUrl,
        `SELECT FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE $1 || '%'`,
        [statement],
      ),
    (rows) => rows.length > 0,
  );
}
