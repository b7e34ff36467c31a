import type pg from 'pg';
import type { CardProcessor } from '../../../src/ports/card-processor.ts';
import type { Lender } from '../../../src/ports/lender.ts';
import type { Lane, Sale } from './lane.ts';

/*
 * Mistakes that could be made in the code under test, each switched on at its seam: a statement without a condition, a
 * party's answer read wrongly. The search must find every one of them, or it would not find a real one.
 */
export interface Plant {
  readonly name: string;
  readonly description: string;
  /** Where it can be found. */
  readonly scenario: string;
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
  return text === asked.text ? asked : { ...asked, text, name: `bent_${asked.name}` };
}

const cutFrom =
  (statement: string, condition: string, instead = '') =>
  (name: string, text: string): string => {
    if (name !== statement) return text;
    if (!text.includes(condition)) throw new Error(`${statement} has no "${condition}" to leave out.`);
    return text.replaceAll(condition, instead);
  };

const ownerFence = 'AND owner = $2';
const anyOwner = 'AND $2::uuid IS NOT NULL';

export const plants: readonly Plant[] = [
  {
    name: 'fence-left-out',
    description: 'the policy is issued by whoever comes, also by a carrier whose claim was taken over',
    scenario: 'card-another-card',
    bends: { sql: cutFrom('issue_policy', `${ownerFence} AND state = 'running' AND policy_number = $3`, anyOwner) },
  },
  {
    name: 'intent-after-call',
    description: 'the intent is written when the party has been called',
    scenario: 'loan-repeat-job',
    bends: { lateStatement: 'intend_bind_step' },
  },
  {
    name: 'ask-skipped',
    description: 'whoever must know whether a card was charged believes that it was not, without asking',
    scenario: 'card-repeat-job',
    bends: {
      cards: (cards) => ({ ...cards, find: async () => ({ kind: 'done', value: { kind: 'nothing' } }) }),
    },
  },
  {
    name: 'unknown-is-no',
    description: 'a loan without an answer is taken as refused',
    scenario: 'loan-repeat-job',
    bends: {
      lender: (lender) => ({
        ...lender,
        createContract: async (...asked) => {
          const outcome = await lender.createContract(...asked);
          return outcome.kind === 'unknown' ? { kind: 'refused', reason: 'declined' } : outcome;
        },
      }),
    },
  },
  {
    name: 'lease-not-renewed',
    description: 'the lease of a carrier that is awake runs out',
    scenario: 'card-repeat-job',
    bends: {
      sql: cutFrom(
        'renew_bind_lease',
        'now() + make_interval(secs => $3)',
        'lease_until + make_interval(secs => $3 * 0)',
      ),
    },
  },
  {
    name: 'release-ignores-owner',
    description: 'a claim is released by whoever comes, also while another carries it',
    scenario: 'card-repeat-job',
    bends: { sql: cutFrom('release_bind', ownerFence, anyOwner) },
  },
  {
    name: 'reversal-made-twice',
    description: 'two jobs try the same reversal at once',
    scenario: 'part-refund-two-jobs',
    bends: {
      sql: cutFrom(
        'take_reversal',
        `(reversal.lease_until IS NULL OR reversal.lease_until <= coalesce($1::timestamptz, now()))`,
        'true',
      ),
    },
  },
  {
    name: 'stale-nothing-believed',
    description: 'a repeat believes that no loan was written and does not close its number',
    scenario: 'loan-repeat-job',
    bends: { lender: (lender) => ({ ...lender, cancel: async () => ({ kind: 'done', value: { toLoanCents: 0 } }) }) },
  },
];
