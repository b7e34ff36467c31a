import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { type Caller, TryQueue } from './try-queue.ts';

/**
 * Only argon2id hashes of passwords and client secrets are stored. A hash takes 19 MiB and about 40 ms of a core on the
 * thread pool; many at once would starve everything else, so they run in the turns of a queue.
 */
export interface SecretHasher {
  /**
   * Hashes a new secret for storage. `beside` is the hash of the secret that it replaces: with the same salt, one hash
   * of what a caller sends can be compared with both.
   */
  readonly hash: (secret: string, beside?: string) => Promise<string>;
  /** Judges one try to get in, in the caller's turn; null from `check` means that it failed. */
  readonly judge: <T>(caller: Caller, check: (match: Match) => Promise<T | null>) => Promise<T | null>;
  /** Whether a secret never matches, because it is published. */
  readonly isPublished: (secret: string) => boolean;
  readonly queueDepth: () => number;
  readonly hashCount: () => number;
}

/**
 * Returns which of the stored hashes is of this secret; null for none. Takes the same time whether there is one, none,
 * or nothing to compare with (no such account).
 */
export type Match = (secret: string, stored: readonly (string | null)[]) => Promise<string | null>;

/** The cost of a hash: memory in KiB, and passes over it. */
export interface HashCost {
  readonly memory: number;
  readonly passes: number;
}

export interface SecretHasherOptions {
  readonly cost?: HashCost | undefined;
  /** Secrets that are published: in production they never match, whatever the database says. */
  readonly published?: ReadonlySet<string>;
}

export const usualCost: HashCost = { memory: 19_456, passes: 2 }; // OWASP's minimum for argon2id.

// Leaves one core to the event loop and PostgreSQL.
const parallelMax = Math.max(1, Math.min(4, availableParallelism() - 1));
/** Secrets are issued by operators and, at a sandbox's first start, by ourselves. */
const issuer: Caller = { lane: 'operator', address: '', name: '' };

/** Hashes at this cost. Hashes made at another cost name it, and still match. */
export function makeSecretHasher({ cost = usualCost, published = new Set() }: SecretHasherOptions = {}): SecretHasher {
  const queue = new TryQueue(parallelMax);
  const decoy = encode({ cost, nonce: randomBytes(16), tag: randomBytes(32) });
  let hashCount = 0;

  function derive(message: string, { cost: { memory, passes }, nonce }: Salt): Promise<Buffer> {
    hashCount += 1;
    return new Promise((resolve, reject) => {
      argon2('argon2id', { message, nonce, memory, passes, parallelism: 1, tagLength: 32 }, (error, tag) =>
        error === null ? resolve(tag) : reject(error),
      );
    });
  }

  const match: Match = async (secret, stored) => {
    const present = stored.filter((one) => one !== null);
    const bySalt = Map.groupBy(present.length === 0 ? [decoy] : present, saltText);
    let found: string | null = null;
    for (const hashes of bySalt.values()) {
      const derived = await derive(secret, decode(hashes[0]!));
      found ??= hashes.find((one) => timingSafeEqual(derived, decode(one).tag)) ?? null;
    }
    return present.length === 0 || published.has(secret) ? null : found;
  };

  return {
    hash: async (secret, beside) => {
      const before = beside === undefined ? null : decode(beside);
      const isSameCost = before?.cost.memory === cost.memory && before.cost.passes === cost.passes;
      const salt = { cost, nonce: isSameCost ? before.nonce : randomBytes(16) };
      const tag = await queue.run(issuer, () => derive(secret, salt));
      return encode({ ...salt, tag: tag! });
    },
    judge: (caller, check) => queue.run(caller, () => check(match)),
    isPublished: (secret) => published.has(secret),
    queueDepth: () => queue.waiting,
    hashCount: () => hashCount,
  };
}

interface Salt {
  readonly cost: HashCost;
  readonly nonce: Buffer;
}

interface StoredHash extends Salt {
  readonly tag: Buffer;
}

/** The PHC string format. */
function encode({ cost: { memory, passes }, nonce, tag }: StoredHash): string {
  const text = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');
  return `$argon2id$v=19$m=${memory},t=${passes},p=1$${text(nonce)}$${text(tag)}`;
}

function decode(stored: string): StoredHash {
  const [, , , cost = '', nonce = '', tag = ''] = stored.split('$');
  const [, memory, passes] = /^m=(\d+),t=(\d+)/.exec(cost) ?? [];
  return {
    cost: { memory: Number(memory), passes: Number(passes) },
    nonce: Buffer.from(nonce, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  };
}

/** The stored hash up to its tag. */
function saltText(stored: string): string {
  return stored.slice(0, stored.lastIndexOf('$'));
}
