import type { CardProcessor } from '../../ports/card-processor.ts';

/**
 * Returns the processor of a payment: ours, if the payment was made there. After a change of processor the previous one
 * can't be reached, and ours must not be asked for money that it has not taken: then every call returns `not-sent`.
 */
export function cardsOf(cards: CardProcessor, processor: string): CardProcessor {
  const cause = otherProcessor(cards, processor);
  if (cause === null) return cards;
  const notSent = async () => ({ kind: 'not-sent', cause }) as const;
  return {
    ...cards,
    openCheckout: notSent,
    readCheckout: notSent,
    find: notSent,
    capture: notSent,
    chargeSavedCard: notSent,
    release: notSent,
    refund: notSent,
  };
}

/** Returns why a payment can't be acted on; null if it was made at the processor that this service uses. */
export function otherProcessor({ name }: Pick<CardProcessor, 'name'>, processor: string): string | null {
  return processor === name ? null : `It belongs to the card processor ${processor}, and this service uses ${name}.`;
}
