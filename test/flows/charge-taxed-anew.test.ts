import assert from 'node:assert/strict';
import test from 'node:test';
import { chargeDue } from '../../src/flows/card/charge-due.ts';
import type { CardProcessor } from '../../src/ports/card-processor.ts';
import { loadDearerTax } from '../kit/sale/dearer-tax.ts';
import { noon } from '../kit/sale/quoting.ts';
import { openScheduled } from '../kit/sale/scheduled.ts';

const day = 5;
const { databaseUrl, harness, sales, chargeOf } = await openScheduled([[day, 1]]);

test('a saved card is not charged by a tax that was changed after the job had taken its charge', async () => {
  const { parts } = harness;
  // As of an instance that has not heard of the change.
  let known = parts.reference();
  const stale = {
    ...parts,
    reference: () => known,
    refreshReference: async () => {
      await parts.refreshReference();
      known = parts.reference();
    },
  };
  const cards: CardProcessor = {
    ...parts.cards,
    // The job asks this last before it charges.
    find: async (...asked) => {
      await loadDearerTax(databaseUrl);
      return parts.cards.find(...asked);
    },
    chargeSavedCard: async () => assert.fail('the card was charged'),
  };
  const sale = sales.get(day)![0]!;
  const now = new Date(Date.parse(noon) + day * 86_400_000);
  await chargeDue({ ...stale, cards }, [...known.sellers.byId.values()], now);
  assert.deepEqual(await chargeOf(sale), { state: 'refused', tries: 1 });
});
