/** A signal that fires after a time, or when the partner cancels. `end` removes its timer and its listener. */
export interface Limit {
  readonly signal: AbortSignal;
  /** True when the time ran out, false while it runs and when the partner cancelled. */
  readonly isTimedOut: () => boolean;
  readonly remainingMs: () => number;
  /** Restarts the time. */
  readonly restart: () => void;
  /** Stops the time; the partner can still cancel. */
  readonly pause: () => void;
  readonly end: () => void;
}

// `AbortSignal.any` is missing in the first releases of Node 20, and leaks its signals in later ones.
export function startLimit(timeoutMs: number, outer: AbortSignal | undefined): Limit {
  // `setTimeout` takes NaN for 0, which would end the call at once.
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

// Almost 25 days. For more, `setTimeout` fires at once.
const timerMaxMs = 2 ** 31 - 1;
