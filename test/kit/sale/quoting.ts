import assert from 'node:assert/strict';
import pg from 'pg';
import type { Clock } from '../../../src/domain/calendar.ts';
import type { Answer, TestService } from '../service/service.ts';

/** A Sunday at noon in Toronto; every sandbox seller has the same date. */
export const noon = '2026-11-15T17:00:00Z';
export const noonDay = '2026-11-15';

export type Series = 'Prime' | 'Plus';
export type PurchaseMethod = 'Cash' | 'Finance' | 'Lease';
export type Json = Record<string, unknown>;

export const purchaseMethods: readonly PurchaseMethod[] = ['Cash', 'Finance', 'Lease'];
export const lienHolderId = 'lh-ally-credit-canada';

/** What a valid request of each sandbox seller contains. Nova Scotia may sell Plus but is linked to no dealer. */
export const sellers = {
  ontario: seller('Toronto', 'M5V 2T6', 'dl-sample-motors-ottawa'),
  quebec: { ...seller('Montréal', 'H2Y 1C6', 'dl-autos-exemple-montreal'), producerCode: 'QC-0042' },
  alberta: seller('Calgary', 'T2P 1B3', null),
  novascotia: seller('Halifax', 'B3J 1B5', null),
  manitoba: seller('Winnipeg', 'R3C 1B1', 'dl-sample-motors-winnipeg'),
  levis: seller('Lévis', 'G6V 1A1', 'dl-garage-exemple-quebec'),
} as const satisfies Readonly<Record<string, SellerFacts>>;

export type SellerName = keyof typeof sellers;
/** One for each province. */
export const sellerNames = (Object.keys(sellers) as SellerName[]).filter((name) => name !== 'levis');

interface SellerFacts {
  readonly city: string;
  readonly postalCode: string;
  readonly dealerId: string | null;
  readonly producerCode?: string;
}

function seller(city: string, postalCode: string, dealerId: string | null): SellerFacts {
  return { city, postalCode, dealerId };
}

/** What a vehicle is quoted for; the same at the look-up and on the quote. */
export interface QuoteChanges {
  readonly series?: Series;
  readonly purchaseMethod?: PurchaseMethod;
  readonly effectiveDate?: string;
  readonly odometer?: number;
  readonly year?: number;
  readonly partnerReference?: string;
  readonly language?: string;
}

/** Calls the API as one seller, up to a quote. Its requests are valid unless a test changes them. */
export interface QuoteClient {
  readonly name: SellerName;
  readonly token: string;
  readonly get: (path: string, headers?: Readonly<Record<string, string>>) => Promise<Answer>;
  readonly testVin: (year?: number) => Promise<string>;
  readonly lookUp: (query: Readonly<Record<string, string>>) => Promise<Answer>;
  /** The id of the VIN's first configuration. */
  readonly vehicleId: (query: Readonly<Record<string, string>>) => Promise<string>;
  /** A valid quote request for a new test VIN, which it looks up. */
  readonly request: (wish?: QuoteChanges) => Promise<Json>;
  readonly quote: (body: unknown, headers?: Readonly<Record<string, string>>) => Promise<Answer>;
}

export async function openQuoteClient(
  service: Pick<TestService, 'call' | 'login'>,
  name: SellerName = 'ontario',
): Promise<QuoteClient> {
  const token = await service.login(name);
  const get: QuoteClient['get'] = (path, headers = {}) => service.call('GET', path, { token, headers });
  const testVin: QuoteClient['testVin'] = async (year = 2024) => {
    const answer = await get(`/v1/test-vin?year=${year}`);
    assert.equal(answer.status, 200, answer.text);
    return answer.body.vin;
  };
  const lookUp: QuoteClient['lookUp'] = (query) =>
    get(`/v1/quote/vehicle-configurations?${new URLSearchParams(query)}`);
  const vehicleId: QuoteClient['vehicleId'] = async (query) => {
    const answer = await lookUp(query);
    assert.equal(answer.status, 200, answer.text);
    assert.notEqual(answer.body.vehicles.length, 0, `nothing eligible for ${JSON.stringify(query)}`);
    return answer.body.vehicles[0].id;
  };
  return {
    name,
    token,
    get,
    testVin,
    lookUp,
    vehicleId,
    quote: (body, headers = {}) => service.call('POST', '/v1/quote', { token, body, headers }),
    request: async (wish = {}) => {
      const { purchaseMethod = 'Cash', effectiveDate = noonDay, odometer = 24_500, year = 2024 } = wish;
      const vin = await testVin(year);
      const id = await vehicleId({
        Vin: vin,
        EffectiveDate: effectiveDate,
        Odometer: String(odometer),
        PurchaseMethod: purchaseMethod,
      });
      return requestFor(name, { ...wish, purchaseMethod, effectiveDate, odometer }, id);
    },
  };
}

