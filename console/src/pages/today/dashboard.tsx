import '@mantine/charts/styles.layer.css';
import type { Dashboard as Answer } from '../../../../src/operator/wire/sales.ts';
import { Empty, Panel } from '../../kit/page.tsx';
import { useWords } from '../../words/words.tsx';
import { ErrorCodes, SellerTable } from './dashboard-tables.tsx';
import { Latency } from './latency.tsx';
import { ConversionByDay, PremiumBySeller, QuotesAndBinds } from './sales-plots.tsx';
import classes from './today.module.css';

/** Figures, then plots. Each plot can be read as a table too. */
export function Dashboard({ answer }: { readonly answer: Answer }) {
  const { today: words, kit, format } = useWords();
  const sum = (of: (day: Answer['days'][number]) => number): number =>
    answer.days.reduce((total, day) => total + of(day), 0);
  const quotes = sum((day) => day.quotes);
  const binds = sum((day) => day.binds);
  const figures = [
    { name: words.quotes, value: format.number(quotes) },
    { name: words.binds, value: format.number(binds) },
    { name: words.conversion, value: quotes === 0 ? kit.none : format.percent(binds / quotes) },
    { name: `${words.premium} (${words.premiumHint})`, value: format.money(sum((day) => day.premiumCents)) },
  ];
  return (
    <div className={classes.grid}>
      <dl className={classes.figures}>
        {figures.map(({ name, value }) => (
          <div key={name} className={classes.figure}>
            <dt className={classes.kind}>{name}</dt>
            <dd className={classes.figureValue}>{value}</dd>
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
      <ErrorCodes answer={answer} />
      <Latency answer={answer} />
    </div>
  );
}
