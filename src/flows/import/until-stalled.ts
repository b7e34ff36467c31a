import { withTimeLimit } from '../time-limit.ts';

/** Says that no more of a file came in time. */
export class Stalled extends Error {}

/** Passes on what arrives; throws `Stalled` when nothing comes for so long. */
export async function* untilStalled<T>(source: AsyncIterable<T>, stallMs: number): AsyncGenerator<T> {
  const iterator = source[Symbol.asyncIterator]();
  try {
    for (;;) {
      const { value, done } = await withTimeLimit(
        stallMs,
        iterator.next(),
        new Stalled('No more of the file arrived.'),
      );
      if (done === true) return;
      yield value;
    }
  } finally {
    void iterator.return?.(); // Not awaited: a stalled source may never end.
  }
}
