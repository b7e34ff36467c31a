import { openCheckout } from '@northbind/sdk/checkout';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { CardTicket } from '../../../shop-api.ts';
import { useWords } from '../words/words.tsx';

interface CardFormProps {
  readonly ticket: CardTicket;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

/** The processor's form inside the page. It answers once, and says whether to confirm or to start again. */
export function CardForm({ ticket, onConfirm, onCancel }: CardFormProps) {
  const { words } = useWords();
  const place = useRef<HTMLDivElement>(null);
  const goOn = useEffectEvent((next: 'confirm' | 'start-again') => (next === 'confirm' ? onConfirm() : onCancel()));
  useEffect(() => {
    const container = place.current;
    if (container === null) return;
    const controller = new AbortController();
    openCheckout({ ...ticket, container, signal: controller.signal }).then(({ next }) => {
      if (!controller.signal.aborted) goOn(next);
    });
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
