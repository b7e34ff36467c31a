import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import pg from 'pg';
import { makeCardLedger } from '../../src/adapters/sandbox-cards/card-ledger.ts';
import { makeSandboxCards } from '../../src/adapters/sandbox-cards/sandbox-cards.ts';
import type { Facts } from '../../src/domain/log.ts';
import type { CallContext, Outcome } from '../../src/ports/outcome.ts';
import { type RunningCardProcessor, startCardProcessor } from '../../src/sandbox/card-processor/processor.ts';
import { afterwards } from '../kit/processes/afterwards.ts';
import { emptyDatabase } from '../kit/service/database.ts';

const calm: CallContext = { requestId: 'r', fault: null };
const amountCents = 77_700;

test('what was held before a restart is captured after it, and the ticket and the token still hold', async () => {
  const databaseUrl = await emptyDatabase();
  const first = await start(databaseUrl);
  const sale = { key: randomUUID(), customerReference: randomUUID() };
  const opened = await cardsOf(first).openCheckout({ ...sale, amountCents, language: 'en', ticketMinutes: 30 }, calm);
  const { ticket } = doneOf(opened);
  await first.close();

  const second = await start(databaseUrl);
  assert.equal(second.token, first.token);
  await submit(second, { ticket, cardNumber: '5454545454545454', cvv: '321' });
  await second.close();

  const third = await start(databaseUrl);
  const state = doneOf(await cardsOf(third).readCheckout({ key: sale.key, ticket }, calm));
  assert.ok(state.kind === 'approved');
  assert.equal(state.cardType, 'Mastercard');
  doneOf(await cardsOf(third).capture({ key: sale.key, reference: state.reference, amountCents }, calm));
  assert.deepEqual((await ledgerOf(third, sale.customerReference)).holds, [
    { paymentId: sale.key, amountCents, status: 'Captured' },
  ]);
});

test('ten instances that start at once on an empty database keep the same books', async () => {
  const databaseUrl = await emptyDatabase();
  const instances = await Promise.all(Array.from({ length: 10 }, () => start(databaseUrl)));
  assert.equal(new Set(instances.map(({ token }) => token)).size, 1);

  const sale = { key: randomUUID(), customerReference: randomUUID() };
  const request = { ...sale, amountCents, language: 'en', ticketMinutes: 30 } as const;
  const { ticket } = doneOf(await cardsOf(instances[0]!).openCheckout(request, calm));
  await Promise.all(instances.map((instance) => submit(instance, { ticket, cardNumber: '4242424242424242' })));
  const state = doneOf(await cardsOf(instances[1]!).readCheckout({ key: sale.key, ticket }, calm));
  assert.ok(state.kind === 'approved');

  const hold = { key: sale.key, reference: state.reference, amountCents };
  const charges = (await Promise.all(instances.map((instance) => cardsOf(instance).capture(hold, calm)))).map(doneOf);
  for (const charge of charges) assert.deepEqual(charge, charges[0]);
  assert.equal((await ledgerOf(instances[2]!, sale.customerReference)).charges.length, 1);
});

test('a capture and a release at the same time do one of the two', async () => {
  const processor = await start(await emptyDatabase());
  for (let round = 0; round < 5; round += 1) {
    const sale = { key: randomUUID(), customerReference: randomUUID() };
    const cards = cardsOf(processor);
    const opened = await cards.openCheckout({ ...sale, amountCents, language: 'en', ticketMinutes: 30 }, calm);
    const { ticket } = doneOf(opened);
    await submit(processor, { ticket, cardNumber: '4242424242424242' });
    const state = doneOf(await cards.readCheckout({ key: sale.key, ticket }, calm));
    assert.ok(state.kind === 'approved');
    const hold = { key: sale.key, reference: state.reference };
    const outcomes = await Promise.all([cards.capture({ ...hold, amountCents }, calm), cards.release(hold, calm)]);
    assert.deepEqual(outcomes.map(({ kind }) => kind).sort(), ['done', 'refused']);
  }
});

