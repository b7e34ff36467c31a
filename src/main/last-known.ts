/** A value that is read now and then, with how old it is. */
export interface Known<T> {
  readonly value: T;
  readonly ageSeconds: number;
}

interface LastKnownParts<T> {
  readonly read: () => Promise<T>;
  /** How long a caller waits for a new value before it gets the last known one. */
  readonly waitMs: number;
  /** After this long without a result, a reading is abandoned and the next caller begins another. */
  readonly readingMs: number;
}

/**
 * Returns a function that reads a value anew but never fails and never waits longer than `waitMs`: when the source does
 * not answer in time, it returns the last known value, or null if there is none yet. Callers share one reading.
 */
export function makeLastKnown<T>({ read, waitMs, readingMs }: LastKnownParts<T>): () => Promise<Known<T> | null> {
  let known: { readonly value: T; readonly readAtMs: number } | null = null;
  let reading: Promise<unknown> | null = null;

  const begin = (): Promise<unknown> => {
    const abandoned = delay(readingMs);
    const begun = read().then(
      (value) => {
        known = { value, readAtMs: performance.now() };
      },
      () => undefined, // The age tells that it failed.
    );
    return Promise.race([begun, abandoned.over]).finally(() => {
      abandoned.cancel();
      reading = null;
    });
  };

  return async () => {
    reading ??= begin();
    const patience = delay(waitMs);
    await Promise.race([reading, patience.over]);
    patience.cancel();
    return known && { value: known.value, ageSeconds: (performance.now() - known.readAtMs) / 1_000 };
  };
}

function delay(ms: number): { readonly over: Promise<void>; readonly cancel: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  return { over: promise, cancel: () => clearTimeout(timer) };
}
