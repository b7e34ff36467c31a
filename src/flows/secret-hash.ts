import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { Busy } from '../domain/busy.ts';

/**
 * Only argon2id hashes of passwords and client secrets are stored. A hash takes 19 MiB and about 40 ms of a core on the
 * thread pool; many at once would starve everything else, so few run at a time and the queue is bounded.
 */
export interface SecretHasher {
  readonly hash: (secret: string) => Promise<string>;
  /** Takes the same time whether `stored` is right, wrong or null (no such account). */
  readonly matches: (secret: string, stored: string | null) => Promise<boolean>;
  readonly queueDepth: () => number;
}

/** The cost of a hash: memory in KiB, and passes over it. */
export interface HashCost {
  readonly memory: number;
  readonly passes: number;
}

export const usualCost: HashCost = { memory: 19_456, passes: 2 }; // OWASP's minimum for argon2id.

// Leaves one core to the event loop and PostgreSQL.
const parallelMax = Math.max(1, Math.min(4, availableParallelism() - 1));
// About 5 s of work on one core; beyond that, callers must retry.
const queueMax = 128;

/** Hashes at this cost. Hashes made at another cost name it, and still match. */
export function makeSecretHasher(cost: HashCost = usualCost): SecretHasher {
  const turns = new Turns(parallelMax, queueMax);
  const decoy = encode(cost, randomBytes(16), randomBytes(32));

  async function derive(message: string, nonce: Buffer, { memory, passes }: HashCost): Promise<Buffer> {
    return turns.take(
      () =>
        new Promise((resolve, reject) => {
          argon2('argon2id', { message, nonce, memory, passes, parallelism: 1, tagLength: 32 }, (error, tag) =>
            error === null ? resolve(tag) : reject(error),
          );
        }),
    );
  }

  return {
    hash: async (secret) => {
      const nonce = randomBytes(16);
      return encode(cost, nonce, await derive(secret, nonce, cost));
    },
    matches: async (secret, stored) => {
      const { nonce, tag, cost: storedCost } = decode(stored ?? decoy);
      return timingSafeEqual(await derive(secret, nonce, storedCost), tag) && stored !== null;
    },
    queueDepth: () => turns.waiting,
  };
}

/** The PHC string format. */
function encode({ memory, passes }: HashCost, nonce: Buffer, tag: Buffer): string {
  const text = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');
  return `$argon2id$v=19$m=${memory},t=${passes},p=1$${text(nonce)}$${text(tag)}`;
}

function decode(stored: string): { readonly cost: HashCost; readonly nonce: Buffer; readonly tag: Buffer } {
  const [, , , cost = '', nonce = '', tag = ''] = stored.split('$');
  const [, memory, passes] = /^m=(\d+),t=(\d+)/.exec(cost) ?? [];
  return {
    cost: { memory: Number(memory), passes: Number(passes) },
    nonce: Buffer.from(nonce, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  };
}

/** Runs at most `parallel` tasks at a time, with at most `waitingMax` in the queue. */
class Turns {
  readonly #parallel: number;
  readonly #waitingMax: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(parallel: number, waitingMax: number) {
    this.#parallel = parallel;
    this.#waitingMax = waitingMax;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#parallel) {
      if (this.#waiting.length >= this.#waitingMax) throw new Busy('Too many secrets are waiting to be checked.');
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else this.#running += 1;
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#running -= 1;
      else next(); // Hands its slot over.
    }
  }
}
