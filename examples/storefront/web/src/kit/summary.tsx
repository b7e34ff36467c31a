import type { Vehicle } from '@northbind/sdk';
import type { SaleView, Selection } from '../../../shop-api.ts';
import { useWords } from '../words/words.tsx';
import { centsOf, selectedIn, totalsOf } from './money.ts';

/** What is being bought, and its total. Every price has its tax in it, as where the customer chose it. */
export function Summary({ sale, selection }: { readonly sale: SaleView; readonly selection: Selection | null }) {
  const { words, date, money } = useWords();
  const { asked, choice, quote, vehicles } = sale;
  const vehicle = quote?.vehicle ?? vehicles.find(({ id }) => id === choice?.vehicleConfigurationId);
  const products = quote === null || selection === null ? [] : selectedIn(quote, selection);
  const { taxCents, totalCents } = totalsOf(products);
  return (
    <aside className={vehicle === undefined ? 'summary empty' : 'summary'} aria-labelledby="summary-title">
      <h2 id="summary-title">{vehicle === undefined ? words.brand : words.summary.title}</h2>
      {vehicle === undefined || asked === null ? (
        <ul className="promises">
          {words.summary.promises.map(([promise, text]) => (
            <li key={promise}>
              <strong>{promise}</strong>
              <span className="quiet">{text}</span>
            </li>
          ))}
        </ul>
      ) : (
        <dl className="facts">
          <dt>{words.summary.vehicle}</dt>
          <dd>{nameOf(vehicle)}</dd>
          <dt>{words.summary.starts}</dt>
          <dd>{date(asked.effectiveDate)}</dd>
          {choice !== null && (
            <>
              <dt>{words.summary.series}</dt>
              <dd>{words.vehicle.seriesNames[choice.series][0]}</dd>
            </>
          )}
          {choice?.lienHolder && (
            <>
              <dt>{words.summary.lienHolder}</dt>
              <dd>{choice.lienHolder.name}</dd>
            </>
          )}
        </dl>
      )}
      {products.length > 0 && selection !== null && (
        <>
          <dl className="lines">
            {products.map(({ productType, productName, totalWithTax }) => (
              <div key={productType}>
                <dt>{productName}</dt>
                <dd>{money(centsOf(totalWithTax))}</dd>
              </div>
            ))}
          </dl>
          <p className="total" aria-live="polite">
            <span>
              {words.summary.total} <small>{words.coverage.years(selection.paymentTermInYears)}</small>
            </span>
            <strong>{money(totalCents)}</strong>
          </p>
          <p className="hint">{words.summary.taxIncluded(money(totalCents - taxCents), money(taxCents))}</p>
        </>
      )}
    </aside>
  );
}

export function nameOf({ year, make, model }: Vehicle): string {
  return `${year} ${make} ${model}`;
}
