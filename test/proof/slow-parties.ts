import { setTimeout as sleep } from 'node:timers/promises';
import type { BindRequest } from '../../sdk/src/index.ts';
import { readyToBind } from '../sdk/sale.ts';
import { judgeBooks } from './kit/books.ts';
import { inMs, percentile } from './kit/figures.ts';
import { bindAtLast, type Sale } from './kit/load.ts';
import { connect, type Partner, todayInOntario } from './kit/partner.ts';
import { type Proof, unless } from './kit/proof.ts';
import { type SlowProxy, startSlowProxy } from './kit/slow-proxy.ts';
import type { Testbed } from './kit/testbed.ts';

/** A processor and a lender that hang or are slow: quotes and referrals go on as if nothing were. */
export const slowParties: Proof = {
  name: 'slow-parties',
  about: 'Card processor and lender hang, then are slow; other calls must stay quick.',
  run: async (testbed) => {
    const [hanging, measureMs] = testbed.isQuick ? [10, 2_000] : [50, 6_000];
    const slowMs = measureMs / 2 + 500; // So that every call is under way for as long as is measured.
    const databaseUrl = await testbed.postgres.newDatabase();
    const { addresses } = await testbed.startParties(databaseUrl);
    const cards = await proxyTo(testbed, addresses.processor.origin);
    const lender = await proxyTo(testbed, addresses.lender.origin);
    const proxies = [cards, lender];
    const service = await testbed.startInstance(databaseUrl, {
      parties: {
        processor: { ...addresses.processor, origin: cards.origin },
        lender: { ...addresses.lender, origin: lender.origin },
      },
    });
    const seller = connect(testbed, service.url);
    await measureQuotes(seller, 1_500); // This warms up the service.
    const calm = await measureQuotes(seller, measureMs);
    const sales: Sale[] = [];
    const under = async (mode: 'hang' | number): Promise<Measured> => {
      const requests = await prepare(seller, hanging);
      for (const proxy of proxies) proxy.set(mode);
      const binds = requests.map((request) => bindAtLast(connect(testbed, service.url), request));
      await untilHeld(proxies, hanging);
      const measured = await measureQuotes(seller, measureMs);
      if (mode === 'hang') for (const proxy of proxies) proxy.set('open');
      sales.push(...(await Promise.all(binds)));
      for (const proxy of proxies) proxy.set('open');
      return measured;
    };
    const hung = await under('hang');
    const slowed = await under(slowMs);
    const { counts, faults } = await judgeBooks(databaseUrl, [...sales, ...calm.sales, ...hung.sales, ...slowed.sales]);
    const unbound = sales.filter(({ policyNumber }) => policyNumber === null);
    return {
      did: `Card processor and lender hang (calls are swallowed), then take ${slowMs} ms longer each way, under ${hanging} binds by card and loan; meanwhile quotes and referral binds are measured. Each bind is repeated until it is clear.`,
      counts: {
        'hanging binds': hanging,
        'quotes, calm': summary(calm.quoteMs),
        'quotes, hanging': summary(hung.quoteMs),
        'quotes, slow': summary(slowed.quoteMs),
        'referral binds, calm': summary(calm.bindMs),
        'referral binds, hanging': summary(hung.bindMs),
        ambiguous: sales.filter(({ ambiguous }) => ambiguous > 0).length,
        ...counts,
      },
      faults: [
        ...faults,
        ...unbound.map(({ method, refusedWith }) => `a bind by ${method} ended with ${refusedWith}`),
        ...[hung, slowed].flatMap((measured) => slownessOf(calm, measured)),
      ],
    };
  },
};

async function proxyTo(testbed: Testbed, origin: string): Promise<SlowProxy> {
  const proxy = await startSlowProxy(origin);
  testbed.afterwards(proxy.close);
  return proxy;
}

/** By card and by loan, in turns; a few at a time. */
async function prepare({ northbind }: Partner, count: number): Promise<readonly BindRequest[]> {
  const requests: BindRequest[] = [];
  for (let place = 0; place < count; place += 1)
    requests.push(await readyToBind(northbind, place % 2 === 0 ? 'CC' : 'PFF', todayInOntario()));
  return requests;
}

async function untilHeld(proxies: readonly SlowProxy[], count: number): Promise<void> {
  for (let waitedMs = 0; waitedMs < 5_000; waitedMs += 20) {
    if (proxies.reduce((sum, proxy) => sum + proxy.held(), 0) >= count) return;
    await sleep(20);
  }
  throw new Error('The binds did not come to hang.');
}

interface Measured {
  readonly quoteMs: readonly number[];
  readonly bindMs: readonly number[];
  readonly sales: readonly Sale[];
}

/** Whole sales by referral at a steady pace: look-up and quote together, then the bind, each timed. */
async function measureQuotes(partner: Partner, forMs: number): Promise<Measured> {
  const until = performance.now() + forMs;
  const quoteMs: number[] = [];
  const sales: Sale[] = [];
  while (performance.now() < until) {
    const since = performance.now();
    const request = await readyToBind(partner.northbind, 'REF', todayInOntario());
    quoteMs.push(performance.now() - since);
    sales.push(await bindAtLast(partner, request));
    await sleep(15);
  }
  return { quoteMs, sales, bindMs: sales.map(({ sentAt, answeredAt }) => answeredAt - sentAt) };
}

const summary = (values: readonly number[]): string =>
  `${values.length} (median ${inMs(percentile(values, 0.5))} ms, p99 ${inMs(percentile(values, 0.99))} ms)`;

/** Near the calm figures: no customer notices twice as long and 50 ms more, and this machine has other work. */
function slownessOf(calm: Measured, other: Measured): readonly string[] {
  return (['quoteMs', 'bindMs'] as const).flatMap((what) => {
    const [before, after] = [percentile(calm[what], 0.99), percentile(other[what], 0.99)];
    return unless(after <= 2 * before + 50, `${what}: p99 went from ${inMs(before)} to ${inMs(after)} ms`);
  });
}
