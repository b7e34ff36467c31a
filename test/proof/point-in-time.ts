import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BindRequest } from '../../sdk/src/index.ts';
import { archiveUpToNow, backUp, type Site, startSite } from '../deploy/backup.ts';
import { brokenPromises, readBooks, untilQuiet } from '../kit/invariants/bind-books.ts';
import { type Carry, startCallRelay } from '../kit/parties/call-relay.ts';
import { until } from '../kit/processes/until.ts';
import { inDatabase } from '../kit/sale/quoting.ts';
import { readyToBind } from '../sdk/sale.ts';
import { judgeBooks } from './kit/books.ts';
import { saleCounts } from './kit/disrupt.ts';
import { bindAtLast, type Sale, startLoad } from './kit/load.ts';
import type { ManagedProcess } from './kit/managed-process.ts';
import { showPartiesBooks } from './kit/parties-books.ts';
import { type Answered, connect, send, todayInOntario, tokenOf } from './kit/partner.ts';
import { applicationOf, movesMoney } from './kit/party-calls.ts';
import { type Proof, unless } from './kit/proof.ts';
import type { Testbed } from './kit/testbed.ts';

/**
 * The database is restored from a base backup and its archived log to a moment at which sales were in the middle: their
 * intent is committed and the party is being called. Processor and lender were not restored: they know what came after.
 */
export const pointInTime: Proof = {
  name: 'point-in-time',
  about: 'The database is restored to a moment in the middle of binds; the parties are not.',
  run: async (testbed) => {
    const rounds: Round[] = [];
    for (let count = 0; count < (testbed.isQuick ? 1 : 2); count += 1) rounds.push(await playRound(testbed));
    const sum = (of: (round: Round) => number): number => rounds.reduce((total, round) => total + of(round), 0);
    const sales = rounds.flatMap((round) => round.sales);
    return {
      did: 'A base backup is made while partners sell, and the log is archived. When the machine is lost, the database is restored to a moment at which binds were in the middle: the party called and not heard yet, heard by the party and not answered, or never to arrive; the parties are not restored. As the guide has it, policy numbers are moved on first; then the service alone brings each bind to its end, and partners repeat theirs.',
      counts: {
        restores: rounds.length,
        'in flight': sum(({ inFlight }) => inFlight),
        'ended by themselves': sum(({ ended }) => ended),
        'under the number that was acknowledged': sum(({ sameNumber }) => sameNumber),
        'forgotten and bound again': sum(({ forgotten }) => forgotten),
        ...saleCounts(sales),
        ...Object.fromEntries(
          ['policies', 'charges', 'loans', 'duplicates', 'lost'].map((name) => [
            name,
            sum(({ counts }) => Number(counts[name])),
          ]),
        ),
      },
      recoveryMs: rounds.map(({ tookMs }) => tookMs),
      faults: rounds.flatMap(({ faults }) => faults),
    };
  },
};

interface Round {
  readonly inFlight: number;
  readonly ended: number;
  readonly sameNumber: number;
  readonly forgotten: number;
  readonly sales: readonly Sale[];
  readonly counts: Readonly<Record<string, number | string>>;
  readonly tookMs: number;
  readonly faults: readonly string[];
}

