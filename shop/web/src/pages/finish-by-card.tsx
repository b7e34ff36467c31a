import { useEffect, useRef, useState } from 'react';
import type { AcceptedCard } from '../../../shop-api.ts';
import { cardName } from '../kit/card-name.ts';
import { Form, type FormProps } from '../kit/form.tsx';
import { bringIntoView } from '../kit/outcome.tsx';
import { useShop } from '../kit/shop.tsx';
import { useWords } from '../words/words.tsx';

interface FinishByCardProps extends Pick<FormProps, 'errors' | 'isDisabled' | 'why' | 'send'> {
  readonly card: AcceptedCard;
  readonly amount: string;
  /** Whether it is being bought already. */
  readonly isSent: boolean;
  /** Whether the documents above have their place. */
  readonly isSettled: boolean;
  readonly onOther: () => void;
}

/** Helps a customer who left after the card was authorized and before anything was bought. */
export function FinishByCard({ card, amount, isSent, isSettled, onOther, ...form }: FinishByCardProps) {
  const { words, date } = useWords();
  const { chargeDate } = card;
  const isLater = chargeDate > useShop().facts.today;
  const title = useRef<HTMLHeadingElement>(null);
  // Whoever has just given the card waits for what comes of it.
  const [hasComeBack] = useState(!isSent);
  // A customer who comes back looks for how to finish; the documents above push it down when they come.
  useEffect(() => {
    if (isSettled && hasComeBack) bringIntoView(title.current);
  }, [isSettled, hasComeBack]);
  return (
    <Form
      {...form}
      isSent={isSent}
      action={words.binding.finish}
      more={
        <button type="button" className="second" disabled={isSent} onClick={onOther}>
          {words.payment.otherCard}
        </button>
      }
    >
      <h2 tabIndex={-1} ref={title}>
        {words.payment.authorized(cardName(card))}
      </h2>
      <p>
        {/* Once it is sent, it may be bought although no answer has come. */}
        {!isSent && `${words.payment.notBought} `}
        {isLater ? words.payment.chargedOn(amount, date(chargeDate)) : words.payment.chargedToday(amount)}
      </p>
    </Form>
  );
}
