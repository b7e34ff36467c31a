import assert, { AssertionError } from 'node:assert/strict';
import test, { before } from 'node:test';
import { chargeDue } from '../../src/flows/card/charge-due.ts';
import { sweepCardPayments } from '../../src/flows/card/sweep-card-payments.ts';
import type { BindPoint } from '../../src/flows/points.ts';
import { brokenPromises, readBooks } from '../kit/invariants/bind-books.ts';
import { startDoomed } from '../kit/processes/instances.ts';
import { openBindHarness } from '../kit/sale/bind-harness.ts';
import { steadySeller } from '../kit/sale/binding.ts';
import { inDatabase } from '../kit/sale/quoting.ts';
import { type Customer, customerAt, refusedCards, sellScheduled, type UnpaidSale } from '../kit/sale/unpaid.ts';
import { cloneDatabase } from '../kit/service/database.ts';
import { signInOperator } from '../kit/service/operator.ts';
import { startTestService, type TestService } from '../kit/service/service.ts';

/*
 * Dies everywhere on the way of a payment by link. For each point a real process ends itself with SIGKILL while a
 * customer pays. Then half of the customers open their link again, and half are left to the jobs. In the end each
 * policy is paid, once, or its link can still be used; nobody is charged twice, and no hold is left. With
 * BIND_DEATHS=all both happens at each point.
 */
const points = ['open', 'keep', 'read', 'take', 'collect', 'record'].flatMap(
  (step) => [`before ${step}`, `after ${step}`] as BindPoint[],
);

/** Two cores, and each start is a second of work. */
const atOnce = 2;

interface Death {
  readonly point: BindPoint;
  readonly isLeftAlone: boolean;
  readonly sale: UnpaidSale;
  readonly address: string;
}

let databaseUrl: string;
let deaths: readonly Death[];
let survivor: TestService;

before(async () => {
  databaseUrl = await cloneDatabase();
  const shop = await startTestService({ environment: { DATABASE_URL: databaseUrl } });
  const { name } = steadySeller();
  const both = points.flatMap((point) => [true, false].map((isLeftAlone) => ({ point, isLeftAlone })));
  const wanted = both.filter((_, index) => process.env.BIND_DEATHS === 'all' || [0, 3].includes(index % 4));
  const sales: UnpaidSale[] = [];
  for (const _ of wanted) sales.push(await sellScheduled(shop, name, refusedCards.never));
  assert.equal(await sales[0]!.moveTo(sales[0]!.dueDay), sales.length);
  const operator = await signInOperator(shop, 'support');
  const made: Death[] = [];
  for (const [index, death] of wanted.entries()) {
    const sale = sales[index]!;
    const order = { reason: 'customer called', days: 7, isShown: true };
    const { body } = await operator.post(`/api/policies/${sale.policyNumber}/payment-link`, order);
    made.push({ ...death, sale, address: body.address });
  }
  deaths = made;
  await shop.close();
});

const customerOf = (service: Pick<TestService, 'url' | 'checkoutUrl'>, { address }: Death): Customer =>
  customerAt(service, address);

/** A customer pays at a process of its own, which ends itself at the point. */
async function die(death: Death): Promise<void> {
  const doomed = await startDoomed(databaseUrl, death.point);
  const checkoutUrl = /"checkout":"([^"]+)"/.exec(doomed.output())![1]!;
  const end = await customerOf({ url: doomed.url, checkoutUrl }, death)
    .pay()
    .catch((error: unknown) => error);
  if (!(end instanceof TypeError)) doomed.signal('SIGKILL'); // Not a broken connection: it is alive.
  assert.equal(await doomed.ended, 'SIGKILL');
  if (end instanceof AssertionError) throw end;
  assert.ok(end instanceof TypeError, `it did not die ${death.point}`);
}

/** Everything that waits for a time has waited for it. */
async function letTimePass(): Promise<void> {
  const past = `now() - interval '1 hour'`;
  await inDatabase(databaseUrl, `UPDATE card_payment SET ticket_expires_at = ${past} WHERE status = 'Pending'`);
  await inDatabase(
    databaseUrl,
    `UPDATE due_charge SET lease_until = ${past}, due_at = ${past} WHERE due_at IS NOT NULL AND lease_until IS NOT NULL`,
  );
}

async function runJobs(): Promise<void> {
  await letTimePass();
  const { parts } = await openBindHarness(databaseUrl);
  await sweepCardPayments(parts, new Date());
  await chargeDue(parts, [...parts.reference().sellers.byId.values()], new Date());
  await sweepCardPayments(parts, new Date());
}

test('the process dies at every point of a payment by link', { timeout: 900_000 }, async () => {
  const waiting = [...deaths];
  const lane = async (): Promise<void> => {
    for (let death = waiting.pop(); death !== undefined; death = waiting.pop()) await die(death);
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
});

test('customers who open their link again can pay, or have paid', { timeout: 300_000 }, async () => {
  // A try of a charge that died is asked about again after two minutes: they are over now.
  await letTimePass();
  survivor = await startTestService({ environment: { DATABASE_URL: databaseUrl } });
  for (const death of deaths.filter(({ isLeftAlone }) => !isLeftAlone)) {
    const customer = customerOf(survivor, death);
    const { html } = await customer.look();
    if (/<button>Pay/.test(html)) {
      const { html: opened } = await customer.post('checkout');
      if (opened.includes('data-ticket')) await customer.pay();
    } else assert.match(html, /Paid, thank you|being processed/, `died ${death.point}`);
  }
});

test('the jobs finish what nobody asks about any more', { timeout: 300_000 }, async () => {
  await runJobs();
  for (const death of deaths) {
    const { html } = await customerOf(survivor, death).look();
    // Before the card form was shown, the customer had no card to give.
    const isOpen = death.isLeftAlone && / (open|keep)$/.test(death.point);
    assert.match(html, isOpen ? /<button>Pay/ : /Paid, thank you/, `died ${death.point}: ${html}`);
  }
});

test('nobody was charged twice, no hold is left, and all books agree', async () => {
  for (const { point, isLeftAlone, sale } of deaths) {
    const about = `died ${point}, ${isLeftAlone ? 'left alone' : 'opened again'}`;
    const books = await readBooks(databaseUrl, sale.applicationId);
    assert.deepEqual(brokenPromises(books), [], about);
    assert.ok(books.charges.length <= 1, about);
    const holds = await inDatabase(
      databaseUrl,
      `SELECT FROM sandbox_cards.payment WHERE customer_reference = $1 AND status = 'held'`,
      [sale.applicationId],
    );
    assert.deepEqual(holds, [], about);
  }
});
