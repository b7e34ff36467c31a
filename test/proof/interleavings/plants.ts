import { createHash } from 'node:crypto';
import type pg from 'pg';
import { wireEventData } from '../../../src/flows/policy/wire-policy.ts';
import type { CardProcessor } from '../../../src/ports/card-processor.ts';
import { type Lender, nothingLent } from '../../../src/ports/lender.ts';
import { refusedBy } from '../../../src/ports/outcome.ts';
import { readPolicy } from '../../../src/store/policy/policy-view.ts';
import { statements } from '../../../src/store/statement.ts';
import type { Lane, Sale } from './lane.ts';
import { pagePlants } from './page-plants.ts';
import { reportPlants } from './report-plants.ts';
import type { Bounds, Turns } from './search.ts';

/*
 * Mistakes that could be made in the code under test, each switched on at its seam: a statement without a condition, a
 * party's answer read wrongly. The search must find every one of them, or it would not find a real one.
 */
export interface Plant {
  readonly name: string;
  readonly description: string;
  /** Where it can be found. */
  readonly scenario: string;
  /** A schedule by which the search has found it once: the short form tries it first. */
  readonly known: Turns;
  /** How much may go wrong beside it, if that is less than in every search: nothing but the order of who moves. */
  readonly bounds?: Bounds;
  readonly bends: Bent;
}

/** How the seams are bent; what is left out is as it should be. */
export interface Bent {
  readonly sql?: (name: string, text: string) => string;
  /** This statement is made only after the next call to a party, and taken as done at once. */
  readonly lateStatement?: string;
  readonly cards?: (cards: CardProcessor) => CardProcessor;
  readonly lender?: (lender: Lender) => Lender;
  /** Runs when all is over, before it is judged. */
  readonly publish?: (lane: Lane, sale: Sale) => Promise<void>;
}

/** The statement as it is run: bent by a planted mistake, or as it was written. */
export function bendStatement({ sql }: Bent, asked: pg.QueryConfig): pg.QueryConfig {
  const text = sql?.(asked.name ?? '', asked.text) ?? asked.text;
  if (text === asked.text) return asked;
  // A connection keeps a statement by its name, and others may have bent it otherwise.
  const mark = createHash('sha256').update(text).digest('hex').slice(0, 8);
  return { ...asked, text, name: `bent_${mark}_${asked.name}` };
}

/** Both are written with the names of the statement's values. */
const cutFrom =
  (statement: string, condition: string, instead = '') =>
  (name: string, text: string): string => {
    if (name !== statement) return text;
    const [cut, put] = [condition, instead].map((part) => numbered(statement, part)) as [string, string];
    if (!text.includes(cut)) throw new Error(`${statement} has no "${condition}" to leave out.`);
    return text.replaceAll(cut, put);
  };

/** A part of a statement as PostgreSQL gets it. */
function numbered(statement: string, part: string): string {
  const { valueNames } = statements.find(({ name }) => name === statement)!;
  return part.replaceAll(/(?<![:\w]):([a-z]\w*)/g, (_, name: string) => `$${valueNames.indexOf(name) + 1}`);
}

const ownerFence = 'AND owner = :owner';
const anyOwner = 'AND :owner::uuid IS NOT NULL';

