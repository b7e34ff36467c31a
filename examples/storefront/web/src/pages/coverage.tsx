import type { Quote } from '@northbind/sdk';
import type { Selection } from '../../../shop-api.ts';
import { Choice, Choices, Form } from '../kit/form.tsx';
import { centsOf, fitSelection, selectedIn, termsOf, totalsOf } from '../kit/money.ts';
import { Title } from '../kit/title.tsx';
import { useWords } from '../words/words.tsx';

interface CoverageProps {
  readonly quote: Quote;
  readonly selection: Selection;
  readonly onChange: (selection: Selection) => void;
  readonly onNext: () => void;
}

const categories = ['Replacement', 'LimitedIndemnity'] as const;

/** Everything here is computed from the quote, without calls to the server. */
export function Coverage({ quote, selection, onChange, onNext }: CoverageProps) {
  const { words, money } = useWords();
  const { coverageCategory, paymentTermInYears, selectedProducts } = selection;
  const terms = termsOf(quote, coverageCategory);
  const products = terms.find((term) => term.paymentTermInYears === paymentTermInYears)?.coverage ?? [];
  const totalCents = totalsOf(selectedIn(quote, selection)).totalCents;

  const toggle = (productType: string): void => {
    const isIn = selectedProducts.includes(productType);
    const wished = isIn ? selectedProducts.filter((one) => one !== productType) : [...selectedProducts, productType];
    onChange(fitSelection(quote, coverageCategory, paymentTermInYears, wished));
  };

  return (
    <>
      <Title lede={words.coverage.lede}>{words.coverage.title}</Title>
      <Form errors={[]} onSubmit={onNext}>
        <div className="card">
          <Choices field="coverageCategory" legend={words.coverage.category} className="two">
            {categories
              .filter((category) => termsOf(quote, category).length > 0)
              .map((category) => (
                <Choice
                  key={category}
                  type="radio"
                  name="coverageCategory"
                  value={category}
                  title={words.coverage.categories[category][0] ?? category}
                  text={words.coverage.categories[category][1]}
                  isChecked={category === coverageCategory}
                  onChoose={() => onChange(fitSelection(quote, category, paymentTermInYears, selectedProducts))}
                />
              ))}
          </Choices>
          <Choices field="paymentTermInYears" legend={words.coverage.term} className="terms">
            {terms.map(({ paymentTermInYears: years }) => (
              <Choice
                key={years}
                type="radio"
                name="paymentTermInYears"
                value={String(years)}
                title={words.coverage.yearsShort(years)}
                isChecked={years === paymentTermInYears}
                onChoose={() => onChange(fitSelection(quote, coverageCategory, years, selectedProducts))}
              />
            ))}
          </Choices>
        </div>
        <div className="card">
          <Choices field="selectedProducts" legend={words.coverage.products}>
            {products.map(({ productType, productName, totalWithTax, isOptional, coverageTermInYears }) => (
              <Choice
                key={productType}
                type="checkbox"
                name="selectedProducts"
                value={productType}
                title={productName}
                text={
                  <>
                    {!isOptional && <span className="badge">{words.coverage.included}</span>}
                    {[words.coverage.covers(coverageTermInYears), words.coverage.about[productType]]
                      .filter(Boolean)
                      .join(' · ')}
                  </>
                }
                note={<strong>{money(centsOf(totalWithTax))}</strong>}
                isChecked={selectedProducts.includes(productType)}
                isDisabled={!isOptional}
                onChoose={() => toggle(productType)}
              />
            ))}
          </Choices>
        </div>
        <div className="actions">
          <button type="submit">
            {words.coverage.next} <span className="button-total">{money(totalCents)}</span>
          </button>
        </div>
      </Form>
    </>
  );
}
