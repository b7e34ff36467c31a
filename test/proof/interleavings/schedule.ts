import type pg from 'pg';
import { type Failpoint, IssueRefused } from '../../../src/flows/points.ts';
import type { Database } from '../../../src/store/database.ts';
import { type ActorParts, partsOf } from './actor-parts.ts';
import { type ActorResult, judge } from './judge.ts';
import type { Client, Lane, Sale } from './lane.ts';
import { makeParties, type PartyTraits } from './parties.ts';
import { type Bent, bendStatement } from './plants.ts';
import { bringToAnEnd } from './quiet.ts';
import { type Actor, type Choose, Scheduler } from './scheduler.ts';
import { endRows, passTime } from './time.ts';

export interface Scenario {
  readonly name: string;
  readonly description: string;
  /** How long an actor may be frozen, in seconds: past a lease, past the settle time of a call. */
  readonly pauses: readonly number[];
  readonly traits?: Partial<PartyTraits>;
  /** Whether the policy may turn out not to be issuable, after money has moved. */
  readonly mayFailToIssue?: boolean;
  /** The last day on which an actor acts, from the lane's today on; 1 if it is not said. */
  readonly lastDay?: number;
  readonly prepare: (lane: Lane) => Promise<Sale>;
  readonly actors: readonly Part[];
}

/** A part that an actor plays; returns its result. */
export interface Part {
  readonly name: string;
  readonly play: (parts: ActorParts, sale: Sale, lane: Lane) => Promise<ActorResult>;
}

export interface Outcome {
  readonly story: readonly string[];
  /** Which promises were broken; none in a good schedule. */
  readonly broken: readonly string[];
}

/** Runs one schedule on a fresh application, brings everything to its end, and checks the promise. */
export async function runSchedule(
  lane: Lane,
  { scenario, choose, bent = {} }: { readonly scenario: Scenario; readonly choose: Choose; readonly bent?: Bent },
): Promise<Outcome> {
  const sale = await scenario.prepare(lane);
  const clientOf = new Map<Actor, Client>();
  const results: ActorResult[] = [];
  const broken: string[] = [];
  const scheduler = new Scheduler({
    choose,
    pauses: scenario.pauses,
    isBlocked: async (actor) => isWaiting(lane, clientOf.get(actor)),
    passTime: (seconds, frozen) => passTime(lane, sale, scheduler.actors, { seconds, frozen }),
  });
  const traits = { refundsAnew: false, declinesRefunds: false, lenderTakesMoreCents: 0, ...scenario.traits };
  const whole = makeParties(scheduler, lane.database, { now: lane.now, traits });
  const parties = {
    cards: bent.cards?.(whole.cards) ?? whole.cards,
    lender: bent.lender?.(whole.lender) ?? whole.lender,
  };
  const carrier: Carrier = { actor: null };
  for (const [place, { name, play }] of scenario.actors.entries()) {
    const client = lane.clients[place]!;
    const actor = scheduler.start(
      name,
      async () => {
        const late: (() => Promise<unknown>)[] = [];
        const seams = { scheduler, actor, client, bent, late };
        const parts = partsOf(lane, {
          database: watchCarrier(databaseOf(seams), { actor, carrier, broken }),
          cards: afterCall(parties.cards, late),
          lender: afterCall(parties.lender, late),
          ...(scenario.mayFailToIssue === true && { failpoint: mayFailToIssue(scheduler, actor) }),
        });
        results.push(await play(parts, sale, lane));
      },
      (error) => broken.push(`${name} failed: ${error instanceof Error ? error.message : String(error)}`),
    );
    clientOf.set(actor, client);
  }
  await scheduler.run();
  const { lastDay } = scenario;
  const day = await bringToAnEnd(lane, { ...parties, database: bentDatabase(lane.database, bent), sale, lastDay });
  await bent.publish?.(lane, sale);
  const story = [...scheduler.story, ...results.map(({ who, what }) => `${who} got: ${what}`)];
  const judged = await judge(lane, { sale, results, day });
  await endRows(lane, sale);
  return { story, broken: [...broken, ...judged] };
}

interface Seams {
  readonly scheduler: Scheduler;
  readonly actor: Actor;
  readonly client: Client;
  readonly bent: Bent;
  /** Statements that a planted mistake puts off until the next call to a party. */
  readonly late: (() => Promise<unknown>)[];
}

type Asked = string | pg.QueryConfig;