const notOwed = /\(\s+\(due_charge\.purpose = 'price'.*?< due_charge\.amount_cents\)/gs;

export const plants: readonly Plant[] = [
  {
    name: 'fence-left-out',
    description: 'the policy is issued by whoever comes, also by a carrier whose claim was taken over',
    scenario: 'card-another-card',
    known: [[6, 5]],
    bends: {
      sql: cutFrom('issue_policy', `${ownerFence} AND state = 'running' AND policy_number = :policyNumber`, anyOwner),
    },
  },
  {
    name: 'intent-after-call',
    description: 'the intent is written when the party has been called',
    scenario: 'loan-repeat-job',
    known: [
      [3, 10],
      [16, 1],
    ],
    bends: { lateStatement: 'intend_bind_step' },
  },
  {
    name: 'ask-skipped',
    description: 'whoever must know whether a card was charged believes that it was not, without asking',
    scenario: 'card-repeat-job',
    known: [[6, 3]],
    bends: {
      cards: (cards) => ({ ...cards, find: async () => ({ kind: 'done', value: { kind: 'nothing' } }) }),
    },
  },
  {
    name: 'unknown-is-no',
    description: 'a loan without an answer is taken as refused',
    scenario: 'loan-repeat-job',
    known: [[4, 4]],
    bends: {
      lender: (lender) => ({
        ...lender,
        createContract: async (...asked) => {
          const outcome = await lender.createContract(...asked);
          return outcome.kind === 'unknown' ? refusedBy('issuer', 'declined') : outcome;
        },
      }),
    },
  },
  {
    name: 'lease-not-renewed',
    description: 'the lease of a carrier that is awake runs out',
    scenario: 'card-repeat-job',
    known: [
      [1, 1],
      [6, 12],
    ],
    bends: {
      sql: cutFrom(
        'renew_bind_lease',
        'now() + make_interval(secs => :leaseSeconds)',
        'lease_until + make_interval(secs => :leaseSeconds * 0)',
      ),
    },
  },
  {
    name: 'release-ignores-owner',
    description: 'a claim is released by whoever comes, also while another carries it',
    scenario: 'card-repeat-job',
    known: [
      [5, 10],
      [11, 4],
    ],
    bends: { sql: cutFrom('release_bind', ownerFence, anyOwner) },
  },
  {
    name: 'reversal-made-twice',
    description: 'two jobs try the same reversal at once',
    scenario: 'part-refund-two-jobs',
    known: [[3, 5]],
    bends: {
      sql: cutFrom(
        'take_reversal',
        `(reversal.lease_until IS NULL OR reversal.lease_until <= coalesce(:now::timestamptz, now()))`,
        'true',
      ),
    },
  },
  {
    name: 'stale-nothing-believed',
    description: 'a repeat believes that no loan was written and does not close its number',
    scenario: 'loan-repeat-job',
    known: [[4, 4]],
    bends: { lender: (lender) => ({ ...lender, cancel: async () => ({ kind: 'done', value: nothingLent }) }) },
  },
  {
    name: 'unknown-is-not-charged',
    description: 'a cancellation takes a charge without an answer as not made, and stops it',
    scenario: 'unclear-cancelled',
    known: [],
    bends: {
      sql: both(
        cutFrom(
          'read_account',
          `'state', due_charge.state,`,
          `'state', CASE due_charge.state WHEN 'charging' THEN 'refused' ELSE due_charge.state END,`,
        ),
        cutFrom('stop_charge', ' AND due_charge.lease_until IS NULL'),
      ),
    },
  },
  {
    name: 'nobody-pays-back',
    description: 'what was paid by hand is taken as given back when the policy is cancelled, and is nobody’s work',
    scenario: 'paid-outside-cancelled',
    known: [],
    bends: {
      sql: cutFrom('insert_reversal', 'CASE WHEN :operatorPays::text IS NOT NULL THEN now() END,', 'NULL,'),
    },
  },
  {
    name: 'loan-ended-at-once',
    description: 'the lender is told neither day nor amount of a cancellation, and is taken to have got all',
    scenario: 'loan-cancelled-ahead',
    known: [],
    bends: {
      lender: (lender) => ({
        ...lender,
        cancel: async (policyNumber, refund, context) => {
          const outcome = await lender.cancel(policyNumber, null, context);
          const toLoanCents = refund?.refundCents ?? 0;
          return outcome.kind === 'done' ? { kind: 'done', value: { ...outcome.value, toLoanCents } } : outcome;
        },
      }),
    },
  },
  {
    name: 'withdrawn-in-effect',
    description: 'a cancellation is withdrawn that has taken effect',
    scenario: 'withdrawn-on-the-day',
    known: [[7, 3]],
    bends: {
      sql: cutFrom('read_account', 'cancellation.in_effect_at IS NOT NULL', 'false'),
    },
  },
  {
    name: 'payment-withdraws-nothing',
    description: 'a policy is cancelled for non-payment though it was paid within the notice',
    scenario: 'non-payment-outside',
    known: [],
    bends: {
      sql: cutFrom(
        'withdraw_cancellation',
        'WHERE policy_number = :policyNumber',
        `WHERE policy_number = :policyNumber AND :by::text <> 'payment'`,
      ),
    },
  },
  {
    name: 'event-read-later',
    description: 'an event tells of the policy as it stands when it is published',
    scenario: 'cancelled-twice',
    known: [],
    bends: { publish: tellAnew },
  },
  {
    name: 'nothing-believed-at-once',
    description: 'a charge of a cancelled policy that has not shown itself yet is taken as not made',
    scenario: 'charge-on-its-way',
    known: [],
    bends: {
      sql: cutFrom('take_due_charge', `WHEN old.unclear_since < now() - interval '1 day' THEN`, 'WHEN true THEN'),
    },
  },
  {
    name: 'charged-though-cancelled',
    description: 'a charge is made that a cancellation holds back',
    scenario: 'charge-held-back',
    known: [[1, 4]],
    bends: {
      sql: (name, text) =>
        ['take_due_charge', 'find_charge_not_owed'].includes(name) ? text.replaceAll(notOwed, 'false') : text,
    },
  },
  ...reportPlants(cutFrom, both),
  ...pagePlants(cutFrom),
];

function both(...bends: readonly NonNullable<Bent['sql']>[]): NonNullable<Bent['sql']> {
  return (name, text) => bends.reduce((bent, bend) => bend(name, bent), text);
}

async function tellAnew({ database, seller }: Lane, { applicationId }: Sale): Promise<void> {
  const { rows } = await database.query<{ id: string; policyNumber: string; day: string }>(
    `SELECT event.id, event.policy_number AS "policyNumber", greatest(current_date, cancelled_on)::text AS day
     FROM event LEFT JOIN cancellation USING (policy_number)
     WHERE event.application_id = $1`,
    [applicationId],
  );
  for (const { id, policyNumber, day } of rows) {
    const view = (await readPolicy(database, seller.id, policyNumber, day))!;
    await database.query(`UPDATE event SET body = jsonb_set(body::jsonb, '{data}', $2)::json WHERE id = $1`, [
      id,
      JSON.stringify(wireEventData(view)),
    ]);
  }
}
