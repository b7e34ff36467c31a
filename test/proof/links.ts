import { setTimeout as sleep } from 'node:timers/promises';
import { brokenPromises, readBooks } from '../kit/invariants/bind-books.ts';
import { until } from '../kit/processes/until.ts';
import { type LinkCustomer, linkCustomer } from '../kit/sale/link-customer.ts';
import { inDatabase } from '../kit/sale/quoting.ts';
import { request } from '../kit/service/service.ts';
import { between, pickFrom } from './kit/chance.ts';
import type { ManagedProcess } from './kit/managed-process.ts';
import { tokenOf } from './kit/partner.ts';
import { type Proof, unless } from './kit/proof.ts';
import type { Testbed } from './kit/testbed.ts';

/** Customers buy by links while the instance that takes their purchases is stopped or killed. */
export const links: Proof = {
  name: 'links',
  about: 'The instance that carries purchases by sale link is stopped or killed while sellers withdraw links.',
  run: async (testbed) => {
    const [rounds, customersAtOnce] = testbed.isQuick ? [2, 4] : [20, 6];
    const databaseUrl = await testbed.postgres.newDatabase();
    const parties = await testbed.startParties(databaseUrl);
    const options = { parties: parties.addresses, environment: { TRUST_PROXY: '127.0.0.1' } };
    const instances = [
      await testbed.startInstance(databaseUrl, options),
      await testbed.startInstance(databaseUrl, options),
    ] as const;
    const buyers: Buyer[] = [];
    const counts = { SIGTERM: 0, SIGKILL: 0 };
    for (let round = 0; round < rounds; round += 1) {
      const [victim, other] = round % 4 < 2 ? instances : ([instances[1], instances[0]] as const);
      const signal = round % 2 === 0 ? 'SIGTERM' : 'SIGKILL';
      const ready = await Promise.all(
        Array.from({ length: customersAtOnce }, (_, place) => makeReady(testbed, { victim, other }, place)),
      );
      buyers.push(...ready);
      const acts = ready.map((buyer) => buyAndMeddle(testbed, buyer, { victim, other }));
      await sleep(between(testbed.random, 20, 600));
      counts[signal] += 1;
      victim.signal(signal);
      await victim.ended();
      await Promise.all(acts);
      await victim.start();
      testbed.say(`round ${round + 1}, ${signal}`);
    }
    await untilQuiet(databaseUrl);
    const judged = await Promise.all(buyers.map((buyer) => judge(databaseUrl, instances[0], buyer)));
    const sum = (value: (one: Judged) => boolean): number => judged.filter(value).length;
    const accepted = sum(({ isAccepted }) => isAccepted);
    const told = sum(({ isAccepted, isBought, isWritten }) => isAccepted && (isBought || isWritten));
    const otherwise = sum(({ isChargedOtherwise }) => isChargedOtherwise);
    return {
      did: 'Two instances; customers buy on the pages of sale links, by card and by loan, and the instance that takes the purchases is stopped (SIGTERM) or killed (SIGKILL) while it does, and started again. Meanwhile sellers withdraw some of the links by the other instance. What the page has accepted must end in a policy at the price that it has shown, or in a letter.',
      counts: {
        customers: buyers.length,
        'stopped (SIGTERM)': counts.SIGTERM,
        'killed (SIGKILL)': counts.SIGKILL,
        'purchases accepted': accepted,
        policies: sum(({ isBought }) => isBought),
        letters: sum(({ isWritten }) => isWritten),
        'taken by another instance': await countTaken(databaseUrl),
        withdrawn: sum(({ isWithdrawn }) => isWithdrawn),
        lost: accepted - told,
        'charged otherwise': otherwise,
      },
      faults: [...judged.flatMap(({ faults }) => faults), ...unless(accepted > 0, 'no purchase was accepted')],
      lastLine: `links: purchases accepted ${accepted}, policies or letters ${told}, lost ${accepted - told}, charged otherwise ${otherwise}`,
    };
  },
};

interface Places {
  readonly victim: ManagedProcess;
  readonly other: ManagedProcess;
}

interface Buyer {
  readonly linkId: string;
  readonly customer: LinkCustomer;
  readonly shownCents: number;
  readonly form: Record<string, unknown>;
  /** The page has said that the policy is being made. */
  isPromised: boolean;
  /** As the link was right after it was answered that it is withdrawn; null: it was not asked for. */
  statusAfterWithdrawal: string | null;
}

async function makeReady(testbed: Testbed, { victim, other }: Places, place: number): Promise<Buyer> {
  const token = await tokenOf(testbed, other.url);
  const { vin } = (await request(other.url, 'GET', '/v1/test-vin?year=2024', { token })).body;
  const { id, url } = (await request(other.url, 'POST', '/v1/sale-links', { token, body: {} })).body;
  // Each from an address of its own: a visitor who asks too often has to wait.
  const address = `10.0.${Math.floor(testbed.random() * 250)}.${1 + Math.floor(testbed.random() * 250)}`;
  const customer = linkCustomer(victim, url, vin, address);
  const shownCents = await customer.choose(`customer-${id}@example.ca`);
  const isLoan = place % 3 === 2;
  const form = isLoan ? await customer.agreeToLoan() : { paymentMethod: 'CC' };
  if (!isLoan) {
    await customer.tickPapers();
    await customer.payByCard();
  }
  return { linkId: id, customer, shownCents, form, isPromised: false, statusAfterWithdrawal: null };
}