/** A valid quote request for a vehicle whose id is known. */
export function requestFor(name: SellerName, wish: QuoteChanges, vehicleConfigurationId: string): Json {
  const { dealerId, producerCode, city, postalCode }: SellerFacts = sellers[name];
  const { series = 'Prime', purchaseMethod = 'Cash' } = wish;
  return {
    series,
    vehicleConfigurationId,
    effectiveDate: wish.effectiveDate ?? noonDay,
    odometer: wish.odometer ?? 24_500,
    purchaseMethod,
    ...(series === 'Plus' && { dealerId, dealerContact: { name: 'Jordan Lee', emailAddress: 'jordan@example.ca' } }),
    ...(producerCode !== undefined && { producerCode }),
    ...(wish.partnerReference !== undefined && { partnerReference: wish.partnerReference }),
    ...(wish.language !== undefined && { language: wish.language }),
    ...(purchaseMethod !== 'Cash' && { lienHolderId }),
    applicant: applicantAt(city, postalCode),
  };
}

export function applicantAt(city: string, postalCode: string): Json {
  return {
    firstOrCompanyName: 'Marie-Ève',
    lastName: 'Tremblay',
    addressLine1: '301 Sample Street',
    city,
    postalCode,
    phoneNumber: '416-555-0142',
    emailAddress: 'marie-eve@example.ca',
  };
}

/** A copy with the values at the dotted paths replaced; `undefined` takes a property out. */
export function changed(request: Json, changes: Json): Json {
  const copy = structuredClone(request);
  for (const [path, value] of Object.entries(changes)) {
    const names = path.split('.');
    const last = names.pop()!;
    const parent = names.reduce((object, name) => object[name] as Json, copy);
    if (value === undefined) delete parent[last];
    else parent[last] = value;
  }
  return copy;
}

/** Asserts a 422 with exactly these faults, each written as `Code field`, each once and with a message. */
export function assertRefused(answer: Answer, expected: readonly string[], about = ''): void {
  assert.equal(answer.status, 422, `${about} ${answer.text}`);
  assert.equal(answer.body.isValid, false);
  const errors = answer.body.errors as { code: string; field: string; message: string; params?: object }[];
  assert.deepEqual(errors.map(({ code, field }) => `${code} ${field}`.trim()).sort(), [...expected].sort(), about);
  for (const { params: _, ...item } of errors) {
    assert.deepEqual(Object.keys(item), ['code', 'field', 'message']);
    assert.match(item.message, /^\p{Lu}.+\.$/u, about);
  }
}

export function assertQuoted(answer: Answer, about = ''): void {
  assert.equal(answer.status, 200, `${about} ${answer.text}`);
  assert.equal(answer.body.isValid, true);
  assert.deepEqual(answer.body.errors, []);
}

export interface MovableClock {
  readonly clock: Clock;
  readonly moveTo: (instant: string) => void;
}

export function clockAt(instant: string): MovableClock {
  let now = new Date(instant);
  return {
    clock: () => now,
    moveTo: (next) => {
      now = new Date(next);
    },
  };
}

/** One statement in the service's own database. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into rows of any shape.
export async function inDatabase(url: string, sql: string, values: readonly unknown[] = []): Promise<any[]> {
  const client = new pg.Client({ connectionString: url });
  // A server that ends meanwhile fails the query; the client's own event must not end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(sql, [...values])).rows;
  } finally {
    await client.end();
  }
}
