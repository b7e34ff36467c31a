/**
 * Samples a figure that jumps and returns the least of the last samples: what was there all the time. A single moment
 * says little: a statement that waits a millisecond for its turn is no queue.
 */
export function makeLeastOf(read: () => number, { everyMs, samples }: LeastOfOptions): () => number {
  const last: number[] = [];
  setInterval(() => {
    last.push(read());
    if (last.length > samples) last.shift();
  }, everyMs).unref();
  return () => (last.length < samples ? 0 : Math.min(...last));
}

interface LeastOfOptions {
  readonly everyMs: number;
  readonly samples: number;
}
