import type { Applicant, Language, Quote, Vehicle } from '@northbind/sdk';
import type { Selection, ShopFacts } from '../../../shop-api.ts';
import { useWords } from '../words/words.tsx';
import { Facts } from './facts.tsx';
import { centsOf, selectedIn, taxesOf, totalsOf } from './money.ts';
import { useShop } from './shop.tsx';

/** What a customer who pays monthly pays in the end, with a down payment and the cost of the loan. */
export interface ChosenLoan {
  readonly months: number;
  readonly installmentCents: number;
  readonly inAllCents: number;
}

interface SummaryProps {
  readonly selection: Selection | null;
  readonly loan: ChosenLoan | null;
}

/** What is being bought, and its total. Every price has its tax in it, as where the customer chose it. */
export function Summary({ selection, loan }: SummaryProps) {
  const { words, date, money, language } = useWords();
  const { facts, sale } = useShop();
  const { asked, choice, quote, vehicles } = sale;
  const vehicle = quote?.vehicle ?? vehicles.find(({ id }) => id === choice?.vehicleConfigurationId);
  const products = quote === null || selection === null ? [] : selectedIn(quote, selection);
  const { taxCents, totalCents } = totalsOf(products);
  return (
    <aside className={vehicle === undefined ? 'summary empty' : 'summary'} aria-labelledby="summary-title">
      <h2 id="summary-title">{vehicle === undefined ? facts.brand.name : words.summary.title}</h2>
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
        <Facts
          className="facts"
          facts={{
            [words.summary.vehicle]: nameOf(vehicle, language),
            [words.summary.insured]: quote && sale.applicant && fullName(sale.applicant),
            [words.summary.starts]: date(asked.effectiveDate),
            [words.summary.series]: choice && words.summary.boughtBy[choice.series],
            [words.summary.lienHolder]: choice?.lienHolder?.name ?? null,
          }}
        />
      )}
      {products.length > 0 && selection !== null && (
        <>
          <Facts
            className="lines"
            facts={Object.fromEntries(
              products.map(({ productName, totalWithTax }) => [productName, money(centsOf(totalWithTax))]),
            )}
          />
          <p className="total" aria-live="polite">
            <span>
              {words.summary.total} <small>{words.coverage.years(selection.paymentTermInYears)}</small>
            </span>
            <strong>{money(totalCents)}</strong>
          </p>
          {loan !== null && (
            <p className="monthly">
              <LoanTotal loan={loan} />
            </p>
          )}
          <Facts
            className="lines taxes"
            facts={{
              [words.summary.beforeTax]: money(totalCents - taxCents),
              ...Object.fromEntries(
                taxesOf(products, facts.taxes).map(({ name, cents }) => [
                  name === null ? words.summary.tax : name[language],
                  money(cents),
                ]),
              ),
            }}
          />
          <p className="hint">
            {words.summary.taxIncluded} {words.summary.heldUntil(date(heldUntil(facts, quote!)))}.
          </p>
        </>
      )}
    </aside>
  );
}

export function LoanTotal({ loan }: { readonly loan: ChosenLoan }) {
  const { words, money } = useWords();
  return (
    <>
      <span>{words.summary.inAll(words.payment.months(loan.months), money(loan.inAllCents))}</span>
      <strong>{`${money(loan.installmentCents)} ${words.payment.perMonth}`}</strong>
    </>
  );
}

/** A price holds until the day on which coverage starts, or the page can't be used any more. */
export function heldUntil({ validUntil }: ShopFacts, { effectiveDate }: Quote): string {
  return validUntil !== null && validUntil < effectiveDate ? validUntil : effectiveDate;
}

export function fullName({ firstOrCompanyName, lastName = '' }: Applicant): string {
  return `${firstOrCompanyName} ${lastName}`.trim();
}

/** French names the year last. */
export function nameOf({ year, make, model }: Vehicle, language: Language): string {
  return language === 'fr' ? `${make} ${model} ${year}` : `${year} ${make} ${model}`;
}
