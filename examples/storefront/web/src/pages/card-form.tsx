import { openCheckout } from '@northbind/sdk/checkout';
import { useEffectEvent, useLayoutEffect, useRef } from 'react';
import type { CardTicket } from '../../../shop-api.ts';
import { useWords } from '../words/words.tsx';

interface CardFormProps {
  readonly ticket: CardTicket;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
  /** The customer goes elsewhere and leaves the form open. The card may have been sent. */
  readonly onLeave: () => void;
}

/** The processor's form inside the page. It answers once, and says whether to confirm or to start again. */
export function CardForm({ ticket, onConfirm, onCancel, onLeave }: CardFormProps) {
  const { words } = useWords();
  const place = useRef<HTMLDivElement>(null);
  const leave = useEffectEvent(onLeave);
  const goOn = useEffectEvent((next: 'confirm' | 'start-again') => (next === 'confirm' ? onConfirm() : onCancel()));
  // Before the form is taken out of the page: the checkout would take that for its end, and the customer would buy by leaving.
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
  return (
    <section aria-labelledby="card-form-title">
      <h2 id="card-form-title">{words.payment.cardForm}</h2>
      <p className="quiet">{words.payment.cardSafe}</p>
      <div ref={place} className="card-form" />
    </section>
  );
}