async function playRound(testbed: Testbed): Promise<Round> {
  const site = await startSite(testbed.afterwards);
  testbed.secrets.add(new URL(site.url).password);
  const parties = await openParties(testbed);
  const service = await parties.serve(site);
  const { kept, soldBefore } = await backUpUnderLoad(testbed, service, site);

  const partner = connect(testbed, service.url);
  const requests: BindRequest[] = [];
  for (let place = 0; place < 2 * ways.length; place += 1)
    requests.push(await readyToBind(partner.northbind, place < ways.length ? 'CC' : 'PFF', todayInOntario()));
  const forgotten = [
    await readyToBind(partner.northbind, 'REF', todayInOntario()),
    await readyToBind(partner.northbind, 'CC', todayInOntario()),
  ];
  const arrived = parties.hold();
  const token = await tokenOf(testbed, service.url);
  // Sent once: nobody waits for the answers that the machine takes with it.
  const binds = requests.map((body) => send(service.url, { path: '/v1/bind', token, body }).catch(() => null));
  await until(arrived, (count) => count === requests.length);
  const moment = await momentOf(site);
  parties.release();
  const isNeverSent = requests.map(({ applicationId }) => parties.isLost(applicationId));
  const told = await Promise.all(binds.map((bound, place) => (isNeverSent[place] ? null : bound)));
  for (const request of forgotten) await bindAtLast(partner, request);
  await archiveUpToNow(site);
  await service.kill('group');
  await site.stop();
  const lostAt = performance.now();
  testbed.say(`restores to ${moment.toISOString()}`);

  const restored = await kept.restore(moment);
  for (const statement of await stepsOfGuide()) await inDatabase(restored.url, statement);
  const [{ running }] = await inDatabase(
    restored.url,
    `SELECT count(*)::int AS running FROM bind WHERE state = 'running'`,
  );
  const next = await parties.serve(restored);
  const first = await bindAtLast(
    connect(testbed, next.url),
    await readyToBind(connect(testbed, next.url).northbind, 'CC', todayInOntario()),
  );
  const tookMs = performance.now() - lostAt;
  await untilQuiet(restored.url);
  await parties.showBooksIn(restored);
  const ends = await Promise.all(requests.map(({ applicationId }) => readBooks(restored.url, applicationId)));
  const repeated: Sale[] = [];
  for (const request of [...requests, ...forgotten])
    repeated.push(await bindAtLast(connect(testbed, next.url), request));
  await untilQuiet(restored.url);
  await parties.showBooksIn(restored);
  // What was forgotten has another number now: the partner was told the new one.
  const sales = [...soldBefore, first, ...repeated];
  const { counts, faults } = await judgeBooks(restored.url, sales);
  const sameNumber = told.filter(
    (answer, place) => answer !== null && policyOf(answer) === repeated[place]!.policyNumber,
  );
  await next.stop();
  await restored.stop();
  return {
    inFlight: requests.length,
    sales,
    counts,
    tookMs,
    forgotten: forgotten.length,
    ended: ends.filter((books) => brokenPromises(books).length === 0).length,
    sameNumber: sameNumber.length,
    faults: [
      ...faults,
      ...unless(running === requests.length, `${running} of ${requests.length} binds were in the middle`),
      ...ends.flatMap((books, place) =>
        brokenPromises(books).map((fault) => `${requests[place]!.applicationId}, before its repeat: ${fault}`),
      ),
      ...ends.flatMap((books, place) =>
        unless(
          (books.policies.length === 0) === isNeverSent[place],
          `${requests[place]!.applicationId}: ${books.policies.length} policies, and the party ${isNeverSent[place] ? 'never heard of it' : 'has the money'}`,
        ),
      ),
      ...unless(
        sameNumber.length === told.filter((answer) => answer !== null).length,
        'a bind that was acknowledged after that moment has another number now',
      ),
      ...repeated.flatMap(({ applicationId, refusedWith }) =>
        unless(refusedWith === null, `the repeat of ${applicationId} was refused with ${refusedWith}`),
      ),
    ],
  };
}

function policyOf({ text }: Answered): string | undefined {
  return (JSON.parse(text) as { readonly policyNumber?: string }).policyNumber;
}

async function backUpUnderLoad(testbed: Testbed, service: ManagedProcess, site: Site) {
  const load = startLoad(testbed, { url: service.url, workers: 2 });
  await until(
    () => load.sales.length,
    (count) => count >= 10,
  );
  const kept = await backUp(site, () => sleep(100));
  await load.stop();
  return { kept, soldBefore: load.sales };
}

/** Where a call is at the moment: not yet at the party, done by it and not answered, or lost on the way. */
const ways = ['not there yet', 'not answered yet', 'lost'] as const;

/** Both parties with a database of their own, which is not restored, and a relay that holds their calls. */
async function openParties(testbed: Testbed) {
  const databaseUrl = await testbed.postgres.newDatabase();
  const { addresses } = await testbed.startParties(databaseUrl);
  let isHolding = false;
  let arrived = 0;
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const lost = new Set<string>();
  const relayTo = async (origin: string) => {
    let count = 0;
    const carry: Carry = async (call, forward) => {
      if (!isHolding || !movesMoney(call)) return forward(call);
      const way = ways[count++ % ways.length]!;
      const reply = way === 'not answered yet' ? await forward(call) : null;
      if (way === 'lost') lost.add(await applicationOf(databaseUrl, call));
      arrived += 1;
      await held;
      if (way !== 'lost') return reply ?? forward(call);
      return new Promise(() => undefined); // The machine is lost before the caller gives up.
    };
    const relay = await startCallRelay(origin, carry);
    testbed.afterwards(relay.close);
    return relay.origin;
  };
  const reached = {
    processor: { ...addresses.processor, origin: await relayTo(addresses.processor.origin) },
    lender: { ...addresses.lender, origin: await relayTo(addresses.lender.origin) },
  };
  return {
    serve: ({ url }: Site) => testbed.startInstance(url, { parties: reached }),
    /** Returns how many calls are held. */
    hold: () => {
      isHolding = true;
      return () => arrived;
    },
    release: () => {
      isHolding = false;
      release();
    },
    isLost: (applicationId: string) => lost.has(applicationId),
    showBooksIn: ({ url }: Site) => showPartiesBooks(databaseUrl, url),
  };
}

/** A little before and after it nothing is committed for a bind, as all of them wait for their party. */
async function momentOf({ url }: Site): Promise<Date> {
  const [{ now }] = await inDatabase(url, 'SELECT clock_timestamp() AS now');
  await sleep(200);
  return now;
}

/** What docs/guide/deploy.md has to be done before the first instance starts on a database from an earlier point. */
async function stepsOfGuide(): Promise<readonly string[]> {
  const page = await readFile(new URL('../../docs/guide/deploy.md', import.meta.url), 'utf8');
  const section = page.split('### Restored to an earlier point')[1]!.split('\n## ')[0]!;
  return Array.from(section.matchAll(/```sql\n(.*?)```/gs), (found) => found[1]!);
}
