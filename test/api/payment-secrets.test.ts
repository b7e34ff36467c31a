import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import { makeSandboxCards } from '../../src/adapters/sandbox-cards/sandbox-cards.ts';
import { addDays } from '../../src/domain/calendar.ts';
import { sweepCardPayments } from '../../src/flows/card/sweep-card-payments.ts';
import { openDatabase } from '../../src/store/database.ts';
import { keepReference } from '../../src/store/reference/keeper.ts';
import { linkBox } from '../kit/sale/link-box.ts';
import {
  cards,
  closeCheckout,
  openSaleClient,
  processorAddress,
  type Quoted,
  type SaleClient,
  type Started,
  sendCard,
} from '../kit/sale/paying.ts';
import { clockAt, inDatabase, noon, noonDay } from '../kit/sale/quoting.ts';
import { type Answer, startTestService, type TestService } from '../kit/service/service.ts';

/*
 * Every step of a payment is made, well and badly, with cards, security codes and tickets that are known here. Then
 * everything that anybody kept of it is searched for them: each row of each table of the database, of the service, the
 * sandbox processor, the lender and the jobs alike, each line of the log, and each answer but the one that hands out
 * the ticket.
 */
let service: TestService;
let ontario: SaleClient;
let today: Quoted;
let ahead: Quoted;

const cardNumbers = [...Object.values(cards), '4000000000000341', '378282246310005', '4242424242424241'];
/** Filled before the first payment, with codes that stand nowhere in the database as it comes. */
let cvvs: readonly string[];
const tickets: string[] = [];
const answers: string[] = [];
const lines: string[] = [];

before(async () => {
  service = await startTestService({ clock: clockAt(noon).clock });
  ontario = await openSaleClient(service);
  today = await ontario.quote();
  ahead = await ontario.quote({ effectiveDate: addDays(noonDay, 5) });
  const empty = (await dump()).join('\n');
  const candidates = Array.from({ length: 99 }, (_, index) => String(901 + index));
  cvvs = [...candidates.filter((code) => !codeIn(empty, code)).slice(0, 5), '9173'];
  assert.equal(cvvs.length, 6);
  await payInEveryWay();
});

