import { addDays, type PlainDate } from '../../../src/domain/calendar.ts';
import taxes from '../../../src/sandbox/data/tax-table.json' with { type: 'json' };
import { inDatabase } from './quoting.ts';

/** Makes Ontario's taxes a hundredth dearer, from that day on, or from the beginning. */
export async function loadDearerTax(databaseUrl: string, from: PlainDate | null = null): Promise<void> {
  const raised = 10_000;
  const version = `dearer from ${from ?? 'the beginning'}`;
  const rates = taxes.rates.flatMap(({ totalPartsPerMillion, components: [first, ...others], ...rate }) => {
    const asBefore = { ...rate, totalPartsPerMillion, components: first === undefined ? [] : [first, ...others] };
    if (rate.province !== 'ON' || first === undefined) return [asBefore];
    const dearer = { ...first, partsPerMillion: first.partsPerMillion + raised };
    const raisedRate = {
      ...asBefore,
      totalPartsPerMillion: totalPartsPerMillion + raised,
      components: [dearer, ...others],
    };
    return from === null
      ? [raisedRate]
      : [
          { ...asBefore, until: addDays(from, -1) },
          { ...raisedRate, from },
        ];
  });
  await inDatabase(databaseUrl, 'INSERT INTO tax_table (version, document) VALUES ($1, $2)', [
    version,
    JSON.stringify({ ...taxes, rates, version }),
  ]);
}
