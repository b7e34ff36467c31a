import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { compose } from '../../src/documents/compose.ts';
import { sampleIssuer } from '../../src/documents/issuer.ts';
import type { PrintJob } from '../../src/documents/sheet.ts';
import { addDays, dateIn } from '../../src/domain/calendar.ts';
import { makeTestVin } from '../../src/vehicles/test-vins.ts';
import { samplePolicy } from '../../test/kit/sale/sample-policy.ts';
import { type BenchSetup, settle } from './bench-setup.ts';
import type { Environment } from './environment.ts';
import type { SampleRequest } from './load.ts';
import { median } from './measure.ts';
import { percentile, sendSteadily } from './pace.ts';
import { peersFolder, startNest } from './peers.ts';
import { type Findings, only, type Target } from './report.ts';
import { bankAccount } from './sales.ts';
import { table } from './table.ts';

/**
 * A sale as the customer at the counter feels it: the partner's software authenticates, looks the vehicle up, quotes,
 * takes the payment, binds, and has the last byte of the policy's PDF. One customer after the other, on one connection;
 * first with the service at rest, then beside other sales at a constant rate.
 */
export interface WholeSaleAsked {
  readonly salesOf: number;
  readonly starts: number;
  readonly hasPeers: boolean;
}

type Way = 'REF' | 'CC' | 'PFF';
/** A sale by REF and the peer's, with the service's fonts in its paper and with the one that every PDF reader has. */
type Turn = 'REF' | 'embedded' | 'built in';
const ways: readonly Way[] = ['REF', 'CC', 'PFF'];
const besidePerSecond = 50;
const limits = { p50Ms: 15, p99Ms: 45, ofPeer: 4, besideP99: 3, firstMs: 100 } as const;
const blocks = 5;
/** A block ends after these, however slow the machine is. */
const blockSeconds = 40;
const warmUps = 60;

export async function measureWholeSales(
  environment: Environment,
  setup: BenchSetup,
  asked: WholeSaleAsked,
): Promise<Findings> {
  const { databaseUrl, context, service, sales } = setup;
  const customers = openCustomers(service.url);
  const calm = new Map<Way, number[]>();
  const beside = new Map<Way, number[]>();
  const inTurns = new Map<Turn, number[]>();
  const add = <K>(times: Map<K, number[]>, key: K, ms: number) => times.set(key, [...(times.get(key) ?? []), ms]);
  let nest: Awaited<ReturnType<typeof startNest>> | null = null;
  try {
    for (let turn = 0; turn < warmUps; turn += 1) for (const way of ways) await customers.sell(way);
    await settle(context.database);
    console.log('whole sales, calm');
    for (let turn = 0; turn < asked.salesOf; turn += 1)
      for (const way of ways) add(calm, way, await customers.sell(way));
    if (asked.hasPeers) {
      // Only now: what it does after its answers would slow the sales that follow them.
      nest = await startNest(databaseUrl);
      const draw = await openPdfkit();
      const { url } = nest;
      const sellOnPeer = (isEmbedded: boolean) => customers.sellOnPeer({ url, draw: () => draw(isEmbedded) });
      for (let turn = 0; turn < warmUps; turn += 1) await sellOnPeer(turn % 2 === 0);
      for (let turn = 0; turn < asked.salesOf / 4; turn += 1) {
        add(inTurns, 'REF', await customers.sell('REF'));
        add(inTurns, 'embedded', await sellOnPeer(true));
        add(inTurns, 'built in', await sellOnPeer(false));
      }
      await nest.stop();
      nest = null;
    }
    for (const [way, times] of calm) console.log(`  ${way}: p50 ${median(times).toFixed(1)} ms`);
    console.log(`whole sales beside ${besidePerSecond} others a second`);
    for (let block = 0; block < blocks; block += 1) {
      const count = Math.ceil(asked.salesOf / blocks);
      const binds = await sales.referred(blockSeconds * besidePerSecond);
      const until = performance.now() + (blockSeconds - 5) * 1_000;
      const quotes = setup.partner.quotes;
      const stops = [
        sendSteadily({ url: service.url, requests: thenQuotes(binds, quotes), perSecond: besidePerSecond }),
        sendSteadily({ url: service.url, requests: thenQuotes([], quotes), perSecond: besidePerSecond }),
      ];
      for (let turn = 0; turn < count && performance.now() < until; turn += 1)
        for (const way of ways) add(beside, way, await customers.sell(way));
      for (const stop of stops) await stop();
    }
  } finally {
    await nest?.stop();
    customers.close();
  }
  const firsts: number[] = [];
  for (let start = 0; start < asked.starts; start += 1) firsts.push(await firstSale(environment, databaseUrl));
  return findingsOf({ calm, inTurns, beside, firsts });
}