/** Returns all rows of all tables as text, each with the name of its table. */
async function dump(): Promise<string[]> {
  const tables = await inDatabase(
    service.databaseUrl,
    `SELECT format('%I.%I', schemaname, tablename) AS name
     FROM pg_tables
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  );
  const rows: string[] = [];
  for (const { name } of tables) {
    const found = await inDatabase(service.databaseUrl, `SELECT t::text AS row FROM ${name} AS t`);
    rows.push(...found.map(({ row }) => `${name} ${row}`));
  }
  return rows;
}

/** A code of three or four digits stands by itself; inside a longer number, a fraction or a UUID it is no code. */
function codeIn(text: string, code: string): boolean {
  return new RegExp(`(?<![\\w.])${code}(?![\\w.])`).test(text.replaceAll(uuid, ''));
}

const uuid = /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/g;

/** Which secrets a text holds: as they are, in groups of four, or as the bytes that a column would show. */
function secretsIn(text: string): readonly string[] {
  const long = [...cardNumbers, ...tickets];
  const spelled = (secret: string): readonly string[] => [
    secret,
    secret.replaceAll(/(\d{4})(?=\d)/g, '$1 '),
    secret.replaceAll(/(\d{4})(?=\d)/g, '$1-'),
    encodeURIComponent(secret),
    Buffer.from(secret).toString('hex'),
    Buffer.from(secret).toString('base64').replace(/=+$/, ''),
    Buffer.from(secret, 'base64url').toString('hex'),
  ];
  return [
    ...long.filter((secret) => spelled(secret).some((one) => text.includes(one))),
    ...cvvs.filter((code) => codeIn(text, code)),
  ];
}

function assertClean(texts: readonly string[], what: string): void {
  const found = texts.filter((text) => secretsIn(text).length > 0);
  assert.deepEqual(
    found.map((text) => text.slice(0, 2_000)),
    [],
    what,
  );
}

async function started(body: object): Promise<Started> {
  const one = await ontario.started({ ...body });
  tickets.push(one.asked.ticket);
  return one;
}

function keep(...some: readonly Answer[]): void {
  answers.push(...some.map(({ text, headers }) => `${text} ${JSON.stringify([...headers])}`));
}

async function payInEveryWay(): Promise<void> {
  const held = today.choose('Replacement', 2);
  const saved = ahead.choose('LimitedIndemnity', 2);
  const spaced = '4242 4242 4242 4242';
  for (const choice of [held, saved]) {
    for (const [index, card] of [spaced, ...cardNumbers].entries()) {
      const one = await started(choice);
      const cvv = card.startsWith('37') ? cvvs.at(-1)! : cvvs[index % 5]!;
      keep(await sendCard(one, card, cvv), await ontario.confirm(one.asked), await ontario.confirm(one.asked));
      keep(await sendCard(one, card, cvv), await closeCheckout(one));
    }
    const closed = await started(choice);
    keep(await closeCheckout(closed), await ontario.confirm(closed.asked));
    await failInEveryWay(await started(choice));
    // This one is left alone, so that the sweep records it.
    await sendCard(await started(choice), cards.visa, cvvs[0]);
    await started(choice);
  }
  const wishes = { downPayment: 100, firstInstallmentDate: '2026-12-01' };
  for (const fault of ['', 'FinancingDeclined', 'FinancingUnavailable', 'InternalError']) {
    keep(await ontario.finance({ ...held, ...wishes }, { 'sandbox-fault': fault }));
  }
  await sweepTwice();
}

/** The ticket and a card, sent to wherever a clumsy partner could send them. */
async function failInEveryWay({ asked, checkoutOrigin }: Started): Promise<void> {
  const [cvv] = cvvs;
  const typed = { cardNumber: cards.visa, expiry: '12/30', cvv };
  for (const fault of ['CardPaymentUnavailable', 'InternalError', 'RateLimitExceeded']) {
    keep(await ontario.confirm(asked, { 'sandbox-fault': fault }));
  }
  const other = (await ontario.started(today.choose('Replacement', 1))).asked;
  tickets.push(other.ticket);
  keep(
    await ontario.confirm({ ...asked, ticket: other.ticket }),
    await ontario.confirm({ ...asked, paymentId: asked.ticket }),
    await ontario.confirm({ ...asked, applicationId: asked.ticket, ...typed }),
    await ontario.confirm({ ...asked, paymentId: undefined }),
    await ontario.confirm({ ticket: [asked.ticket] }),
    await ontario.confirm(`{"ticket":"${asked.ticket}","cardNumber":"${cards.visa}"`),
    await ontario.start({ ...today.choose('Replacement', 1, ['RPL']), ...typed, applicationId: asked.ticket }),
    await ontario.start({ ...today.choose('Replacement', 1, ['RPL']), chargeDate: asked.ticket }),
    await ontario.finance({ ...asked, ...typed }),
    await ontario.quoteClient.quote({ ...asked, ...typed }),
  );
  for (const path of [`/card-checkout?ticket=${asked.ticket}`, `/v1/payment/card/${asked.ticket}`, `/${cards.visa}`]) {
    await ontario.quoteClient.get(path);
  }
  await service.call('POST', `/v1/payment/card/confirm?ticket=${asked.ticket}`, {
    token: ontario.quoteClient.token,
    body: asked,
  });
  for (const body of [{ ...typed, ticket: other.ticket, expiry: '13/99' }, `{"cardNumber":"${cards.visa}","ticket"`]) {
    for (const path of ['/checkout/submit', '/checkout/cancel', `/checkout/${asked.ticket}`, '/api/checkouts/read']) {
      await fetch(checkoutOrigin + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      });
    }
  }
}

/** Once without a processor and once with it, until everything has lapsed. */
async function sweepTwice(): Promise<void> {
  const { checkoutOrigin } = await started(today.choose('Replacement', 1));
  const onFault = (error: unknown): void => void lines.push(String(error));
  const database = openDatabase({ url: service.databaseUrl, poolSize: 2, onConnectionLost: onFault });
  const reference = await keepReference({ database, url: service.databaseUrl, onFault });
  const add = (event: string, facts = {}): void => void lines.push(JSON.stringify({ event, ...facts }));
  const log = { info: add, warn: add, error: add };
  for (const origin of ['http://127.0.0.1:9', checkoutOrigin]) {
    const plug = makeSandboxCards({ ...(await processorAddress(service, origin)), publicOrigin: origin });
    const parts = { database, cards: plug, linkBox, reference: reference.current, log };
    for (const day of ['2026-11-17', '2026-11-19']) await sweepCardPayments(parts, new Date(`${day}T00:00:00Z`));
  }
  await reference.close();
  await database.end();
}

test('the search finds what it looks for', async () => {
  const ticket = tickets[0]!;
  const hidden = [
    `(1,${ticket})`,
    `{"ticket":"${Buffer.from(ticket).toString('base64')}"}`,
    `(\\x${Buffer.from(ticket).toString('hex')})`,
    `(\\x${Buffer.from(ticket, 'base64url').toString('hex')})`,
    '("5454-5454-5454-5454")',
    '5454 5454 5454 5454',
    `{"cvv":"${cvvs[0]}"}`,
    `(a,${cvvs[0]},b)`,
  ];
  for (const text of hidden) assert.equal(secretsIn(text).length, 1, text);
  assert.deepEqual(secretsIn(`4242********4242 0.${cvvs[0]} 1${cvvs[0]}`), []);
});

test('the run went through every outcome', async () => {
  const rows = await inDatabase(service.databaseUrl, 'SELECT DISTINCT status FROM card_payment ORDER BY status');
  assert.deepEqual(
    rows.map(({ status }) => status),
    ['Cancelled', 'Declined', 'Released'],
  );
  const all = (await dump()).join('\n');
  for (const kept of ['4242********4242', '5454********5454', 'sandbox_cards.saved_card', 'public.card_payment']) {
    assert.ok(all.includes(kept), kept);
  }
  const log = service.lines.join('\n');
  for (const kept of ['"paymentCard"', '"paymentCardConfirm"', '/checkout/submit', 'request failed', 'InternalError']) {
    assert.ok(log.includes(kept), kept);
  }
  assert.ok(tickets.length > 20 && answers.length > 90, `${tickets.length} ${answers.length}`);
});

test('no row of any table holds a ticket, a card number or a security code', async () => {
  assertClean(await dump(), 'rows');
});

test('no line of the log holds one, and none holds an address that a caller asked for', () => {
  const all = [...service.lines, ...lines];
  // How long something took can be any number.
  assertClean(
    all.map((line) => line.replaceAll(/"durationMs":[\d.]+/g, '')),
    'lines',
  );
  assert.deepEqual(
    all.filter((line) => /[?&]ticket=|card-checkout\?/.test(line)),
    [],
  );
});

test('no answer holds one, except the start’s own', () => {
  assertClean(answers, 'answers');
});

test('of a ticket the service and the processor keep a hash, and of a card its first and last four digits', async () => {
  const hashes = await inDatabase(
    service.databaseUrl,
    `SELECT length(ticket_hash) AS bytes FROM card_payment
     UNION SELECT length(ticket_hash) FROM sandbox_cards.payment WHERE ticket_hash IS NOT NULL`,
  );
  assert.deepEqual(hashes, [{ bytes: 32 }]);
  const masked = await inDatabase(
    service.databaseUrl,
    `SELECT masked_card_number AS number FROM card_payment WHERE masked_card_number IS NOT NULL
     UNION SELECT masked_card_number FROM sandbox_cards.payment WHERE masked_card_number IS NOT NULL
     UNION SELECT masked_card_number FROM sandbox_cards.saved_card`,
  );
  assert.notEqual(masked.length, 0);
  for (const { number } of masked) assert.match(number, /^\d{4}\*{7,8}\d{4}$/);
});
