import type { Operation } from '@northbind/contract/operation.ts';
import { operations } from '@northbind/contract/operations.ts';
import pg from 'pg';
import { until } from '../kit/processes/until.ts';
import { changed, type Json, requestFor } from '../kit/sale/quoting.ts';
import { type Answered, connect, send, todayInOntario, tokenOf } from './kit/partner.ts';
import { type Proof, unless } from './kit/proof.ts';
import type { Testbed } from './kit/testbed.ts';

/**
 * Every operation that takes an id is called with another seller's: the answer is, byte for byte, the one to an id that
 * nobody has, and nothing changes in any table.
 */
export const isolation: Proof = {
  name: 'isolation',
  about: 'Every operation that takes an id is called with the ids of others.',
  run: async (testbed) => {
    const databaseUrl = await testbed.postgres.newDatabase();
    const { url } = await testbed.startInstance(databaseUrl);
    const owner = await makeBelongings(testbed, url, 'ontario');
    const faults: string[] = [];
    let pairs = 0;
    const walked = new Set<string>();
    const all: readonly Operation[] = operations;
    const isForAllSellers = (id: string) => all.some((one) => one.id === id && one.isForAllSellers === true);
    for (const intruder of ['quebec', 'manitoba', 'all of another integration']) {
      const isAll = intruder.startsWith('all');
      const token = isAll ? await tokenOfAll(url) : await tokenOf(testbed, url, intruder);
      const own = await makeBelongings(testbed, url, isAll ? 'manitoba' : intruder);
      const before = await fingerprint(databaseUrl);
      for (const { operation, property, call, theirs, nobodys, isSearch } of walk(own, owner)) {
        if (isAll && !isForAllSellers(operation)) continue;
        for (const id of [theirs, theirs.toUpperCase()]) {
          const foreign = await send(url, { ...call(id), token });
          const unknown = await send(url, { ...call(id === theirs ? nobodys : nobodys.toUpperCase()), token });
          pairs += 1;
          walked.add(`${operation} ${property}`);
          const difference = differenceOf(foreign, unknown);
          const isNo = foreign.status === (isSearch === true ? 200 : 422);
          faults.push(
            ...unless(difference === null, `${intruder}, ${operation} with another's ${property}: ${difference}`),
          );
          faults.push(
            ...unless(
              isNo,
              `${intruder}, ${operation} with another's ${property}: ${foreign.status} ${foreign.text.slice(0, 200)}`,
            ),
          );
        }
      }
      const moved = differing(before, await fingerprint(databaseUrl));
      faults.push(...unless(moved.length === 0, `${intruder} changed ${moved.join(', ')}`));
    }
    const expected = operations.flatMap(idsOf);
    const missing = expected.filter((one) => !walked.has(one));
    return {
      did: 'Each operation that takes an id is called by sellers of the same and of another integration, and by a token for all sellers of the other, with the first seller’s ids, and with ids that nobody has; answers and all tables are compared.',
      counts: { 'operations and ids': expected.length, 'calls compared': pairs, differing: faults.length },
      faults: [...faults, ...missing.map((one) => `not walked: ${one}`)],
    };
  },
};

/** A token for all sellers of the second integration's client. */
async function tokenOfAll(url: string): Promise<string> {
  const form = {
    grant_type: 'client_credentials',
    scope: 'read manage seller:*',
    client_id: 'northbind-sandbox-2-oauth',
    client_secret: 'sandbox-oauth-secret-2',
  };
  const response = await fetch(`${url}/oauth2/token`, { method: 'POST', body: new URLSearchParams(form) });
  return ((await response.json()) as { access_token: string }).access_token;
}

/** What one seller has: a quote, a bound sale by card, and the ids that came with them. */
interface Belongings {
  readonly seller: string;
  readonly vehicleId: string;
  readonly quote: Json;
  readonly selection: Json;
  readonly paymentId: string;
  readonly ticket: string;
  readonly documentId: string;
  readonly dealerId: string;
  readonly policyNumber: string;
  readonly eventId: string;
  readonly saleLinkId: string | null;
  readonly endpointId: string;
  readonly deliveryId: string;
  readonly requestId: string;
}

type SellerWithDealer = 'ontario' | 'quebec' | 'manitoba';
const strangeDealer = 'dl-nobody-knows';

