import type { BindRequest } from '../../sdk/src/index.ts';
import { readyToBind } from '../sdk/sale.ts';
import { judgeBooks } from './kit/books.ts';
import { percentile } from './kit/figures.ts';
import { type Answered, connect, send, todayInOntario, tokenOf } from './kit/partner.ts';
import { type Proof, unless } from './kit/proof.ts';

/** Many identical binds at once, over two instances. */
export const parallel: Proof = {
  name: 'parallel',
  about: 'The same bind is sent 200 times at once to two instances.',
  run: async (testbed) => {
    const [rounds, atOnce] = testbed.isQuick ? [1, 40] : [5, 200];
    const databaseUrl = await testbed.postgres.newDatabase();
    const first = await testbed.startInstance(databaseUrl);
    const second = await testbed.startInstance(databaseUrl);
    const { northbind } = connect(testbed, first.url);
    const token = await tokenOf(testbed, first.url);
    const faults: string[] = [];
    const tookMs: number[] = [];
    let made = 0;
    let replayed = 0;
    let turnedAway = 0;
    for (let round = 0; round < rounds; round += 1) {
      for (const method of ['REF', 'CC', 'PFF'] as const) {
        const body: BindRequest = await readyToBind(northbind, method, todayInOntario());
        const since = performance.now();
        const answers = await Promise.all(
          Array.from({ length: atOnce }, (_, place) =>
            send([first.url, second.url][place % 2]!, { path: '/v1/bind', token, body }),
          ),
        );
        tookMs.push(performance.now() - since);
        const bound = answers.filter(({ status }) => status === 200);
        const policies = new Set(bound.map(policyOf));
        const others = answers.filter(({ status, codes }) => status !== 200 && codes.join() !== 'BindInProgress');
        made += policies.size;
        replayed += bound.length - 1;
        turnedAway += answers.length - bound.length;
        faults.push(...unless(policies.size === 1, `${method}: ${policies.size} policies answered`));
        faults.push(...others.slice(0, 1).map(({ status, text }) => `${method}: answered ${status} ${text}`));
      }
    }
    const verdict = await judgeBooks(databaseUrl, []);
    return {
      did: `${atOnce} identical binds at once over two instances, ${rounds} times for each of referral, card and loan.`,
      counts: {
        binds: rounds * 3 * atOnce,
        made,
        replayed,
        'told BindInProgress': turnedAway,
        'all answered within ms': Math.round(percentile(tookMs, 1)),
        ...verdict.counts,
      },
      faults: [...faults, ...verdict.faults],
    };
  },
};

function policyOf({ text }: Answered): string {
  const { policyNumber, documentDownloadId } = JSON.parse(text) as Record<string, string>;
  return `${policyNumber} ${documentDownloadId}`;
}
