import { openCheckout } from '@northbind/sdk/checkout';
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import type { CardTicket } from '../../../shop-api.ts';
import { bringIntoView } from '../kit/outcome.tsx';
import { useWords } from '../words/words.tsx';
import { ChargeText } from './charge-date-form.tsx';

interface CardFormProps {
  readonly ticket: CardTicket;
  readonly amount: string;
  readonly chargeDate: string;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
  /** The customer leaves the page with the form open. The card may have been sent. */
  readonly onLeave: () => void;
}

/** The processor's form inside the page. It calls back once, to confirm or to start again. */
export function CardForm({ ticket, amount, chargeDate, onConfirm, onCancel, onLeave }: CardFormProps) {
  const { words } = useWords();
  const place = useRef<HTMLDivElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const leave = useEffectEvent(onLeave);
  const goOn = useEffectEvent((next: 'confirm' | 'start-again') => (next === 'confirm' ? onConfirm() : onCancel()));
  // Before the form is removed from the page: the checkout would report that as its end, and leaving would buy the
  // policy.
  useLayoutEffect(() => {
    const container = place.current;
    if (container === null) return;
    const controller = new AbortController();
    const { signal } = controller;
    openCheckout({ ...ticket, container, signal, onLeave: () => leave() }).then(({ next }) =>
      signal.aborted ? leave() : goOn(next),
    );
    return () => controller.abort();
  }, [ticket]);
  // The button that opened it is gone, and the focus with it; what came of another card is read first.
  useEffect(() => {
    if (document.activeElement === document.body) bringIntoView(title.current);
  }, []);
  return (
    <section aria-labelledby="card-form-title">
      <h2 id="card-form-title" tabIndex={-1} ref={title}>
        {words.payment.cardForm}
      </h2>
      <ChargeText amount={amount} chargeDate={chargeDate} />
      <p className="quiet">{words.payment.cardSafe}</p>
      <div ref={place} className="card-form" />
    </section>
  );
}
