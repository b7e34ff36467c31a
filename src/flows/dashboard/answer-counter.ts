import { bucketCount, bucketOf } from '../../domain/dashboard/answer-time.ts';
import { addAnswers, type ErrorCount, type TimeCount } from '../../store/dashboard/answers.ts';
import type { Parts } from '../parts.ts';

/** A response that was sent. */
export interface AnsweredCall {
  readonly operation: string;
  readonly status: number;
  readonly durationMs: number;
  readonly sellerId: string | null;
  readonly codes: readonly string[];
}

/**
 * Counts responses for the dashboard in memory and writes the counts every few seconds. A crash loses the counts of
 * these seconds. A response counts for the hour in which it is written.
 */
export interface AnswerCounter {
  /** Costs less than a microsecond. */
  readonly observe: (answered: AnsweredCall) => void;
  readonly flush: () => Promise<void>;
}

// A limit on memory: with more sellers and codes than this in ten seconds, the rest is counted without its seller.
const kindsMax = 20_000;

export function makeAnswerCounter({ database, clock }: Parts<'database' | 'clock'>): AnswerCounter {
  let counts = new Counts();
  return {
    observe: (answered) => counts.add(answered),
    flush: async () => {
      const full = counts;
      if (full.isEmpty()) return;
      counts = new Counts();
      try {
        await addAnswers(database, clock(), full.errors(), full.times());
      } catch (error) {
        counts.take(full); // The database is unavailable: add them next time.
        throw error;
      }
    },
  };
}

class Counts {
  readonly #errors = new Map<string, Map<string, number>>();
  readonly #times = new Map<string, Float64Array>();
  #kinds = 0;

  isEmpty(): boolean {
    return this.#times.size === 0;
  }

  add({ operation, status, durationMs, sellerId, codes }: AnsweredCall): void {
    this.#timesOf(operation)[bucketOf(durationMs)]! += 1;
    if (codes.length === 0 && status >= 400) this.#count(sellerId ?? noSeller, `HTTP ${status}`, 1);
    for (const code of codes) this.#count(sellerId ?? noSeller, code, 1);
  }

  take(other: Counts): void {
    for (const { operation, bucket, count } of other.times()) this.#timesOf(operation)[bucket]! += count;
    for (const { sellerId, code, count } of other.errors()) this.#count(sellerId ?? noSeller, code, count);
  }

  times(): TimeCount[] {
    return [...this.#times].flatMap(([operation, counts]) =>
      [...counts].flatMap((count, bucket) => (count === 0 ? [] : [{ operation, bucket, count }])),
    );
  }

  errors(): ErrorCount[] {
    return [...this.#errors].flatMap(([sellerId, codes]) =>
      [...codes].map(([code, count]) => ({ sellerId: sellerId === noSeller ? null : sellerId, code, count })),
    );
  }

  #timesOf(operation: string): Float64Array {
    return this.#times.getOrInsertComputed(operation, newTimes);
  }

  #count(sellerId: string, code: string, count: number): void {
    const isRoom = this.#kinds < kindsMax || this.#errors.get(sellerId)?.has(code) === true;
    const codes = this.#errors.getOrInsertComputed(isRoom ? sellerId : noSeller, newCodes);
    const before = codes.get(code);
    if (before === undefined) this.#kinds += 1;
    codes.set(code, (before ?? 0) + count);
  }
}

const noSeller = '';
const newTimes = (): Float64Array => new Float64Array(bucketCount);
const newCodes = (): Map<string, number> => new Map();
