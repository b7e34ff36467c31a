import { Text } from '@mantine/core';
import { Link, useSearchParams } from 'react-router';
import type { Dashboard as Answer } from '../../../../src/operator/wire/sales.ts';
import { withQuery } from '../../kit/api.ts';
import { Below } from '../../kit/data-table.tsx';
import { Empty, Panel } from '../../kit/page.tsx';
import { TablePanel } from '../../kit/table-panel.tsx';
import { useWords } from '../../words/words.tsx';
import { ConversionByDay, PremiumBySeller, QuotesAndBinds } from './sales-plots.tsx';
import classes from './today.module.css';

/** Figures, then plots. Each plot can be read as a table too. */
export function Dashboard({ answer }: { readonly answer: Answer }) {
  const { today: words, sales, kit, format } = useWords();
  const sum = (of: (day: Answer['days'][number]) => number): number =>
    answer.days.reduce((total, day) => total + of(day), 0);
  // The sales of these days: what a figure counts.
  const range = { from: answer.from, to: answer.to, sellerId: answer.sellerId };
  const quotes = sum((day) => day.quotes);
  const binds = sum((day) => day.binds);
  const figures: readonly { readonly name: string; readonly value: string; readonly to?: string }[] = [
    { name: words.quotes, value: format.number(quotes), to: withQuery('/sales', range) },
    { name: words.binds, value: format.number(binds), to: withQuery('/sales', { ...range, list: 'policies' }) },
    { name: words.conversion, value: quotes === 0 ? kit.none : format.percent(binds / quotes) },
    { name: `${words.premium} (${words.premiumHint})`, value: format.money(sum((day) => day.premiumCents)) },
    ...(['Unpaid', 'Scheduled'] as const).map((status) => ({
      name: sales.moneyStatus[status],
      value: `${format.number(answer.openCharges[status].count)} · ${format.money(answer.openCharges[status].amountCents)}`,
      to: withQuery('/sales', { list: 'policies', moneyStatus: status, sellerId: answer.sellerId }),
    })),
  ];
  return (
    <div className={classes.grid}>
      <dl className={classes.figures}>
        {figures.map(({ name, value, to }) => (
          <div key={name} className={classes.figure}>
            <Text component="dt" fz={12.5} c="dimmed">
              {name}
            </Text>
            <dd className={classes.figureValue}>{to === undefined ? value : <Link to={to}>{value}</Link>}</dd>
          </div>
        ))}
      </dl>
      {quotes === 0 && binds === 0 ? (
        <Panel className={classes.whole}>
          <Empty title={words.noSales}>{words.noSalesText}</Empty>
        </Panel>
      ) : (
        <>
          <QuotesAndBinds answer={answer} />
          <ConversionByDay answer={answer} />
          <PremiumBySeller answer={answer} />
          <SellerTable answer={answer} />
        </>
      )}
    </div>
  );
}

function SellerTable({ answer }: { readonly answer: Answer }) {
  const { today: words, labels, column } = useWords();
  const [query] = useSearchParams();
  const days = { days: query.get('days') };
  return (
    <TablePanel<Answer['sellers'][number]>
      title={words.sellers}
      className={classes.whole}
      rows={answer.sellers}
      keyOf={({ seller }) => seller.id}
      columns={[
        column.name(labels.seller, ({ seller }) => (
          <>
            <Link to={withQuery('/', { ...days, sellerId: seller.id })} aria-label={words.narrow(seller.name)}>
              {seller.name}
            </Link>
            <Below>
              <Link to={`/sellers/${seller.id}`} aria-label={`${words.sellerPage}: ${seller.name}`}>
                {words.sellerPage}
              </Link>
            </Below>
          </>
        )),
        column.count(words.quotes, (row) => row.quotes),
        column.count(words.binds, (row) => row.binds),
        column.percent(words.conversion, (row) => row.conversion),
        column.money(words.premium, (row) => row.premiumCents),
        column.money(words.total, (row) => row.totalCents),
      ]}
    />
  );
}