test('neither the books nor the log hold a card number, a security code or a ticket', async () => {
  const databaseUrl = await emptyDatabase();
  const lines: string[] = [];
  const processor = await start(databaseUrl, lines);
  const cards = cardsOf(processor);
  const numbers = ['4242424242424242', '5454545454545454', '4000000000000002', '4000000000000341', '4111111111111111'];
  const cvv = '907';
  const tickets: string[] = [];
  for (const cardNumber of numbers) {
    for (const cents of [amountCents, 0]) {
      const sale = { key: randomUUID(), customerReference: randomUUID() };
      const opened = await cards.openCheckout({ ...sale, amountCents: cents, language: 'fr', ticketMinutes: 5 }, calm);
      const { ticket } = doneOf(opened);
      tickets.push(ticket);
      await submit(processor, { ticket, cardNumber: `${cardNumber}0`, cvv });
      await submit(processor, { ticket, cardNumber, cvv });
      await submit(processor, { ticket, cardNumber, cvv });
      const state = doneOf(await cards.readCheckout({ key: sale.key, ticket }, calm));
      if (state.kind !== 'approved') continue;
      if (cents > 0) await cards.capture({ key: sale.key, reference: state.reference, amountCents }, calm);
      else await cards.chargeSavedCard({ ...sale, key: randomUUID(), cardToken: state.cardToken!, amountCents }, calm);
    }
  }
  // A body that breaks off, and a card number where none belongs.
  for (const body of [`{"ticket":"${tickets[0]}","cardNumber":"${numbers[0]}`, `{"ticket":"${numbers[0]}"}`]) {
    const headers = { 'content-type': 'application/json' };
    await fetch(`${processor.origin}/checkout/submit`, { method: 'POST', headers, body });
  }
  await fetch(`${processor.origin}/checkout/${numbers[0]}?ticket=${tickets[0]}`);

  const written = await everyRow(databaseUrl);
  assert.ok(written.length > 20 && lines.length > 20);
  const kept = [...written, ...lines].join('\n');
  for (const secret of [...numbers, ...tickets, `"${cvv}"`]) assert.ok(!kept.includes(secret), secret);
  // Also not under another name: nothing that is left reads like a whole card number.
  const runs = kept.match(/(?<![\w-])\d{13,19}(?![\w-])/g) ?? [];
  assert.deepEqual(runs, []);
  assert.ok(written.some((row) => row.includes('4242********4242')));
});

/** Returns every row of every table of the processor, as text. */
async function everyRow(databaseUrl: string): Promise<readonly string[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const tables = await client.query<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'sandbox_cards'`,
    );
    const rows: string[] = [];
    for (const { name } of tables.rows) {
      const result = await client.query<{ row: string }>(
        `SELECT to_jsonb(t)::text AS row FROM sandbox_cards.${name} t`,
      );
      rows.push(...result.rows.map(({ row }) => row));
    }
    return rows;
  } finally {
    await client.end();
  }
}

async function start(databaseUrl: string, lines: string[] = []): Promise<RunningCardProcessor> {
  const add = (event: string, facts?: Facts): void => void lines.push(JSON.stringify({ event, ...facts }));
  const running = await startCardProcessor({
    databaseUrl,
    host: '127.0.0.1',
    port: 0,
    publicUrl: null,
    clock: () => new Date(),
    log: { info: add, warn: add, error: add },
  });
  let closing: Promise<void> | null = null;
  const close = (): Promise<void> => {
    closing ??= running.close();
    return closing;
  };
  afterwards(close);
  return { ...running, close };
}

function cardsOf({ origin, publicOrigin, token }: RunningCardProcessor) {
  return makeSandboxCards({ origin, publicOrigin, token });
}

async function ledgerOf({ origin, token }: RunningCardProcessor, customerReference: string) {
  return doneOf(await makeCardLedger({ origin, token })(customerReference, calm));
}

function submit({ origin }: RunningCardProcessor, body: object): Promise<Response> {
  return fetch(`${origin}/checkout/submit`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ expiry: '12/40', cvv: '123', ...body }),
  });
}

function doneOf<T>(outcome: Outcome<T>): T {
  assert.ok(outcome.kind === 'done', JSON.stringify(outcome));
  return outcome.value;
}
