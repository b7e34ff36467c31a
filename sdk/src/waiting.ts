/** How long to wait after attempt number `attempt`: as the service asked, else doubled each time; with jitter. */
export function waitBeforeNext(attempt: number, retryAfterMs: number | null): number {
  if (retryAfterMs !== null) return retryAfterMs + Math.random() * firstWaitMs;
  const waitMs = Math.min(firstWaitMs * 2 ** (attempt - 1), waitMaxMs);
  return waitMs / 2 + (Math.random() * waitMs) / 2;
}

const firstWaitMs = 250;
const waitMaxMs = 5_000;

/** Ends early when the signal fires; the caller checks the signal. */
export function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const wake = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', wake);
      resolve();
    };
    const timer = setTimeout(wake, ms);
    signal?.addEventListener('abort', wake);
  });
}

/** Rejects when the signal fires before the promise settles. The promise goes on for other calls. */
export function unlessCancelled<T>(
  promise: Promise<T>,
  signal: AbortSignal | undefined,
  onCancel: () => Error,
): Promise<T> {
  if (signal === undefined) return promise;
  return new Promise((resolve, reject) => {
    const cancel = (): void => reject(onCancel());
    if (signal.aborted) cancel();
    signal.addEventListener('abort', cancel);
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', cancel));
  });
}