/** On a service that has just said that it is healthy. */
async function firstSale(environment: Environment, databaseUrl: string): Promise<number> {
  const service = await environment.startService(databaseUrl);
  const customers = openCustomers(service.url);
  try {
    while (!(await fetch(`${service.url}/healthcheck`)).ok) await new Promise((resolve) => setTimeout(resolve, 5));
    return await customers.sell('REF');
  } finally {
    customers.close();
    await service.stop();
  }
}

interface Peer {
  readonly url: string;
  readonly draw: () => Promise<Uint8Array>;
}

/** Each call sells to a new customer with a new vehicle, and returns how long that took. */
function openCustomers(url: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const effectiveDate = addDays(dateIn('ON', new Date()), 5);
  const year = new Date().getFullYear();

  const call = async <T>(address: string, method: 'GET' | 'POST', headers: object, body?: object): Promise<T> =>
    JSON.parse((await exchange(agent, address, method, headers, body)).toString()) as T;

  /** Until the quote, which the peer at `quotesAt` may answer. */
  const begin = async (vin: string, quotesAt: string) => {
    const { token } = await call<{ token: string }>(`${url}/v1/authenticate`, 'POST', client, login);
    const headers = { authorization: `Bearer ${token}` };
    const query = new URLSearchParams({
      Vin: vin,
      EffectiveDate: effectiveDate,
      Odometer: '12000',
      PurchaseMethod: 'Finance',
    });
    const { vehicles } = await call<{ vehicles: readonly { id: string }[] }>(
      `${url}/v1/quote/vehicle-configurations?${query}`,
      'GET',
      headers,
    );
    const quote = quoteOf(vehicles[0]!.id, effectiveDate);
    const quoted = await call<Quoted>(`${quotesAt}/v1/quote`, 'POST', headers, quote);
    const [term] = quoted.replacementOptions.filter(({ paymentTermInYears }) => paymentTermInYears === 3);
    return {
      headers,
      choice: {
        applicationId: quoted.applicationId,
        coverageCategory: 'Replacement',
        paymentTermInYears: 3,
        selectedProducts: term!.coverage.map(({ productType }) => productType),
      },
    };
  };

  type Begun = Awaited<ReturnType<typeof begin>>;
  const paymentOf: Readonly<Record<Way, (begun: Begun) => Promise<object>>> = {
    REF: async () => ({ paymentMethod: 'REF', paymentReference: 'CHEQUE-0042' }),
    CC: async ({ headers, choice }) => {
      const chargeDate = dateIn('ON', new Date());
      const started = await call<Started>(`${url}/v1/payment/card`, 'POST', headers, { ...choice, chargeDate });
      const { ticket, paymentId } = started;
      const card = { ticket, cardNumber: '4242424242424242', expiry: '12/30', cvv: '123' };
      await exchange(agent, `${new URL(started.checkoutJsUrl).origin}/checkout/submit`, 'POST', {}, card);
      const confirmed = { applicationId: choice.applicationId, paymentId, ticket };
      await exchange(agent, `${url}/v1/payment/card/confirm`, 'POST', headers, confirmed);
      return { paymentMethod: 'CC', cardPayment: { paymentId } };
    },
    PFF: async () => ({
      paymentMethod: 'PFF',
      financing: {
        loanTermInMonths: 12,
        downPayment: 100,
        bankAccount,
        firstInstallmentDate: addDays(effectiveDate, 15),
      },
    }),
  };

  return {
    sell: async (way: Way): Promise<number> => {
      const vin = makeTestVin(year, Math.random)!;
      const since = performance.now();
      const begun = await begin(vin, url);
      const payment = await paymentOf[way](begun);
      const bind = { ...begun.choice, ...payment };
      const bound = await call<Bound>(`${url}/v1/bind`, 'POST', begun.headers, bind);
      const pdf = await exchange(agent, `${url}/v1/document/${bound.documentDownloadId}`, 'GET', begun.headers);
      const tookMs = performance.now() - since;
      if (pdf.subarray(0, 5).toString() !== '%PDF-') throw new Error('The declaration is no PDF.');
      return tookMs;
    },
    sellOnPeer: async ({ url: peerUrl, draw }: Peer): Promise<number> => {
      const vin = makeTestVin(year, Math.random)!;
      const since = performance.now();
      const begun = await begin(vin, peerUrl);
      const bind = { ...begun.choice, ...(await paymentOf.REF(begun)) };
      await call<Bound>(`${peerUrl}/v1/bind`, 'POST', begun.headers, bind);
      await draw();
      return performance.now() - since;
    },
    close: () => agent.destroy(),
  };
}

