import type { ErrorItem, Quote } from '@northbind/sdk';
import { useEffect } from 'react';
import type { Selection } from '../../../shop-api.ts';
import { ErrorSummary, option, Radios } from '../kit/form.tsx';
import { useShop } from '../kit/shop.tsx';
import type { ChosenLoan } from '../kit/summary.tsx';
import { Title } from '../kit/title.tsx';
import { useTypedValue } from '../kit/typed.tsx';
import { useWords } from '../words/words.tsx';
import { PayByCard } from './pay-by-card.tsx';
import { PayMonthly } from './pay-monthly.tsx';

interface PaymentProps {
  readonly quote: Quote;
  readonly selection: Selection;
  /** Why the bind before was refused. */
  readonly errors: readonly ErrorItem[];
  readonly onLoan: (loan: ChosenLoan | null) => void;
}

export function Payment({ quote, selection, errors, onLoan }: PaymentProps) {
  const { words } = useWords();
  const { paymentMethods } = useShop().facts;
  const hasCard = paymentMethods.includes('CC');
  const hasFailedLoan = errors.some(({ field }) => field.startsWith('financing'));
  const [method, setMethod] = useTypedValue('paymentMethod', hasFailedLoan ? 'PFF' : 'CC');
  const isMonthly = !hasCard || method === 'PFF';
  const mayBeMonthly = selection.coverageCategory === 'Replacement';
  const isCardShown = hasCard && !(isMonthly && mayBeMonthly);
  useEffect(() => {
    if (isCardShown) onLoan(null);
  }, [isCardShown, onLoan]);
  const options = [
    option('CC' as const, words.payment.card),
    {
      ...option('PFF' as const, words.payment.monthly),
      ...(!mayBeMonthly && { text: words.payment.monthlyOnlyReplacement, disabled: true }),
    },
  ].filter(({ value }) => paymentMethods.includes(value));
  return (
    <>
      <Title>{words.payment.title}</Title>
      {!isMonthly && <ErrorSummary errors={errors} />}
      <div className="card">
        <Radios
          field="paymentMethod"
          legend={words.payment.method}
          className="two"
          options={options}
          chosen={isCardShown ? 'CC' : 'PFF'}
          onChoose={setMethod}
        />
      </div>
      {isCardShown && <PayByCard quote={quote} selection={selection} />}
      {!isCardShown && mayBeMonthly && <PayMonthly quote={quote} refused={errors} onLoan={onLoan} />}
    </>
  );
}
