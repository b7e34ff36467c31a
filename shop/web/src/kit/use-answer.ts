import type { ErrorItem } from '@northbind/sdk';
import { useEffect, useState } from 'react';
import { errorsOf, get, noErrors, untilAnswered } from './api.ts';

interface Answer<T> {
  /** Null until it is there; while it is asked for again, the one before. */
  readonly value: T | null;
  readonly errors: readonly ErrorItem[];
  /** There is no connection at the moment. */
  readonly isAway: boolean;
}

/**
 * What the shop says to a question of the page, asked until there is an answer, and anew with each edition of the sale.
 * With null there is nothing to ask. A question that the customer is still typing waits a moment.
 */
export function useAnswer<T>(path: string | null, { edition = 0, waitMs = 0 } = {}): Answer<T> {
  const [answer, setAnswer] = useState<Answer<T>>({ value: null, errors: noErrors, isAway: false });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another edition has another answer.
  useEffect(() => {
    if (path === null) return setAnswer({ value: null, errors: noErrors, isAway: false });
    const controller = new AbortController();
    const { signal } = controller;
    const isWaiting = (): void => setAnswer((shown) => ({ ...shown, isAway: true }));
    const timer = setTimeout(() => {
      untilAnswered(() => get<T>(path, signal), isWaiting)
        .then((value) => setAnswer({ value, errors: noErrors, isAway: false }))
        .catch((error: unknown) => {
          if (!signal.aborted) setAnswer({ value: null, errors: errorsOf(error), isAway: false });
        });
    }, waitMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [path, edition, waitMs]);
  return answer;
}
