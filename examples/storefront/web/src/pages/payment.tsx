import type { ErrorItem, Quote } from '@northbind/sdk';
import { useState } from 'react';
import type { Selection } from '../../../shop-api.ts';
import { ErrorSummary, option, Radios } from '../kit/form.tsx';
import { Title } from '../kit/title.tsx';
import { useWords } from '../words/words.tsx';
import { PayByCard } from './pay-by-card.tsx';
import { PayMonthly } from './pay-monthly.tsx';

interface PaymentProps {
  readonly quote: Quote;
  readonly selection: Selection;
  /** Why the bind before was refused. */
  readonly errors: readonly ErrorItem[];
}

export function Payment({ quote, selection, errors }: PaymentProps) {
  const { words } = useWords();
  const [isMonthly, setMonthly] = useState(() => errors.some(({ field }) => field.startsWith('financing')));
  const mayBeMonthly = selection.coverageCategory === 'Replacement';
  return (
    <>
      <Title>{words.payment.title}</Title>
      {!isMonthly && <ErrorSummary errors={errors} />}
      <div className="card">
        <Radios
          field="paymentMethod"
          legend={words.payment.method}
          className="two"
          options={[
            option('CC', words.payment.card),
            {
              ...option('PFF', words.payment.monthly),
              ...(!mayBeMonthly && { text: words.payment.monthlyOnlyReplacement, disabled: true }),
            },
          ]}
          chosen={isMonthly ? 'PFF' : 'CC'}
          onChoose={(method) => setMonthly(method === 'PFF')}
        />
      </div>
      {isMonthly && mayBeMonthly ? (
        <PayMonthly quote={quote} refused={errors} />
      ) : (
        <PayByCard quote={quote} selection={selection} />
      )}
    </>
  );
}
