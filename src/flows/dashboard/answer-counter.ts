import type { Clock } from '../../domain/calendar/calendar.ts';
import { bucketCount, bucketOf } from '../../domain/operator/answer-time.ts';
import { addAnswers, type ErrorCount, type TimeCount } from '../../store/dashboard/answers.ts';
import type { Database } from '../../store/database.ts';

/** What is known of an answer when it has gone out. */
export interface AnsweredCall {
  readonly operation: string;
  readonly status: number;
  readonly durationMs: number;
  readonly sellerId: string | null;
  readonly codes: readonly string[];
}

/**
 * Counts answers for the dashboard in memory, and adds them to the database every few seconds. An instance that is
 * killed takes the counts of these seconds with it. An answer counts for the hour in which it is added.
 */
export interface AnswerCounter {
  /** Costs less than a microsecond. */
  readonly observe: (answered: AnsweredCall) => void;
  readonly flush: () => Promise<void>;
}

// More kinds of answers than these in ten seconds are nobody's normal business: what comes on top counts without its
// seller.
const kindsMax = 20_000;

export function makeAnswerCounter({
  database,
  clock,
}: {
  readonly database: Database;
  readonly clock: Clock;
}): AnswerCounter {
  let book = new Book();
  return {
    observe: (answered) => book.add(answered),
    flush: async () => {
      const full = book;
      if (full.isEmpty()) return;
      book = new Book();
      try {
        await addAnswers(database, clock(), full.errors(), full.times());
      } catch (error) {
        book.take(full); // The database is away: they are added the next time.
        throw error;
      }
    },
  };
}

class Book {
  readonly #errors = new Map<string, Map<string, number>>();
  readonly #times = new Map<string, Float64Array>();
  #kinds = 0;

  isEmpty(): boolean {
    return this.#times.size === 0;
  }

  add({ operation, status, durationMs, sellerId, codes }: AnsweredCall): void {
    this.#timesOf(operation)[bucketOf(durationMs)]! += 1;
    if (codes.length === 0 && status >= 400) this.#count(sellerId ?? nobody, `HTTP ${status}`, 1);
    for (const code of codes) this.#count(sellerId ?? nobody, code, 1);
  }

  take(other: Book): void {
    for (const { operation, bucket, count } of other.times()) this.#timesOf(operation)[bucket]! += count;
    for (const { sellerId, code, count } of other.errors()) this.#count(sellerId ?? nobody, code, count);
  }

  times(): TimeCount[] {
    return [...this.#times].flatMap(([operation, counts]) =>
      [...counts].flatMap((count, bucket) => (count === 0 ? [] : [{ operation, bucket, count }])),
    );
  }

  errors(): ErrorCount[] {
    return [...this.#errors].flatMap(([sellerId, codes]) =>
      [...codes].map(([code, count]) => ({ sellerId: sellerId === nobody ? null : sellerId, code, count })),
    );
  }

  #timesOf(operation: string): Float64Array {
    return known(this.#times, operation, newTimes);
  }

  #count(sellerId: string, code: string, count: number): void {
    const isRoom = this.#kinds < kindsMax || this.#errors.get(sellerId)?.has(code) === true;
    const codes = known(this.#errors, isRoom ? sellerId : nobody, newCodes);
    const before = codes.get(code);
    if (before === undefined) this.#kinds += 1;
    codes.set(code, (before ?? 0) + count);
  }
}

const nobody = '';
const newTimes = (): Float64Array => new Float64Array(bucketCount);
const newCodes = (): Map<string, number> => new Map();

function known<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const found = map.get(key);
  if (found !== undefined) return found;
  const made = make();
  map.set(key, made);
  return made;
}
