import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import fc from 'fast-check';
import { addDays } from '../../src/domain/calendar.ts';
import {
  assertQuoted,
  assertRefused,
  clockAt,
  type Json,
  openQuoteClient,
  type PurchaseMethod,
  purchaseMethods,
  type QuoteClient,
  requestFor,
  type SellerName,
  type Series,
  sellerNames,
  sellers,
} from '../kit/sale/quoting.ts';
import { type Answer, startTestService } from '../kit/service/service.ts';

// Ten days of the window lie in the next year, where vehicles are a year older and Quebec's tax is another.
const today = '2026-12-10';
const seed = 20_261_210;
const years = Array.from({ length: 12 }, (_, at) => 2016 + at);
const vinsPerYear = 4;

const quoteClients = new Map<SellerName, QuoteClient>();
const vins = new Map<number, string[]>();

before(async () => {
  const service = await startTestService({ clock: clockAt(`${today}T17:00:00Z`).clock });
  for (const name of sellerNames) quoteClients.set(name, await openQuoteClient(service, name));
  for (const year of years) {
    const drawn = Array.from({ length: vinsPerYear }, () => quoteClients.get('ontario')!.testVin(year));
    vins.set(year, await Promise.all(drawn));
  }
});

interface Asked {
  readonly name: SellerName;
  readonly series: Series;
  readonly purchaseMethod: PurchaseMethod;
  readonly effectiveDate: string;
  readonly odometer: number;
  readonly year: number;
  readonly vin: number;
  readonly isOdometerLookedUp: boolean;
}

const asked: fc.Arbitrary<Asked> = fc
  .record({
    name: fc.constantFrom(...sellerNames),
    isPlus: fc.boolean(),
    purchaseMethod: fc.constantFrom(...purchaseMethods),
    daysAhead: fc.integer({ min: 0, max: 30 }),
    odometer: fc.oneof(
      fc.integer({ min: 0, max: 185_000 }),
      fc.constantFrom(0, 20_000, 20_001, 50_000, 50_001, 80_000, 80_001, 100_000, 100_001, 120_000, 120_001, 180_000),
      fc.constantFrom(180_001, 2_147_483_647),
    ),
    year: fc.constantFrom(...years),
    vin: fc.nat({ max: vinsPerYear - 1 }),
    isOdometerLookedUp: fc.boolean(),
  })
  .map(({ isPlus, daysAhead, ...rest }) => ({
    ...rest,
    series: isPlus && sellers[rest.name].dealerId !== null ? 'Plus' : 'Prime',
    effectiveDate: addDays(today, daysAhead),
  }));

/** The rules of the sample rate book, written again by hand. */
function expected({ year, effectiveDate, odometer, series }: Asked): { isEligible: boolean; hasReplacement: boolean } {
  const age = Number(effectiveDate.slice(0, 4)) - year;
  const isEligible = age <= 10 && age >= -1 && odometer <= 180_000;
  const replacementKm = series === 'Plus' ? 120_000 : 100_000;
  return { isEligible, hasReplacement: isEligible && age <= 6 && odometer <= replacementKm };
}

interface Quoted {
  readonly request: Json;
  readonly answer: Answer;
}

/** Null when the vehicle was rightly found ineligible, at the look-up or at the quote. */
async function quoteOf(one: Asked): Promise<Quoted | null> {
  const quoteClient = quoteClients.get(one.name)!;
  const { isEligible } = expected(one);
  const found = await quoteClient.lookUp({
    Vin: vins.get(one.year)![one.vin]!,
    EffectiveDate: one.effectiveDate,
    PurchaseMethod: one.purchaseMethod,
    ...(one.isOdometerLookedUp && { Odometer: String(one.odometer) }),
  });
  assert.equal(found.status, 200, found.text);
  const vehicle = found.body.vehicles.at(-1);
  if (vehicle === undefined) {
    assert.equal(isEligible, false, JSON.stringify(one));
    return null;
  }
  const request = requestFor(one.name, one, vehicle.id);
  const answer = await quoteClient.quote(request);
  if (!isEligible) {
    assertRefused(answer, ['VehicleIneligible vehicleConfigurationId']);
    return null;
  }
  assertQuoted(answer, JSON.stringify(one));
  return { request, answer };
}

interface Product {
  readonly productType: string;
  readonly premium: number;
  readonly tax: number;
  readonly totalWithTax: number;
  readonly coverageTermInYears: number;
}

function assertSound(one: Asked, { body }: Answer): void {
  const { hasReplacement } = expected(one);
  assert.equal(body.replacementOptions.length > 0, hasReplacement);
  assert.ok(body.limitedIndemnityOptions.length > 0);
  for (const terms of [body.replacementOptions, body.limitedIndemnityOptions]) {
    const dearest = new Map<string, Product>();
    for (const { coverage } of terms as { coverage: Product[] }[]) {
      for (const product of coverage) {
        for (const amount of [product.premium, product.tax, product.totalWithTax]) {
          assert.match(String(amount), /^\d+(\.\d{1,2})?$/, 'neither negative nor unrounded');
        }
        assert.ok(product.premium > 0);
        assert.equal(centsOf(product.premium) + centsOf(product.tax), centsOf(product.totalWithTax));
        const shorter = dearest.get(product.productType);
        if (shorter !== undefined) {
          assert.ok(product.totalWithTax >= shorter.totalWithTax, 'a longer term is never cheaper');
          assert.ok(product.coverageTermInYears >= shorter.coverageTermInYears);
        }
        dearest.set(product.productType, product);
      }
    }
  }
}

const centsOf = (amount: number): number => Math.round(amount * 100);

function withoutId({ body }: Answer): Json {
  const { applicationId: _, revision: __, ...rest } = body;
  return rest;
}

test('whatever is quoted: amounts are whole cents, they add up, and a longer term is never cheaper', async () => {
  let quotes = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(asked, { minLength: 8, maxLength: 8 }), async (batch) => {
      const results = await Promise.all(batch.map(quoteOf));
      for (const [at, result] of results.entries()) {
        if (result === null) continue;
        assertSound(batch[at]!, result.answer);
        quotes += 1;
      }
    }),
    { seed, numRuns: 200 },
  );
  assert.ok(quotes > 100, `only ${quotes} quotes were made`);
});

test('whatever it replaces, a revision equals a fresh quote of the same inputs', async () => {
  const last = new Map<SellerName, string>();
  let revisions = 0;
  await fc.assert(
    fc.asyncProperty(asked, async (one) => {
      const fresh = await quoteOf(one);
      if (fresh === null) return;
      const applicationId = last.get(one.name);
      last.set(one.name, fresh.answer.body.applicationId);
      if (applicationId === undefined) return;
      const revised = await quoteClients.get(one.name)!.quote({ ...fresh.request, applicationId });
      assertQuoted(revised);
      assert.equal(revised.body.applicationId, applicationId);
      assert.deepEqual(withoutId(revised), withoutId(fresh.answer));
      revisions += 1;
    }),
    { seed: seed + 1, numRuns: 150 },
  );
  assert.ok(revisions > 50, `only ${revisions} revisions were made`);
});
