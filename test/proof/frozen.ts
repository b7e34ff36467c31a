import { setTimeout as sleep } from 'node:timers/promises';
import type { BindRequest } from '../../sdk/src/index.ts';
import { inDatabase } from '../kit/sale/quoting.ts';
import { readyToBind } from '../sdk/sale.ts';
import { judgeBooks } from './kit/books.ts';
import { between } from './kit/chance.ts';
import { bindAtLast, type Sale } from './kit/load.ts';
import { type Answered, connect, send, todayInOntario, tokenOf } from './kit/partner.ts';
import { type Proof, unless } from './kit/proof.ts';

/**
 * One of two instances is frozen beyond its leases in the middle of binds, and woken when the other has finished them.
 */
export const frozen: Proof = {
  name: 'frozen',
  about: 'An instance stands still in the middle of binds for longer than its leases, then wakes.',
  run: async (testbed) => {
    const [rounds, bindsAtOnce] = testbed.isQuick ? [1, 3] : [5, 12];
    const databaseUrl = await testbed.postgres.newDatabase();
    const parties = await testbed.startParties(databaseUrl);
    const options = { parties: parties.addresses };
    const victim = await testbed.startInstance(databaseUrl, options);
    const other = await testbed.startInstance(databaseUrl, options);
    const token = await tokenOf(testbed, victim.url);
    const sales: Sale[] = [];
    const late: Answered[] = [];
    const recoveryMs: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const requests = await Promise.all(
        Array.from({ length: bindsAtOnce }, (_, place) =>
          readyToBind(
            connect(testbed, other.url).northbind,
            (['CC', 'PFF', 'REF'] as const)[place % 3]!,
            todayInOntario(),
          ),
        ),
      );
      // Each takes 3 seconds longer, between its money and its policy.
      const answers = requests.map((body) => slowBind(victim.url, token, body));
      await sleep(between(testbed.random, 50, 2_500));
      const frozenAt = performance.now();
      victim.signal('SIGSTOP');
      const finished = await Promise.all(requests.map((request) => bindAtLast(connect(testbed, other.url), request)));
      recoveryMs.push(...finished.map(({ answeredAt }) => answeredAt - frozenAt));
      victim.signal('SIGCONT');
      sales.push(...finished);
      late.push(...(await Promise.all(answers)));
    }
    const { counts, faults } = await judgeBooks(databaseUrl, sales);
    const [{ taken }] = await inDatabase(databaseUrl, 'SELECT count(*)::int AS taken FROM bind WHERE takeovers > 0');
    const fenced = late.filter(({ codes }) => codes.length > 0);
    const known = new Set(['BindInProgress', 'BindIncomplete', 'CardPaymentUnavailable', 'FinancingUnavailable']);
    const strange = fenced.filter(({ codes }) => !codes.every((code) => known.has(code)));
    return {
      did: 'Two instances; one is stopped (SIGSTOP) in the middle of binds for longer than their leases of 10 s, the partners go to the other, and the first is woken (SIGCONT) when those are bound.',
      counts: {
        freezes: rounds,
        binds: sales.length,
        'taken over': taken,
        'late, fenced off': fenced.length,
        'late, told of the policy': late.length - fenced.length,
        ...counts,
      },
      recoveryMs,
      faults: [
        ...faults,
        ...unless(taken > 0, 'nothing was taken over'),
        ...unless(fenced.length > 0, 'no late write was fenced off'),
        ...strange.map(({ status, text }) => `a woken bind answered ${status} ${text}`),
        ...late.flatMap((answer) => lateFault(answer, sales)),
      ],
    };
  },
};

function slowBind(url: string, token: string, body: BindRequest): Promise<Answered> {
  return send(url, { path: '/v1/bind', token, body, headers: { 'sandbox-fault': 'SlowBind' } });
}

/** A late success must be of the policy that the partner already got. */
function lateFault({ status, text }: Answered, sales: readonly Sale[]): readonly string[] {
  if (status !== 200) return [];
  const { applicationId, policyNumber } = JSON.parse(text) as Record<string, string>;
  const sale = sales.find((one) => one.applicationId === applicationId);
  return unless(sale?.policyNumber === policyNumber, `a woken bind answered another policy for ${applicationId}`);
}
