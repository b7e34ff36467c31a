/**
 * Ends what it is given to after a time, or when the partner cancels. One timer and one listener, both taken back by
 * `end`.
 */
export interface Limit {
  readonly signal: AbortSignal;
  /** True when the time ran out, false while it runs and when the partner cancelled. */
  readonly isTimedOut: () => boolean;
  readonly remainingMs: () => number;
  /** The time begins anew. */
  readonly restart: () => void;
  /** The time stands still; the partner can still cancel. */
  readonly pause: () => void;
  readonly end: () => void;
}

// `AbortSignal.any` is missing in the first releases of Node 20, and held on to its signals in later ones.
export function startLimit(timeoutMs: number, outer: AbortSignal | undefined): Limit {
  // `setTimeout` takes NaN for 0, and 0 would end the call before it began.
  if (!(timeoutMs > 0)) throw new TypeError('A time limit is a number of milliseconds above 0, or Infinity for none.');
  const controller = new AbortController();
  let isTimedOut = false;
  let endsAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const cancel = (): void => controller.abort(outer?.reason);
  const pause = (): void => clearTimeout(timer);
  const end = (): void => {
    pause();
    outer?.removeEventListener('abort', cancel);
  };
  const restart = (): void => {
    pause();
    endsAt = Date.now() + timeoutMs;
    if (timeoutMs === Number.POSITIVE_INFINITY) return;
    timer = setTimeout(
      () => {
        isTimedOut = true;
        end();
        controller.abort();
      },
      Math.min(timeoutMs, timerMaxMs),
    );
  };
  restart();
  if (outer?.aborted) cancel();
  else outer?.addEventListener('abort', cancel, { once: true });
  return {
    signal: controller.signal,
    isTimedOut: () => isTimedOut,
    remainingMs: () => endsAt - Date.now(),
    restart,
    pause,
    end,
  };
}

// Almost 25 days. Asked for more, `setTimeout` fires at once.
const timerMaxMs = 2 ** 31 - 1;