/** The actor's way to PostgreSQL: every statement is a point, those of a transaction too. */
function databaseOf({ scheduler, actor, client, bent, late }: Seams): Database {
  const run = (asked: Asked) => client.pg.query(typeof asked === 'string' ? asked : bendStatement(bent, asked));
  const query = async (asked: Asked) => {
    const name = typeof asked === 'string' ? asked : asked.name!;
    if (name === bent.lateStatement) {
      late.push(() => run(asked));
      return { rows: [], rowCount: 1 };
    }
    return scheduler.step(actor, {
      label: labels[name] ?? name.replaceAll('_', ' '),
      ways: [''],
      isUnseen: actor.isInTransaction && unseen.has(name),
      perform: () => run(asked),
    });
  };
  const transaction = {
    query: async (asked: Asked) => {
      if (asked === 'BEGIN') actor.isInTransaction = true;
      const result = asked === 'BEGIN' || asked === 'ROLLBACK' ? await run(asked) : await query(asked);
      if (asked === 'COMMIT' || asked === 'ROLLBACK') actor.isInTransaction = false;
      return result;
    },
    release: () => undefined,
  };
  return { query, connect: async () => transaction } as unknown as Database;
}

/** The jobs that run when the schedule is over use this: the mistake is in them too. */
function bentDatabase(database: Database, bent: Bent): Database {
  if (bent.sql === undefined) return database;
  const bend = (asked: Asked) => (typeof asked === 'string' ? asked : bendStatement(bent, asked));
  const connect = async () => {
    const client = await database.connect();
    return {
      query: (asked: Asked) => client.query(bend(asked)),
      release: (error?: Error) => client.release(error),
    };
  };
  return { query: (asked: Asked) => database.query(bend(asked)), connect } as unknown as Database;
}

/** The points that the bind itself and the model in docs/model name; the others are called as their statements are. */
const labels: Readonly<Record<string, string>> = {
  claim_bind: 'claim',
  take_over_bind: 'take over',
  intend_bind_step: 'intent',
  issue_policy: 'issue',
  release_bind: 'release',
  give_up_bind: 'give-up',
  COMMIT: 'commit',
};

/**
 * Statements of a transaction that read what never changes, or add what nobody reads before its end: it makes no
 * difference who moves before them.
 */
const unseen = new Set([
  'find_rate_books',
  'find_tax_tables',
  'note',
  'mail_policy',
  'add_document',
  'insert_event',
  'record_act',
  'insert_ledger_entry',
  'set_money_status',
  'write_entry_reference',
]);

/** A price is only asked for: such a call moves nothing that an intent would have to precede. */
function afterCall<T extends object>(party: T, late: (() => Promise<unknown>)[]): T {
  const wrap = (name: string, value: unknown): unknown =>
    typeof value !== 'function' || name === 'pricePlans'
      ? value
      : async (...asked: unknown[]) => {
          const outcome = await value(...asked);
          for (const statement of late.splice(0)) await statement();
          return outcome;
        };
  return Object.fromEntries(Object.entries(party).map(([name, value]) => [name, wrap(name, value)])) as T;
}

interface Carrier {
  actor: Actor | null;
}

const begins = new Set(['claim_bind', 'take_over_bind']);
const ends = new Set(['abandon_bind', 'release_bind', 'issue_policy', 'give_up_bind']);

/** A claim whose carrier is awake is never taken over, and only its carrier ends it. */
function watchCarrier(
  database: Database,
  { actor, carrier, broken }: { readonly actor: Actor; readonly carrier: Carrier; readonly broken: string[] },
): Database {
  const query = async (asked: pg.QueryConfig) => {
    const result = await database.query(asked);
    const name = asked.name ?? '';
    if (begins.has(name) && result.rows.length === 1) {
      const before = carrier.actor;
      if (before !== null && before !== actor && before.state === 'running' && !before.wasFrozen)
        broken.push(`${before.name} was awake, and ${actor.name} took its bind over`);
      carrier.actor = actor;
    }
    if (ends.has(name) && result.rowCount === 1) {
      if (carrier.actor !== null && carrier.actor !== actor)
        broken.push(`${actor.name} ended the bind that ${carrier.actor.name} carries`);
      carrier.actor = null;
    }
    return result;
  };
  return { ...database, query } as unknown as Database;
}

function mayFailToIssue(scheduler: Scheduler, actor: Actor): Failpoint {
  return async (point) => {
    if (point !== 'before issue') return;
    const ways = ['it can', 'it never will'];
    const way = await scheduler.step(actor, { label: 'may it be issued', ways, perform: async (chosen) => chosen });
    if (way === ways[1]) throw new IssueRefused('The schedule chose so.');
  };
}

async function isWaiting(lane: Lane, client: Client | undefined): Promise<boolean> {
  if (client === undefined) return false;
  const { rows } = await lane.database.query<{ waits: boolean }>({
    name: 'is_waiting',
    text: 'SELECT cardinality(pg_blocking_pids($1)) > 0 AS waits',
    values: [client.pid],
  });
  return rows[0]!.waits;
}