const client = { client_id: 'northbind-sandbox', client_secret: 'sandbox-client-secret' };
const login = { username: 'ontario', password: 'sandbox-password' };

interface Quoted {
  readonly applicationId: string;
  readonly replacementOptions: readonly {
    readonly paymentTermInYears: number;
    readonly coverage: readonly { readonly productType: string }[];
  }[];
}

interface Started {
  readonly paymentId: string;
  readonly ticket: string;
  readonly checkoutJsUrl: string;
}

interface Bound {
  readonly documentDownloadId: string;
}

function quoteOf(vehicleConfigurationId: string, effectiveDate: string): object {
  const place = Math.floor(Math.random() * 1_000_000);
  return {
    series: 'Plus',
    vehicleConfigurationId,
    effectiveDate,
    odometer: 12_000,
    purchaseMethod: 'Finance',
    dealerId: 'dl-sample-motors-ottawa',
    dealerContact: { name: 'Jordan Lee', emailAddress: 'jordan.lee@dealer.example', phoneNumber: '613-555-0142' },
    lienHolderId: 'lh-access-credit-union',
    applicant: {
      isCompany: false,
      firstOrCompanyName: 'Amélie',
      lastName: `O’Connor ${place}`,
      addressLine1: `${place} Example Street`,
      city: 'Ottawa',
      postalCode: 'K1P 1A1',
      phoneNumber: '613-555-0123',
      emailAddress: `amelie.${place}@buyer.example`,
    },
  };
}

/** Returns the whole answer, which must be a good one. */
function exchange(agent: Agent, address: string, method: string, headers: object, body?: object): Promise<Buffer> {
  const text = body === undefined ? null : JSON.stringify(body);
  const more = text === null ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
  return new Promise((resolve, reject) => {
    const outgoing = request(address, { agent, method, headers: { ...headers, ...more } }, (answer) => {
      const pieces: Buffer[] = [];
      answer.on('data', (piece: Buffer) => pieces.push(piece));
      answer.on('error', reject);
      answer.on('end', () => {
        const whole = Buffer.concat(pieces);
        if (answer.statusCode === 200) resolve(whole);
        else reject(new Error(`${method} ${address} answered ${answer.statusCode}: ${whole}`));
      });
    });
    outgoing.on('error', reject);
    outgoing.end(text ?? undefined);
  });
}

/** A bind can be sent once, a quote again and again. */
function* thenQuotes(
  binds: readonly SampleRequest[],
  quotes: readonly SampleRequest[],
): Generator<SampleRequest, never> {
  yield* binds;
  for (;;) yield* quotes;
}

