import type { ErrorItem } from '@northbind/sdk';
import type { AcceptedCard } from '../../../shop-api.ts';
import { cardName } from '../kit/card-name.ts';
import { Form } from '../kit/form.tsx';
import { useWords } from '../words/words.tsx';

interface FinishByCardProps {
  readonly card: AcceptedCard;
  readonly amount: string;
  readonly today: string;
  readonly errors: readonly ErrorItem[];
  readonly isBusy: boolean;
  readonly isDisabled: boolean;
  readonly onFinish: () => void;
  readonly onOther: () => void;
}

/** For a customer who left after the card was authorized and before anything was bought. */
export function FinishByCard({
  card,
  amount,
  today,
  errors,
  isBusy,
  isDisabled,
  onFinish,
  onOther,
}: FinishByCardProps) {
  const { words, date } = useWords();
  const { chargeDate } = card;
  return (
    <Form
      errors={errors}
      onSubmit={onFinish}
      action={words.binding.finish}
      isDisabled={isDisabled}
      more={
        <button type="button" className="second" disabled={isBusy} onClick={onOther}>
          {words.payment.otherCard}
        </button>
      }
    >
      <h2>{words.payment.authorized(cardName(card))}</h2>
      <p>
        {words.payment.notBought}{' '}
        {chargeDate > today ? words.payment.chargedOn(amount, date(chargeDate)) : words.payment.chargedToday(amount)}
      </p>
    </Form>
  );
}