async function buyAndMeddle(testbed: Testbed, buyer: Buyer, { other }: Places): Promise<void> {
  const waitMs = between(testbed.random, 0, 400);
  const isWithdrawn = pickFrom(testbed.random)([true, false, false, false]);
  const withdrawMs = between(testbed.random, 0, 800);
  const buying = async (): Promise<void> => {
    await sleep(waitMs);
    // The instance may be gone: then the customer was told nothing.
    const answer = await buyer.customer.buy(buyer.form).catch(() => null);
    buyer.isPromised = answer?.status === 200 && answer.body.progress.state === 'binding';
  };
  const withdrawing = async (): Promise<void> => {
    if (!isWithdrawn) return;
    await sleep(withdrawMs);
    const token = await tokenOf(testbed, other.url);
    const path = `/v1/sale-links/${buyer.linkId}`;
    const { status } = await request(other.url, 'DELETE', path, { token });
    if (status === 204) buyer.statusAfterWithdrawal = (await request(other.url, 'GET', path, { token })).body.status;
  };
  await Promise.all([buying(), withdrawing()]);
}

/** Every purchase is over, every letter sent, every hold captured or released. */
async function untilQuiet(databaseUrl: string): Promise<void> {
  const sql = `SELECT (SELECT count(*) FROM sale_link_purchase WHERE due_at IS NOT NULL)
                    + (SELECT count(*) FROM bind WHERE state = 'running')
                    + (SELECT count(*) FROM card_payment WHERE status IN ('Binding', 'Releasing')) AS open`;
  await until(
    async () => Number((await inDatabase(databaseUrl, sql))[0].open),
    (open) => open === 0,
  );
}

const countTaken = async (databaseUrl: string): Promise<number> =>
  (await inDatabase(databaseUrl, 'SELECT count(*)::int AS taken FROM sale_link_purchase WHERE attempts > 1'))[0].taken;

interface Judged {
  readonly isAccepted: boolean;
  readonly isBought: boolean;
  readonly isWritten: boolean;
  readonly isWithdrawn: boolean;
  readonly isChargedOtherwise: boolean;
  readonly faults: readonly string[];
}

async function judge(databaseUrl: string, { url }: ManagedProcess, buyer: Buyer): Promise<Judged> {
  const [row] = await inDatabase(
    databaseUrl,
    `SELECT sale_link.application_id AS "applicationId", sale_link.withdrawn_at IS NOT NULL AS "isWithdrawn",
            count(purchase.id)::int AS purchases, count(purchase.sent_at)::int AS letters
     FROM sale_link
     LEFT JOIN sale_link_purchase AS purchase ON purchase.sale_link_id = sale_link.id
     WHERE sale_link.id = $1
     GROUP BY sale_link.id`,
    [buyer.linkId],
  );
  const books = await readBooks(databaseUrl, row.applicationId);
  const [policy] = books.policies;
  const kept = books.charges.reduce((sum, { cents, refundedCents }) => sum + cents - refundedCents, 0);
  const isBought = policy !== undefined;
  const isWritten = row.letters > 0;
  const isByCard = buyer.form.paymentMethod === 'CC';
  const isChargedOtherwise =
    (isBought && policy.totalCents !== buyer.shownCents) ||
    (isByCard ? kept !== (isBought ? buyer.shownCents : 0) : kept !== 0);
  const { status } = (
    await request(url, 'GET', `/v1/sale-links/${buyer.linkId}`, { token: await tokenOf({ secrets: new Set() }, url) })
  ).body;
  const isAccepted = row.purchases > 0;
  return {
    isAccepted,
    isBought,
    isWritten,
    isWithdrawn: row.isWithdrawn,
    isChargedOtherwise,
    faults: [
      ...brokenPromises(books).map((fault) => `${row.applicationId}: ${fault}`),
      ...unless(!buyer.isPromised || isAccepted, `${buyer.linkId} was promised, and is written nowhere`),
      ...unless(!isAccepted || isBought !== isWritten, `${buyer.linkId}: ${isBought ? 'policy and letter' : 'lost'}`),
      ...unless(!isChargedOtherwise, `${buyer.linkId}: ${buyer.shownCents} shown, ${kept} charged`),
      ...unless(
        buyer.statusAfterWithdrawal === null || buyer.statusAfterWithdrawal === status,
        `${buyer.linkId} was ${buyer.statusAfterWithdrawal} and is ${status}`,
      ),
    ],
  };
}
