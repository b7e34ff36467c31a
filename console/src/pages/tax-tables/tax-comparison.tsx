import { Alert, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type * as wire from '../../../../src/operator/wire/tariff.ts';
import { api } from '../../kit/api.ts';
import { DataTable } from '../../kit/data-table.tsx';
import { WarningIcon } from '../../kit/icons.tsx';
import { Loaded } from '../../kit/loaded.tsx';
import { useWords } from '../../words/words.tsx';

/** How a table taxes otherwise than the one in force, and what of it is rather a misplaced digit. */
export function TaxComparison({ asked }: { readonly asked: wire.TaxComparisonOrder }) {
  const { tariff, onboard, format, column } = useWords();
  const words = tariff.taxes;
  const query = useQuery({
    queryKey: ['/api/tax-tables/compare', asked],
    queryFn: () => api.post<wire.TaxComparison>('/api/tax-tables/compare', asked),
    retry: false,
  });
  return (
    <Loaded query={query}>
      {({ from, changes }) => {
        const large = changes.filter(({ isLarge }) => isLarge).length;
        if (from === null) return null;
        if (changes.length === 0) return <Text size="sm">{words.noChange(from)}</Text>;
        return (
          <>
            {large > 0 && (
              <Alert color="ember" icon={<WarningIcon />} title={words.largeTitle(large)} role="alert">
                {words.largeText}
              </Alert>
            )}
            <DataTable<wire.TaxRateChange>
              caption={words.compared(from)}
              rows={changes}
              keyOf={({ province, taxClass, from: since }) => `${province} ${taxClass} ${since}`}
              columns={[
                column.name(onboard.sellers.province, ({ province }) => onboard.sellers.provinceNames[province]),
                column.text(words.taxClass, ({ taxClass }) => words.classes[taxClass]),
                column.text(words.days, (change) => <Days days={change} />),
                column.number(tariff.compare.from, (change) => format.taxRate(change.fromPartsPerMillion)),
                column.number(tariff.compare.to, ({ toPartsPerMillion, isLarge }) => {
                  const rate = format.taxRate(toPartsPerMillion);
                  return isLarge ? <strong>{rate}</strong> : rate;
                }),
              ]}
            />
          </>
        );
      }}
    </Loaded>
  );
}

export function Days({ days: { from, until } }: { readonly days: Pick<wire.TaxTableRate, 'from' | 'until'> }) {
  const { tariff, format } = useWords();
  const words = tariff.books;
  return until === null ? words.datesOpen(format.date(from)) : words.datesClosed(format.date(from), format.date(until));
}
