import type { Quote } from '@northbind/sdk';
import type { SaleView, Selection } from '../../../shop-api.ts';
import { Choice, Choices, Form, option, Radios } from '../kit/form.tsx';
import { centsOf, fitSelection, isSameSelection, selectedIn, termsOf, totalsOf } from '../kit/money.ts';
import { useShop } from '../kit/shop.tsx';
import { heldUntil } from '../kit/summary.tsx';
import { Title } from '../kit/title.tsx';
import { useWords } from '../words/words.tsx';

interface CoverageProps {
  readonly quote: Quote;
  readonly selection: Selection;
  readonly onChange: (selection: Selection) => void;
  readonly onNext: () => void;
}

const categories = ['Replacement', 'LimitedIndemnity'] as const;

/** Everything here is computed from the quote; the server gets the selection when the customer goes on. */
export function Coverage({ quote, selection, onChange, onNext }: CoverageProps) {
  const { words, money, date } = useWords();
  const { facts, post, sale, onSale } = useShop();
  const { coverageCategory, paymentTermInYears, selectedProducts } = selection;
  const terms = termsOf(quote, coverageCategory);
  const products = terms.find((term) => term.paymentTermInYears === paymentTermInYears)?.coverage ?? [];
  const totalCents = totalsOf(selectedIn(quote, selection)).totalCents;

  /** What the choice costs, with the products that are chosen now as far as it has them. */
  const priceOf = (category: Selection['coverageCategory'], years: number): string =>
    money(totalsOf(selectedIn(quote, fitSelection(quote, category, years, selectedProducts))).totalCents);

  const toggle = (productType: string): void => {
    const isIn = selectedProducts.includes(productType);
    const wished = isIn ? selectedProducts.filter((one) => one !== productType) : [...selectedProducts, productType];
    onChange(fitSelection(quote, coverageCategory, paymentTermInYears, wished));
  };

  const choose = async (): Promise<void> => {
    const isKept = sale.selection !== null && isSameSelection(selection, sale.selection);
    if (!isKept) onSale(await post<SaleView>('selection', { selection }));
    onNext();
  };

  return (
    <>
      <Title lede={words.coverage.lede(date(heldUntil(facts, quote)))}>{words.coverage.title}</Title>
      <Form
        send={choose}
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
              .map((category) => ({
                ...option(category, words.coverage.categories[category]),
                note: priceOf(category, paymentTermInYears),
              }))}
            chosen={coverageCategory}
            onChoose={(category) => onChange(fitSelection(quote, category, paymentTermInYears, selectedProducts))}
          />
          <Radios
            field="paymentTermInYears"
            legend={words.coverage.term}
            className="terms"
            options={terms.map(({ paymentTermInYears: value }) => ({
              value,
              title: words.coverage.yearsShort(value),
              note: priceOf(coverageCategory, value),
            }))}
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
                    {[
                      words.coverage.covers(words.coverage.years(coverageTermInYears)),
                      words.coverage.about[productType],
                    ]
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
