import { useEffect, useRef } from 'react';
import type { AcceptedCard } from '../../../shop-api.ts';
import { cardName } from '../kit/card-name.ts';
import { Form, type FormProps } from '../kit/form.tsx';
import { bringIntoView } from '../kit/outcome.tsx';
import { useShop } from '../kit/shop.tsx';
import { useWords } from '../words/words.tsx';

interface FinishByCardProps extends Pick<FormProps, 'errors' | 'isDisabled' | 'why' | 'send'> {
  readonly card: AcceptedCard;
  readonly amount: string;
  readonly isBusy: boolean;
  /** Whether the documents above have their place. */
  readonly isSettled: boolean;
  readonly onOther: () => void;
}

/** Helps a customer who left after the card was authorized and before anything was bought. */
export function FinishByCard({ card, amount, isBusy, isSettled, onOther, ...form }: FinishByCardProps) {
  const { words, date } = useWords();
  const { chargeDate } = card;
  const isLater = chargeDate > useShop().facts.today;
  const title = useRef<HTMLHeadingElement>(null);
  // A customer who comes back looks for how to finish; the documents above push it down when they come.
  useEffect(() => {
    if (isSettled) bringIntoView(title.current);
  }, [isSettled]);
  return (
    <Form
      {...form}
      action={words.binding.finish}
      more={
        <button type="button" className="second" disabled={isBusy} onClick={onOther}>
          {words.payment.otherCard}
        </button>
      }
    >
      <h2 tabIndex={-1} ref={title}>
        {words.payment.authorized(cardName(card))}
      </h2>
      <p>
        {/* Once it is sent, it may be bought although no answer has come. */}
        {!isBusy && `${words.payment.notBought} `}
        {isLater ? words.payment.chargedOn(amount, date(chargeDate)) : words.payment.chargedToday(amount)}
      </p>
    </Form>
  );
}
