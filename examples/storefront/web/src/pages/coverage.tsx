import type { ErrorItem, Quote } from '@northbind/sdk';
import { useState } from 'react';
import type { SaleView, Selection } from '../../../shop-api.ts';
import { errorsOf } from '../kit/api.ts';
import { Choice, Choices, Form, option, Radios } from '../kit/form.tsx';
import { centsOf, fitSelection, selectedIn, termsOf, totalsOf } from '../kit/money.ts';
import { useShop } from '../kit/shop.tsx';
import { Title } from '../kit/title.tsx';
import { useWords } from '../words/words.tsx';

interface CoverageProps {
  readonly quote: Quote;
  readonly selection: Selection;
  /** Whether the server has this selection. */
  readonly isKept: boolean;
  readonly onChange: (selection: Selection) => void;
  readonly onKept: (sale: SaleView) => void;
  readonly onNext: () => void;
}

const categories = ['Replacement', 'LimitedIndemnity'] as const;

/** Everything here is computed from the quote; the server gets the selection when the customer goes on. */
export function Coverage({ quote, selection, isKept, onChange, onKept, onNext }: CoverageProps) {
  const { words, money } = useWords();
  const { post } = useShop();
  const [errors, setErrors] = useState<readonly ErrorItem[]>([]);
  const [isBusy, setBusy] = useState(false);
  const { coverageCategory, paymentTermInYears, selectedProducts } = selection;
  const terms = termsOf(quote, coverageCategory);
  const products = terms.find((term) => term.paymentTermInYears === paymentTermInYears)?.coverage ?? [];
  const totalCents = totalsOf(selectedIn(quote, selection)).totalCents;

  const toggle = (productType: string): void => {
    const isIn = selectedProducts.includes(productType);
    const wished = isIn ? selectedProducts.filter((one) => one !== productType) : [...selectedProducts, productType];
    onChange(fitSelection(quote, coverageCategory, paymentTermInYears, wished));
  };

  const choose = (): void => {
    if (isKept) {
      onNext();
      return;
    }
    setBusy(true);
    post<SaleView>('selection', { selection })
      .then((sale) => {
        onKept(sale);
        onNext();
      })
      .catch((error: unknown) => setErrors(errorsOf(error)))
      .finally(() => setBusy(false));
  };

  return (
    <>
      <Title lede={words.coverage.lede}>{words.coverage.title}</Title>
      <Form
        errors={errors}
        onSubmit={choose}
        isDisabled={isBusy}
        action={
          <>
            {words.coverage.next} <span className="button-total">{money(totalCents)}</span>
          </>
        }
      >
        <div className="card">
          <Radios
            field="coverageCategory"
            legend={words.coverage.category}
            className="two"
            options={categories
              .filter((category) => termsOf(quote, category).length > 0)
              .map((category) => option(category, words.coverage.categories[category]))}
            chosen={coverageCategory}
            onChoose={(category) => onChange(fitSelection(quote, category, paymentTermInYears, selectedProducts))}
          />
          <Radios
            field="paymentTermInYears"
            legend={words.coverage.term}
            className="terms"
            options={terms.map(({ paymentTermInYears: value }) => ({ value, title: words.coverage.yearsShort(value) }))}
            chosen={paymentTermInYears}
            onChoose={(years) => onChange(fitSelection(quote, coverageCategory, years, selectedProducts))}
          />
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
                checked={selectedProducts.includes(productType)}
                disabled={!isOptional}
                onChange={() => toggle(productType)}
              />
            ))}
          </Choices>
        </div>
      </Form>
    </>
  );
}