async function makeBelongings(testbed: Testbed, url: string, seller: string): Promise<Belongings> {
  const { northbind } = connect(testbed, url, { username: seller });
  const today = todayInOntario();
  const asked = { effectiveDate: today, odometer: 24_500, purchaseMethod: 'Cash' } as const;
  const newQuote = async (): Promise<{ vehicleId: string; request: Json; selection: Json }> => {
    const { vin } = await northbind.testVin(2024);
    const [vehicle] = await northbind.vehicles.lookUp({ vin, ...asked });
    const request = requestFor(seller as SellerWithDealer, asked, vehicle!.id);
    const answer = await northbind.quotes.create(request as never);
    const term = answer.replacementOptions.at(-1)!;
    const selection = {
      applicationId: answer.applicationId,
      coverageCategory: 'Replacement',
      paymentTermInYears: term.paymentTermInYears,
      selectedProducts: term.coverage.map(({ productType }) => productType),
    };
    return { vehicleId: vehicle!.id, request, selection };
  };
  const sold = await newQuote();
  const { documentDownloadId, policyNumber } = await northbind.bind({
    ...sold.selection,
    paymentMethod: 'REF',
    paymentReference: 'X-1',
  } as never);
  const open = await newQuote();
  const { paymentId, ticket } = await northbind.cardPayments.start(open.selection as never);
  const [dealer] = await northbind.dealers.list();
  const { events } = await northbind.events.after(); // Reading them publishes them.
  const token = await tokenOf(testbed, url, seller);
  const hook = await makeEndpoint(url, token);
  return {
    ...hook,
    requestId: await makeLoggedCall(url, token),
    policyNumber,
    eventId: events.at(-1)!.id,
    seller,
    paymentId,
    ticket,
    quote: open.request,
    vehicleId: open.vehicleId,
    selection: open.selection,
    documentId: documentDownloadId,
    // Not every seller sells by link; the one whose ids are asked for does.
    saleLinkId: seller === 'manitoba' ? null : (await northbind.saleLinks.create({ partnerReference: 'X-1' })).id,
    dealerId: dealer!.id,
  };
}

/** A call that the seller finds in its own log. */
async function makeLoggedCall(url: string, token: string): Promise<string> {
  const requestId = (await send(url, { method: 'GET', path: '/v1/seller', token })).headers.get('x-request-id')!;
  await until(
    () => send(url, { method: 'GET', path: `/v1/requests?requestId=${requestId}`, token }),
    ({ text }) => JSON.parse(text).requests.length === 1,
  );
  return requestId;
}

/** Disabled, so that nothing is sent and no job writes anything about it. */
async function makeEndpoint(url: string, token: string) {
  const path = '/v1/webhook-endpoints';
  const call = async (asked: { method?: string; path: string; body?: Json }) =>
    JSON.parse((await send(url, { ...asked, token })).text);
  const { id: endpointId } = await call({ path, body: { url: 'https://partner.example.ca/hooks' } });
  await call({ method: 'PATCH', path: `${path}/${endpointId}`, body: { status: 'Disabled' } });
  const { delivery } = await call({ path: `${path}/${endpointId}/ping`, body: {} });
  return { endpointId: String(endpointId), deliveryId: String(delivery.id) };
}

interface Step {
  readonly operation: string;
  /** The property that holds the other's id. */
  readonly property: string;
  readonly theirs: string;
  readonly nobodys: string;
  /** What is not found is an empty list. */
  readonly isSearch?: true;
  readonly call: (id: string) => { readonly method?: string; readonly path: string; readonly body?: Json };
}

const nobodysId = '0190c0de-0000-7000-8000-00000000abcd';

