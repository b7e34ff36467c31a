import type { Term } from '@northbind/sdk';
import type { Prices } from '../../../shop-api.ts';
import { ErrorSummary } from '../kit/form.tsx';
import { termsOf, totalsOf } from '../kit/money.ts';
import { useShop } from '../kit/shop.tsx';
import { useAnswer } from '../kit/use-answer.ts';
import { useWords } from '../words/words.tsx';

const categories = ['Replacement', 'LimitedIndemnity'] as const;

/** What the vehicle costs to cover, before the customer says who they are: the core coverage of each term. */
export function Indication() {
  const { words, language, money } = useWords();
  const { edition } = useShop().sale;
  const { value: prices, errors, isAway } = useAnswer<Prices>(`indication?language=${language}`, { edition });
  if (errors.length > 0) return <ErrorSummary errors={errors} isAside />;
  const { indication, categories: names, yearsShort } = { ...words, ...words.coverage };
  // It has its place from the beginning: what the customer types below does not move when the prices come.
  if (prices === null)
    return (
      <section className="card indication" aria-labelledby="indication-title" aria-busy="true">
        <h2 id="indication-title">{indication.title}</h2>
        <p className="quiet" role="status">
          {isAway ? words.shopAway : words.loading}
        </p>
      </section>
    );

  const offered = categories.filter((category) => termsOf(prices, category).length > 0);
  const years = [
    ...new Set(offered.flatMap((category) => termsOf(prices, category).map((term) => term.paymentTermInYears))),
  ].sort((one, other) => one - other);
  const priceOf = (category: (typeof categories)[number], term: number): string => {
    const found = termsOf(prices, category).find(({ paymentTermInYears }) => paymentTermInYears === term);
    return found === undefined ? '–' : money(totalsOf(coreOf(found)).totalCents);
  };
  return (
    <section className="card indication" aria-labelledby="indication-title">
      <h2 id="indication-title">{indication.title}</h2>
      <p className="quiet">{indication.free}</p>
      <table>
        <thead>
          <tr>
            <th scope="col">{indication.term}</th>
            {offered.map((category) => (
              <th key={category} scope="col">
                {names[category][0]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {years.map((term) => (
            <tr key={term}>
              <th scope="row">{yearsShort(term)}</th>
              {offered.map((category) => (
                <td key={category}>{priceOf(category, term)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="hint">{indication.next}</p>
    </section>
  );
}

function coreOf({ coverage }: Term): Term['coverage'] {
  return coverage.filter(({ isOptional }) => !isOptional);
}
