import type { ErrorItem, Quote } from '@northbind/sdk';
import { useState } from 'react';
import type { SaleView, Selection, ShopFacts } from '../../../shop-api.ts';
import { Choice, Choices, ErrorSummary } from '../kit/form.tsx';
import { Title } from '../kit/title.tsx';
import { useWords } from '../words/words.tsx';
import { PayByCard } from './pay-by-card.tsx';
import { PayMonthly } from './pay-monthly.tsx';

interface PaymentProps {
  readonly facts: ShopFacts;
  readonly quote: Quote;
  readonly selection: Selection;
  readonly card: SaleView['card'];
  /** Why the bind before was refused. */
  readonly errors: readonly ErrorItem[];
  readonly onSale: (sale: SaleView) => void;
}

export function Payment({ facts, quote, selection, card, errors, onSale }: PaymentProps) {
  const { words } = useWords();
  const [isMonthly, setMonthly] = useState(() => errors.some(({ field }) => field.startsWith('financing')));
  const mayBeMonthly = selection.coverageCategory === 'Replacement';
  return (
    <>
      <Title>{words.payment.title}</Title>
      {!isMonthly && <ErrorSummary errors={errors} />}
      <div className="card">
        <Choices field="paymentMethod" legend={words.payment.method} className="two">
          <Choice
            type="radio"
            name="paymentMethod"
            value="CC"
            title={words.payment.card[0] ?? ''}
            text={words.payment.card[1]}
            isChecked={!isMonthly}
            onChoose={() => setMonthly(false)}
          />
          <Choice
            type="radio"
            name="paymentMethod"
            value="PFF"
            title={words.payment.monthly[0] ?? ''}
            text={mayBeMonthly ? words.payment.monthly[1] : words.payment.monthlyOnlyReplacement}
            isDisabled={!mayBeMonthly}
            isChecked={isMonthly}
            onChoose={() => setMonthly(true)}
          />
        </Choices>
      </div>
      {isMonthly && mayBeMonthly ? (
        <PayMonthly quote={quote} selection={selection} refused={errors} onSale={onSale} />
      ) : (
        <PayByCard facts={facts} quote={quote} selection={selection} card={card} onSale={onSale} />
      )}
    </>
  );
}