function walk(own: Belongings, other: Belongings): readonly Step[] {
  const theirApplication = String(other.selection.applicationId);
  const step = (
    operation: string,
    property: string,
    theirs: string,
    call: Step['call'],
    nobodys = nobodysId,
  ): Step => ({
    operation,
    property,
    theirs,
    nobodys,
    call,
  });
  const quote = (changes: Json) => ({ path: '/v1/quote', body: changed(own.quote, changes) });
  const plus = { series: 'Plus', dealerContact: { name: 'Jordan Lee', emailAddress: 'jordan@example.ca' } };
  const bindBody = { ...own.selection, paymentMethod: 'CC', cardPayment: { paymentId: own.paymentId } };
  const confirm = { applicationId: own.selection.applicationId, paymentId: own.paymentId, ticket: own.ticket };
  const financing = { ...own.selection, downPayment: 100, firstInstallmentDate: own.quote.effectiveDate };
  return [
    step('quote', 'applicationId', theirApplication, (id) => quote({ applicationId: id })),
    // A signed id with its last character changed.
    step(
      'quote',
      'vehicleConfigurationId',
      other.vehicleId,
      (id) => quote({ vehicleConfigurationId: id }),
      spoilt(other.vehicleId),
    ),
    step('quote', 'dealerId', other.dealerId, (id) => quote({ ...plus, dealerId: id }), strangeDealer),
    step('quoteFinancing', 'applicationId', theirApplication, (id) => ({
      path: '/v1/quote/financing',
      body: { ...financing, applicationId: id },
    })),
    step('paymentCard', 'applicationId', theirApplication, (id) => ({
      path: '/v1/payment/card',
      body: { ...own.selection, applicationId: id },
    })),
    step('paymentCardConfirm', 'applicationId', theirApplication, (id) => ({
      path: '/v1/payment/card/confirm',
      body: { ...confirm, applicationId: id, paymentId: other.paymentId, ticket: other.ticket },
    })),
    step('paymentCardConfirm', 'paymentId', other.paymentId, (id) => ({
      path: '/v1/payment/card/confirm',
      body: { ...confirm, paymentId: id, ticket: other.ticket },
    })),
    step('disclosures', 'applicationId', theirApplication, (id) => ({
      path: '/v1/disclosures',
      body: { ...own.selection, paymentMethod: 'REF', applicationId: id },
    })),
    step('bind', 'applicationId', theirApplication, (id) => ({
      path: '/v1/bind',
      body: { ...bindBody, applicationId: id },
    })),
    step('bind', 'cardPayment.paymentId', other.paymentId, (id) => ({
      path: '/v1/bind',
      body: { ...bindBody, cardPayment: { paymentId: id } },
    })),
    step('document', 'downloadId', other.documentId, (id) => ({ method: 'GET', path: `/v1/document/${id}` })),
    ...(['GET', 'DELETE'] as const).map((method) =>
      step(method === 'GET' ? 'saleLink' : 'withdrawSaleLink', 'id', other.saleLinkId!, (id) => ({
        method,
        path: `/v1/sale-links/${id}`,
      })),
    ),
    step('application', 'applicationId', theirApplication, (id) => ({
      method: 'GET',
      path: `/v1/applications/${id}`,
    })),
    step(
      'policy',
      'policyNumber',
      other.policyNumber,
      (id) => ({ method: 'GET', path: `/v1/policies/${id}` }),
      'NB000000000',
    ),
    step('events', 'after', other.eventId, (id) => ({ method: 'GET', path: `/v1/events?after=${id}` })),
    step(
      'cancellationRequest',
      'policyNumber',
      other.policyNumber,
      (id) => ({
        path: `/v1/policies/${id}/cancellation-request`,
        body: { effectiveDate: own.quote.effectiveDate, reason: 'VehicleSold' },
      }),
      'NB000000000',
    ),
    ...(['GET', 'DELETE'] as const).map((method) =>
      step(
        method === 'GET' ? 'latestCancellationRequest' : 'withdrawCancellationRequest',
        'policyNumber',
        other.policyNumber,
        (id) => ({ method, path: `/v1/policies/${id}/cancellation-request` }),
        'NB000000000',
      ),
    ),
    ...endpointCalls.map(([operation, method, path, body]) =>
      step(operation, 'id', other.endpointId, (id) => ({
        method,
        path: `/v1/webhook-endpoints/${id}${path}`,
        ...(body !== null && { body }),
      })),
    ),
    step('replayWebhookDelivery', 'id', other.endpointId, (id) => ({
      path: `/v1/webhook-endpoints/${id}/deliveries/${other.deliveryId}/replay`,
      body: {},
    })),
    step('replayWebhookDelivery', 'deliveryId', other.deliveryId, (id) => ({
      path: `/v1/webhook-endpoints/${own.endpointId}/deliveries/${id}/replay`,
      body: {},
    })),
    {
      ...step('requests', 'requestId', other.requestId, (id) => ({
        method: 'GET',
        path: `/v1/requests?requestId=${id}`,
      })),
      isSearch: true,
    },
    step(
      'sandboxDecision',
      'policyNumber',
      other.policyNumber,
      (id) => ({ path: '/sandbox/cancellation-requests/decide', body: { policyNumber: id, decision: 'Accept' } }),
      'NB000000000',
    ),
    step(
      'sandboxLoans',
      'policyNumber',
      other.policyNumber,
      (id) => ({ path: '/sandbox/loans', body: { policyNumber: id, state: 'InDefault' } }),
      'NB000000000',
    ),
    step(
      'sandboxCancellations',
      'policyNumber',
      other.policyNumber,
      (id) => ({ path: '/sandbox/cancellations', body: { policyNumber: id, reason: 'VehicleSold' } }),
      'NB000000000',
    ),
    step(
      'sandboxPayments',
      'policyNumber',
      other.policyNumber,
      (id) => ({ path: '/sandbox/payments', body: { policyNumber: id, kind: 'Received' } }),
      'NB000000000',
    ),
    step(
      'sandboxRefunds',
      'policyNumber',
      other.policyNumber,
      (id) => ({ path: '/sandbox/refunds', body: { policyNumber: id } }),
      'NB000000000',
    ),
    step(
      'sandboxDisputes',
      'policyNumber',
      other.policyNumber,
      (id) => ({ path: '/sandbox/disputes', body: { policyNumber: id, outcome: 'Opened' } }),
      'NB000000000',
    ),
    step('sandboxLedger', 'applicationId', theirApplication, (id) => ({
      method: 'GET',
      path: `/sandbox/ledger?applicationId=${id}`,
    })),
  ];
}

