/**
 * What each cache of the service saves: the time of the work with and without it. A cache that saves less than 2% of a
 * quote, which takes some 400 µs, is not worth its code.
 */
import { makeTokens } from '../src/api/kit/tokens.ts';
import { makeSecretHasher } from '../src/flows/credential/secret-hash.ts';
import { median } from './kit/measure.ts';
import { table } from './kit/table.ts';

const rounds = 400;
const now = new Date('2026-11-20T12:00:00Z');

const seller = { id: 'seller', credentialStamp: 'stamp', previousStamps: [], isDisabled: false, integration: {} };

const rows = [
  await compare('credentials (two argon2 hashes)', 5, async () => {
    const hasher = makeSecretHasher();
    const hash = await hasher.hash('secret');
    const caller = { lane: 'known', address: '127.0.0.1', name: 'partner' } as const;
    const anew = () =>
      hasher.judge(caller, async (match) => [await match('secret', [hash]), await match('secret', [hash])]);
    return { anew: async () => void (await anew()) };
  }),
  await compare('a token', rounds, () => {
    const options = {
      key: 'k'.repeat(32),
      lifetimeMinutes: 60,
      sellerById: () => seller as never,
      isClientGood: () => true,
      sellersOfClient: () => [],
    };
    const { token } = makeTokens(options).issue(
      { seller: seller as never, credentialStamp: 'stamp', client: null },
      now,
    );
    const fresh = Array.from({ length: 2 * rounds }, () => makeTokens(options));
    const warm = makeTokens(options);
    return { anew: () => void fresh.pop()!.verify(token, now), known: () => void warm.verify(token, now) };
  }),
];
console.log(table(['', 'anew µs', 'remembered µs'], rows));

interface Work {
  readonly anew: () => void | Promise<void>;
  readonly known?: () => void;
}

/** The first half of the rounds is warm-up. */
async function compare(name: string, count: number, prepare: () => Work | Promise<Work>): Promise<readonly string[]> {
  const { anew, known } = await prepare();
  const time = async (work: () => void | Promise<void>): Promise<string> => {
    const times: number[] = [];
    for (let round = 0; round < 2 * count; round++) {
      const start = performance.now();
      await work();
      times.push((performance.now() - start) * 1000);
    }
    return median(times.slice(count)).toFixed(1);
  };
  return [name, await time(anew), known === undefined ? '' : await time(known)];
}
