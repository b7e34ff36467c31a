import { setTimeout as sleep } from 'node:timers/promises';
import type { BindRequest } from '../../sdk/src/index.ts';
import { untilQuiet } from '../kit/invariants/bind-books.ts';
import { type Carry, type PartyReply, startCallRelay } from '../kit/parties/call-relay.ts';
import { until } from '../kit/processes/until.ts';
import { inDatabase } from '../kit/sale/quoting.ts';
import { readyToBind } from '../sdk/sale.ts';
import { judgeBooks } from './kit/books.ts';
import { saleCounts } from './kit/disrupt.ts';
import { bindAtLast } from './kit/load.ts';
import { connect, send, todayInOntario, tokenOf } from './kit/partner.ts';
import { applicationOf, movesMoney } from './kit/party-calls.ts';
import { type Proof, unless } from './kit/proof.ts';
import type { Testbed } from './kit/testbed.ts';

/**
 * Processor and lender say yes when we have given up, do it after they were asked and said no, are asked twice by the
 * network, or answer twice. What `interleavings` does at the ports happens here on the wire, with real time limits.
 */
export const lateYes: Proof = {
  name: 'late-yes',
  about: 'Processor and lender act late, twice, or after they had said no.',
  run: async (testbed) => {
    const site = await openSite(testbed);
    const partner = connect(testbed, site.service.url);
    const [repeated, left]: [BindRequest[], BindRequest[]] = [[], []];
    for (const way of ways)
      for (const method of ['CC', 'PFF'] as const)
        for (const group of testbed.isQuick ? [repeated, left] : [repeated, repeated, left, left]) {
          const request = await readyToBind(partner.northbind, method, todayInOntario());
          site.plan(request.applicationId, way, group === left);
          group.push(request);
        }
    testbed.say(`${repeated.length} binds are repeated, ${left.length} left alone`);
    const token = await tokenOf(testbed, site.service.url);
    const leaving = left.map((body) => send(site.service.url, { path: '/v1/bind', token, body }).catch(() => null));
    const sales = await Promise.all(repeated.map((body) => bindAtLast(connect(testbed, site.service.url), body)));
    await Promise.all(leaving);
    await until(site.open, (count) => count === 0);
    await untilQuiet(site.databaseUrl);
    testbed.say('every late answer is given; authorizations lapse');
    // The hold of a card that nobody bound lapses after days: what was taken late is found then and given back.
    site.service.tell({ stepMs: lapsedMs });
    await until(
      () => inDatabase(site.databaseUrl, strayMoney),
      ({ length }) => length === 0,
    );
    const { counts, faults } = await judgeBooks(site.databaseUrl, sales);
    return {
      did: 'Processor and lender answer a charge or a loan after we gave up (25 s), do it then although they had said no when asked, get the call twice, or answer it twice on one connection. Half of the partners repeat their bind until it is clear, the others never ask again; then authorizations lapse.',
      counts: { ...site.counts(), ...saleCounts(sales), 'left alone': left.length, ...counts },
      faults: [
        ...faults,
        ...sales.flatMap(({ method, refusedWith }) =>
          unless(refusedWith === null, `a bind by ${method}: ${refusedWith}`),
        ),
        ...unless(Number(counts['given back']) > 0, 'no charge came after its bind was given up'),
        ...(await misattributed(site.databaseUrl)),
      ],
    };
  },
};

const ways = ['answered late', 'done late', 'asked twice', 'answered twice'] as const;
type Way = (typeof ways)[number];

/** Longer than we wait for the processor (20 s) and for the lender (10 s). */
const lateMs = 25_000;
/** The bind of a partner who does not come back is given up by then, as nothing has moved. */
const muchLaterMs = 50_000;

/** Longer than any authorization is kept. */
const lapsedMs = 8 * 24 * 60 * 60_000;

async function openSite(testbed: Testbed) {
  const databaseUrl = await testbed.postgres.newDatabase();
  const { addresses } = await testbed.startParties(databaseUrl);
  const plans = new Map<string, { readonly way: Way; readonly isLeft: boolean }>();
  const done = new Map<string, number>();
  let open = 0;
  const act = (way: Way, isLeft: boolean, ask: () => Promise<PartyReply>): Promise<PartyReply> => {
    switch (way) {
      case 'answered late':
        return Promise.all([ask(), sleep(lateMs)]).then(([reply]) => reply);
      case 'done late':
        return sleep(isLeft ? muchLaterMs : lateMs).then(ask);
      case 'asked twice':
        return Promise.all([ask(), ask()]).then(([one, other]) => (one.status === 200 ? one : other));
      case 'answered twice':
        return ask().then((reply) => ({ ...reply, isRepeated: true }));
    }
  };
  const carry: Carry = async (call, forward) => {
    if (!movesMoney(call)) return forward(call);
    const applicationId = await applicationOf(databaseUrl, call);
    const plan = plans.get(applicationId);
    plans.delete(applicationId); // A repeat of ours is carried as it should be.
    if (plan === undefined) return forward(call);
    done.set(plan.way, (done.get(plan.way) ?? 0) + 1);
    open += 1;
    return act(plan.way, plan.isLeft, () => forward(call)).finally(() => {
      open -= 1;
    });
  };
  const relayTo = async (origin: string): Promise<string> => {
    const relay = await startCallRelay(origin, carry);
    testbed.afterwards(relay.close);
    return relay.origin;
  };
  const service = await testbed.startInstance(databaseUrl, {
    parties: {
      processor: { ...addresses.processor, origin: await relayTo(addresses.processor.origin) },
      lender: { ...addresses.lender, origin: await relayTo(addresses.lender.origin) },
    },
  });
  return {
    service,
    databaseUrl,
    plan: (applicationId: string, way: Way, isLeft: boolean) => void plans.set(applicationId, { way, isLeft }),
    open: () => open,
    counts: () => Object.fromEntries(done),
  };
}

/** Charges without a policy that are not given back yet, and loans. */
const strayMoney = `
  SELECT customer_reference FROM sandbox_cards.charge JOIN sandbox_cards.payment USING (order_key)
  WHERE refunded_cents < charge.amount_cents
    AND NOT EXISTS (SELECT FROM policy WHERE application_id::text = customer_reference)
  UNION ALL
  SELECT customer_reference FROM sandbox_lender.contract
  WHERE cancelled_at IS NULL AND NOT EXISTS (SELECT FROM policy WHERE application_id::text = customer_reference)`;

/** An answer that came unasked must not pass for that of the next call on its connection. */
async function misattributed(databaseUrl: string): Promise<readonly string[]> {
  const rows = await inDatabase(
    databaseUrl,
    `SELECT policy_number FROM policy
     JOIN sandbox_cards.payment ON customer_reference = policy.application_id::text
     JOIN sandbox_cards.charge USING (order_key)
     WHERE policy.reference <> charge.authorization_number`,
  );
  return rows.map(({ policy_number }) => `policy ${policy_number} has the authorization number of another charge`);
}
