import assert from 'node:assert/strict';
import test from 'node:test';
import { chargeDue } from '../../src/flows/card/charge-due.ts';
import type { CardProcessor } from '../../src/ports/card-processor.ts';
import taxes from '../../src/sandbox/data/tax-table.json' with { type: 'json' };
import { inDatabase, noon } from '../kit/quoting.ts';
import { openScheduled } from '../kit/scheduled.ts';

const day = 5;
const { databaseUrl, harness, sales, chargeOf } = await openScheduled([[day, 1]]);

/** Ontario's taxes are a hundredth dearer, from the beginning. */
async function loadDearerTable(): Promise<void> {
  const raised = 10_000;
  const rates = taxes.rates.map(({ totalPartsPerMillion, components: [first, ...others], ...rate }) => {
    if (rate.province !== 'ON' || first === undefined)
      return { ...rate, totalPartsPerMillion, components: first === undefined ? [] : [first, ...others] };
    const dearer = { ...first, partsPerMillion: first.partsPerMillion + raised };
    return { ...rate, totalPartsPerMillion: totalPartsPerMillion + raised, components: [dearer, ...others] };
  });
  await inDatabase(databaseUrl, 'INSERT INTO tax_table (version, document) VALUES ($1, $2)', [
    'dearer',
    JSON.stringify({ ...taxes, rates, version: 'dearer' }),
  ]);
}

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
    // The last question before the charge.
    find: async (...asked) => {
      await loadDearerTable();
      return parts.cards.find(...asked);
    },
    chargeSavedCard: async () => assert.fail('the card was charged'),
  };
  const sale = sales.get(day)![0]!;
  const now = new Date(Date.parse(noon) + day * 86_400_000);
  await chargeDue({ ...stale, cards }, [...known.sellers.byId.values()], now);
  assert.deepEqual(await chargeOf(sale), { state: 'refused', tries: 1 });
});
