import taxes from '../../../src/sandbox/data/tax-table.json' with { type: 'json' };
import { inDatabase } from './quoting.ts';

/** Makes Ontario's taxes a hundredth dearer, from the beginning. */
export async function loadDearerTax(databaseUrl: string): Promise<void> {
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