const endpointCalls = [
  ['webhookEndpoint', 'GET', '', null],
  ['changeWebhookEndpoint', 'PATCH', '', { status: 'Disabled' }],
  ['deleteWebhookEndpoint', 'DELETE', '', null],
  ['rotateWebhookSecret', 'POST', '/rotate-secret', {}],
  ['pingWebhookEndpoint', 'POST', '/ping', {}],
  ['webhookDeliveries', 'GET', '/deliveries', null],
  ['replayWebhookEvents', 'POST', '/replay', { since: '2020-01-01T00:00:00Z' }],
] as const;

function spoilt(id: string): string {
  const middle = Math.floor(id.length / 2);
  return id.slice(0, middle) + (id[middle] === 'A' ? 'B' : 'A') + id.slice(middle + 1);
}

const isId = (name: string): boolean => /Id$|^(id|policyNumber|after)$/.test(name);
/** Lienholders are shared by all sellers, and another insurer's policies are not ours. */
const isOthers = (path: string): boolean => path === 'lienHolderId' || path === 'primaryInsurer.policyNumber';

/** Finds every id of a seller's own record. */
function idsOf({ id, request }: Operation): readonly string[] {
  const within = (schema: unknown, prefix: string): readonly string[] => {
    const { properties = {} } = (schema ?? {}) as { readonly properties?: Readonly<Record<string, unknown>> };
    return Object.entries(properties).flatMap(([name, inner]) => [
      ...(isId(name) && !isOthers(prefix + name) ? [`${id} ${prefix}${name}`] : []),
      ...within(inner, `${prefix}${name}.`),
    ]);
  };
  return [request.params, request.query, request.body].flatMap((schema) => within(schema, ''));
}

/** Null when the answers can't be told apart. */
function differenceOf(one: Answered, other: Answered): string | null {
  if (one.status !== other.status) return `${one.status} instead of ${other.status}`;
  if (one.text !== other.text) return `${one.text.slice(0, 200)} instead of ${other.text.slice(0, 200)}`;
  const [mine, yours] = [headersOf(one), headersOf(other)];
  return mine === yours ? null : `headers ${mine} instead of ${yours}`;
}

/** What counts or names each call differs between any two. */
const ofEachCall: ReadonlySet<string> = new Set(['x-request-id', 'date', 'ratelimit-remaining', 'ratelimit-reset']);

function headersOf({ headers }: Answered): string {
  return JSON.stringify([...headers].filter(([name]) => !ofEachCall.has(name)));
}

/** Tables that every call or a job writes. */
const ofEveryCall = [
  'books_pass',
  'daily_%',
  'answer_%',
  'rate_%',
  'mail',
  'document_content',
  'reference_topic',
  'partner_request',
];

/** Returns every table with a hash of all its rows. */
async function fingerprint(databaseUrl: string): Promise<ReadonlyMap<string, string>> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
       WHERE schemaname IN ('public', 'sandbox_cards', 'sandbox_lender') AND NOT tablename LIKE ANY ($1)`,
      [ofEveryCall],
    );
    // A job chains the audit's rows soon after they were written.
    await until(
      async () => (await client.query('SELECT FROM audit WHERE place IS NULL LIMIT 1')).rowCount,
      (open) => open === 0,
    );
    const hashes = new Map<string, string>();
    for (const { name } of rows) {
      const sql = `SELECT md5(coalesce(string_agg(one::text, '' ORDER BY one::text), '')) AS hash FROM ${name} AS one`;
      hashes.set(name, (await client.query<{ hash: string }>(sql)).rows[0]!.hash);
    }
    return hashes;
  } finally {
    await client.end();
  }
}

function differing(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): readonly string[] {
  return [...after].filter(([name, hash]) => before.get(name) !== hash).map(([name]) => name);
}
