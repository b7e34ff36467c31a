import { Button, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { TaxTableAnswer, TaxTableRate } from '../../../../src/operator/wire/tariff.ts';
import { DateInput } from '../../kit/inputs.tsx';
import { pageOf } from '../../kit/loaded.tsx';
import { Page, Panel } from '../../kit/page.tsx';
import { TablePanel } from '../../kit/table-panel.tsx';
import { useWords } from '../../words/words.tsx';
import { Days, TaxComparison } from './tax-comparison.tsx';

export const TaxTable = pageOf<TaxTableAnswer>('/api/tax-tables', TaxTablePage);

function TaxTablePage({ one: table }: { readonly one: TaxTableAnswer }) {
  const { tariff, shell, format } = useWords();
  const words = tariff.taxes;
  const [day, setDay] = useState(format.today());
  const file = `data:application/json,${encodeURIComponent(JSON.stringify(table.document, null, 2))}`;
  const onDay = table.rates.filter(({ from, until }) => from <= day && (until === null || day <= until));
  const changing = table.rates.filter(({ from }) => from > day);
  return (
    <Page
      title={table.version}
      lead={words.tableLead}
      back={{ to: '/tax-tables', label: shell.pages.taxTables }}
      actions={
        <Button variant="default" component="a" href={file} download={`${table.version}.json`}>
          {tariff.books.download}
        </Button>
      }
    >
      <Panel title={words.comparedTitle}>
        <TaxComparison asked={{ version: table.version }} />
      </Panel>
      <Rates
        title={words.ratesOn(format.date(day))}
        rates={onDay}
        aside={<DateInput isFilter label={words.day} value={day} onChange={(next) => setDay(next || format.today())} />}
      />
      <Rates title={words.later} rates={changing} />
    </Page>
  );
}

interface RatesProps {
  readonly title: string;
  readonly rates: readonly TaxTableRate[];
  readonly aside?: ReactNode;
}

function Rates({ title, rates, aside }: RatesProps) {
  const { tariff, onboard, language, kit, format, column } = useWords();
  const words = tariff.taxes;
  return (
    <TablePanel<TaxTableRate>
      title={title}
      aside={aside}
      rows={rates}
      keyOf={({ province, taxClass, from }) => `${province} ${taxClass} ${from}`}
      columns={[
        column.name(onboard.sellers.province, ({ province }) => onboard.sellers.provinceNames[province]),
        column.text(words.taxClass, ({ taxClass }) => words.classes[taxClass]),
        column.number(words.rate, ({ totalPartsPerMillion }) => format.taxRate(totalPartsPerMillion)),
        column.text(words.components, ({ components }) =>
          components.length === 0 ? (
            kit.none
          ) : (
            <Text size="sm">
              {components
                .map(({ name, partsPerMillion }) => `${name[language]} ${format.taxRate(partsPerMillion)}`)
                .join(' + ')}
            </Text>
          ),
        ),
        column.text(words.days, (rate) => <Days days={rate} />),
      ]}
    />
  );
}
