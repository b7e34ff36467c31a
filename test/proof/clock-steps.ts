import { setTimeout as sleep } from 'node:timers/promises';
import { addDays } from '../../src/domain/calendar.ts';
import { inDatabase } from '../kit/sale/quoting.ts';
import { type PaidBy, readyToBind } from '../sdk/sale.ts';
import { judgeBooks } from './kit/books.ts';
import { bindAtLast, type Sale } from './kit/load.ts';
import { connect, send, todayInOntario, tokenOf } from './kit/partner.ts';
import { type Proof, unless } from './kit/proof.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** The service's clock jumps while it works: by an hour and a day, forward and back. */
export const clockSteps: Proof = {
  name: 'clock-steps',
  about: 'The service’s clock jumps by an hour and a day, forward and back.',
  run: async (testbed) => {
    const databaseUrl = await testbed.postgres.newDatabase();
    const service = await testbed.startInstance(databaseUrl);
    const partner = connect(testbed, service.url);
    const faults: string[] = [];
    const sales: Sale[] = [];
    let stepMs = 0;
    const stepTo = (next: number): void => {
      stepMs = next;
      service.tell({ stepMs });
    };
    const sell = async (method: PaidBy): Promise<void> => {
      const sale = await bindAtLast(partner, await readyToBind(partner.northbind, method, todayInOntario(stepMs)));
      sales.push(sale);
      faults.push(
        ...unless(sale.policyNumber !== null, `${stepMs / hourMs} h: ${method} ended with ${sale.refusedWith}`),
      );
    };
    /** The clock jumps while the money has moved and the policy is not issued. */
    const sellAcross = async (nextMs: number): Promise<void> => {
      const body = await readyToBind(partner.northbind, 'CC', todayInOntario(stepMs));
      const token = await tokenOf(testbed, service.url);
      const slow = send(service.url, { path: '/v1/bind', token, body, headers: { 'sandbox-fault': 'SlowBind' } });
      await sleep(1_000);
      stepTo(nextMs);
      const { status, text } = await slow;
      faults.push(...unless(status === 200, `a bind across a step to ${nextMs / hourMs} h answered ${status} ${text}`));
    };

    const oldToken = await tokenOf(testbed, service.url);
    const ask = (): Promise<number> =>
      send(service.url, { method: 'GET', path: '/v1/quote/dealers', token: oldToken }).then(({ status }) => status);
    const laterCharge = await scheduled(partner, todayInOntario());
    const steps = testbed.isQuick ? [hourMs, 0] : [hourMs, 0, -hourMs, 0, dayMs, 0, -dayMs, dayMs];
    let chargedAfterMs = 0;
    for (const step of steps) {
      await sellAcross(step);
      const expected = step >= hourMs ? 401 : 200; // A token lasts an hour, by this clock.
      faults.push(
        ...unless((await ask()) === expected, `${step / hourMs} h: the first token was not answered ${expected}`),
      );
      for (const method of ['REF', 'CC', 'PFF'] as const) await sell(method);
      if (step === dayMs && chargedAfterMs === 0) chargedAfterMs = await untilCharged(databaseUrl, laterCharge);
    }
    const taken = await inDatabase(databaseUrl, 'SELECT count(*)::int AS count FROM bind WHERE takeovers > 0');
    const { counts, faults: broken } = await judgeBooks(databaseUrl, sales);
    return {
      did: 'The service’s clock jumps by an hour and a day, forward and back, each time in the middle of a bind; a card is due on the next day. PostgreSQL’s clock, which the leases go by, stays.',
      counts: {
        steps: steps.length,
        'sales after a step': sales.length,
        'leases lost': taken[0].count,
        'due charge ran after s': Math.round(chargedAfterMs / 1_000),
        ...counts,
      },
      faults: [...faults, ...broken, ...unless(taken[0].count === 0, 'a bind lost its lease to a step')],
    };
  },
};

/** A sale whose saved card is charged on the next day. */
async function scheduled(partner: ReturnType<typeof connect>, today: string): Promise<string> {
  const sale = await bindAtLast(partner, await readyToBind(partner.northbind, 'CC', addDays(today, 1)));
  return sale.applicationId;
}

const jobLimitMs = 130_000;

/** The job runs every minute. */
async function untilCharged(databaseUrl: string, applicationId: string): Promise<number> {
  const since = performance.now();
  for (;;) {
    const sql = 'SELECT state FROM due_charge WHERE application_id = $1';
    const [row] = await inDatabase(databaseUrl, sql, [applicationId]);
    const waitedMs = performance.now() - since;
    if (row?.state === 'charged') return waitedMs;
    if (waitedMs > jobLimitMs) throw new Error(`The due charge is ${row?.state} after ${jobLimitMs} ms.`);
    await sleep(500);
  }
}
