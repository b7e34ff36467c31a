import { useEffect, useRef } from 'react';

/** A customer looks where they have pressed: what came of it is brought there, and a screen reader reads it out. */
export function bringIntoView(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
  element?.scrollIntoView({ block: 'start' });
}

interface OutcomeProps {
  /** Empty while there is none. */
  readonly text: string;
  readonly isBad?: boolean;
}

/** What came of something that the customer did. */
export function Outcome({ text, isBad = false }: OutcomeProps) {
  const place = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (text !== '') bringIntoView(place.current);
  }, [text]);
  return (
    <p className={text === '' ? 'unseen' : isBad ? 'errors' : 'note'} role="status" tabIndex={-1} ref={place}>
      {text}
    </p>
  );
}