type Draw = (job: PrintJob, isEmbedded: boolean) => Promise<Uint8Array>;

/** The peer's declaration: the same words, in a plainer layout. */
async function openPdfkit(): Promise<(isEmbedded: boolean) => Promise<Uint8Array>> {
  const { printWithPdfkit } = (await import(join(peersFolder, 'dist/pdf/pdfkit.js'))) as { printWithPdfkit: Draw };
  return (isEmbedded) =>
    printWithPdfkit(compose({ kind: 'declaration', policy: samplePolicy(), language: 'en' }, sampleIssuer), isEmbedded);
}

interface Found {
  readonly calm: ReadonlyMap<Way, readonly number[]>;
  readonly inTurns: ReadonlyMap<Turn, readonly number[]>;
  readonly beside: ReadonlyMap<Way, readonly number[]>;
  readonly firsts: readonly number[];
}

function findingsOf({ calm, inTurns, beside, firsts }: Found): Findings {
  const ref = calm.get('REF')!;
  const targets: Target[] = [
    { ...only('whole sale, REF: p50', percentile(ref, 0.5), ' ms'), atMost: limits.p50Ms },
    { ...only('whole sale, REF: p99', percentile(ref, 0.99), ' ms'), atMost: limits.p99Ms },
    ...timesAsFast(inTurns),
    ...ways.map((way) => {
      const times = beside.get(way)!;
      const name = `whole sale, ${way}: p99 beside ${besidePerSecond} a second, as a multiple of its p50`;
      return { ...only(name, percentile(times, 0.99) / percentile(times, 0.5), ''), atMost: limits.besideP99 };
    }),
    { name: 'first sale after a start', values: firsts, unit: ' ms', atMost: limits.firstMs },
  ];
  const shown = (times: readonly number[]): readonly string[] => [
    percentile(times, 0.5).toFixed(1),
    percentile(times, 0.99).toFixed(1),
  ];
  const rows = ways.map((way) => [way, ...shown(calm.get(way)!), ...shown(beside.get(way)!)]);
  const head = ['ms', 'p50 calm', 'p99 calm', `p50 beside ${besidePerSecond} a second`, 'p99 beside'];
  const turnRows = [...inTurns].map(([turn, times]) => [turnNames[turn], ...shown(times)]);
  const peer =
    turnRows.length === 0
      ? []
      : [
          `By REF in turns with the peer, ${inTurns.get('REF')!.length} sales of each. The peer has no authentication and no look-up of vehicles: the service answers both for it. It writes no books, no event and no log of requests.`,
          table(['ms', 'p50', 'p99'], turnRows),
        ];
  const body = [
    `From authenticate to the last byte of the declaration, one customer after the other on one connection, each with another vehicle; ${ref.length} sales of each way, in turns. By card with the checkout submitted and confirmed. “Beside” is beside ${besidePerSecond} quotes and ${besidePerSecond} binds a second with their mails and documents.`,
    table(head, rows),
    ...peer,
    `The first sale after a start, from the moment the health check answers: ${median(firsts).toFixed(0)} ms (${firsts.map((ms) => ms.toFixed(0)).join(', ')}).`,
  ];
  return { chapters: [{ title: 'The whole sale', body: body.join('\n\n') }], targets, bars: [] };
}

const turnNames: Readonly<Record<Turn, string>> = {
  REF: 'REF',
  embedded: 'REF on NestJS + Prisma, pdfkit with the service’s fonts, read once',
  'built in': 'REF on NestJS + Prisma, pdfkit with Helvetica, which it does not embed',
};

function timesAsFast(inTurns: Found['inTurns']): readonly Target[] {
  const ref = inTurns.get('REF');
  const peer = inTurns.get('embedded');
  if (ref === undefined || peer === undefined) return [];
  const times = percentile(peer, 0.5) / percentile(ref, 0.5);
  return [{ ...only('whole sale, REF: times as fast as NestJS + Prisma', times, ''), atLeast: limits.ofPeer }];
}
