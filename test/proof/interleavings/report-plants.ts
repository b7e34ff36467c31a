import type { Plant } from './plants.ts';

type CutFrom = (statement: string, condition: string, instead?: string) => NonNullable<Plant['bends']['sql']>;
type Both = (...bends: readonly NonNullable<Plant['bends']['sql']>[]) => NonNullable<Plant['bends']['sql']>;

const notVoided = `entry.policy_number = policy.policy_number AND entry.voids IS NULL`;

/** Mistakes in what is made of what people and banks say, and of what is unknown meanwhile. */
export const reportPlants = (cutFrom: CutFrom, both: Both): readonly Plant[] => [
  {
    name: 'stopped-while-it-runs',
    description: 'a charge that is stopped while it runs is nobody’s: what it took is not recorded',
    scenario: 'given-card-confirmed-write-off',
    known: [[12, 1]],
    bounds: { switch: 2, fault: 0, death: 0, time: 0, all: 2 },
    bends: {
      sql: both(
        cutFrom('stop_charge', ' AND due_charge.lease_until IS NULL'),
        cutFrom(
          'read_account',
          `'state', due_charge.state,`,
          `'state', CASE due_charge.state WHEN 'charging' THEN 'refused' ELSE due_charge.state END,`,
        ),
        cutFrom(
          'read_due_charge',
          'WHERE card_payment_id = :cardPaymentId',
          `WHERE card_payment_id = :cardPaymentId AND state <> 'stopped'`,
        ),
      ),
    },
  },
  {
    name: 'cheque-ends-asking',
    description: 'whoever is paid by cheque asks no more about a charge whose outcome is unknown',
    scenario: 'cheque-beside-unknown',
    known: [],
    bends: {
      sql: both(
        cutFrom(
          'read_account',
          `'state', due_charge.state,`,
          `'state', CASE due_charge.state WHEN 'charging' THEN 'due' ELSE due_charge.state END,`,
        ),
        cutFrom('stop_charge', ' AND due_charge.lease_until IS NULL'),
      ),
    },
  },
  {
    name: 'said-made-ends-asking',
    description: 'an operator’s word that a charge was made ends the asking about it',
    scenario: 'unclear-said-made',
    known: [],
    bends: {
      sql: cutFrom(
        'report_charge',
        'SET reported_as = :entryId, charge = :charge, charged_cents = :chargedCents, owner = NULL',
        'SET charge = :charge, charged_cents = :chargedCents, owner = :entryId, due_at = NULL, lease_until = NULL',
      ),
    },
  },
  {
    name: 'tax-ends-asking',
    description: 'a charge that was begun is given up for a change of tax, though it may have been made',
    scenario: 'tax-beside-unknown',
    known: [],
    bends: { sql: cutFrom('take_due_charge', 'old.lease_until IS NOT NULL AS "wasBegun"', 'false AS "wasBegun"') },
  },
  {
    name: 'dispute-not-counted',
    description: 'what a bank has taken back is given back to the card as well',
    scenario: 'dispute-cancelled',
    known: [],
    bends: { sql: cutFrom('read_account', notVoided, `${notVoided} AND entry.kind NOT LIKE 'dispute%'`) },
  },
  {
    name: 'answer-day-counts',
    description: 'a card is given on the day on which its charge is known, not on the customer’s own',
    scenario: 'given-card-confirmed-write-off',
    known: [[19, 4]],
    bends: { sql: cutFrom('read_due_charge', 'due_on AS "dueOn"', `'9999-12-31'::date AS "dueOn"`) },
  },
  {
    name: 'cheque-told-as-card',
    description: 'a refund that was made by cheque is recorded as the processor’s',
    scenario: 'refund-by-hand',
    known: [],
    bends: {
      sql: cutFrom(
        'insert_ledger_entry',
        'entry.recorded_by, entry.party_reference',
        `CASE entry.kind WHEN 'refund' THEN 'processor' ELSE entry.recorded_by END, entry.party_reference`,
      ),
    },
  },
  {
    name: 'begun-taken-as-idle',
    description: 'a refund that is on its way to the card is taken as not begun, and made by cheque as well',
    scenario: 'refund-by-hand',
    known: [[3, 1]],
    bends: {
      sql: cutFrom(
        'read_account',
        `'state', progress,`,
        `'state', CASE progress WHEN 'begun' THEN 'idle' ELSE progress END,`,
      ),
    },
  },
  {
    name: 'bounced-and-given-back',
    description: 'what a cheque brought that came back is given back to the customer',
    scenario: 'returned-cancelled',
    known: [],
    bends: { sql: cutFrom('read_account', notVoided, `${notVoided} AND entry.kind <> 'payment-returned'`) },
  },
  {
    name: 'came-back-not-counted',
    description: 'a refund that came back from the card’s bank counts as given back, and its cheque is asked for again',
    scenario: 'refund-came-back',
    known: [],
    bends: { sql: cutFrom('read_account', notVoided, `${notVoided} AND entry.kind <> 'refund-returned'`) },
  },
  {
    name: 'void-not-counted',
    description: 'what was recorded by mistake and taken back counts as before',
    scenario: 'received-voided',
    known: [],
    bends: {
      sql: cutFrom(
        'read_account',
        'AND NOT EXISTS (SELECT FROM ledger_entry AS voiding WHERE voiding.voids = entry.id)',
      ),
    },
  },
  {
    name: 'two-operators-at-once',
    description: 'two who record at once do not wait for each other',
    scenario: 'cheque-twice',
    known: [
      [7, 1],
      [18, 1],
    ],
    bends: {
      sql: both(cutFrom('lock_policy', ' FOR NO KEY UPDATE'), (name, text) =>
        ['lock_charges_of_policy', 'lock_reversals_of_policy', 'lock_due_charge'].includes(name)
          ? text.replace(/ FOR UPDATE.*/s, '')
          : text,
      ),
    },
  },
  {
    name: 'installments-forgotten',
    description:
      'the loan of a policy that is cancelled from its beginning is ended as of that day, whatever was debited since',
    scenario: 'installments-rescinded',
    known: [],
    bends: {
      sql: cutFrom(
        'insert_reversal',
        ':endsOn, CASE',
        `(SELECT cancelled_on FROM cancellation WHERE policy_number = :policyNumber AND :endsOn::date IS NOT NULL), CASE`,
      ),
    },
  },
  {
    name: 'lender-answer-unread',
    description: 'what goes to a loan is taken as it was reckoned, whatever its lender answers',
    scenario: 'lender-owes-more',
    known: [],
    bends: {
      lender: (lender) => ({
        ...lender,
        cancel: async (...asked) => {
          const outcome = await lender.cancel(...asked);
          if (outcome.kind !== 'done') return outcome;
          return { kind: 'done', value: { ...outcome.value, toLoanCents: outcome.value.toLoanCents + 30_000 } };
        },
      }),
    },
  },
  {
    name: 'lost-dispute-stays-open',
    description: 'a dispute that was lost, or that it was is taken back, counts as before',
    scenario: 'link-disputed-voided',
    known: [],
    bends: { sql: cutFrom('read_account', notVoided, `${notVoided} AND entry.kind <> 'dispute-lost'`) },
  },
  {
    name: 'hand-ends-asking',
    description: 'a refund that has no answer is asked about no more once a person has given it by hand',
    scenario: 'refund-unanswered-by-hand',
    known: [],
    bends: {
      sql: cutFrom(
        'replace_reversal',
        'SET replaced_by = :replacedBy',
        'SET replaced_by = NULL, due_at = NULL, lease_until = NULL, is_refused = :replacedBy::uuid IS NOT NULL',
      ),
    },
  },
  {
    name: 'declined-refund-taken-as-made',
    description: 'a refund that the card’s issuer does not take is recorded as given back',
    scenario: 'refund-declined',
    known: [],
    bends: {
      cards: (cards) => ({
        ...cards,
        refund: async (...asked) => {
          const outcome = await cards.refund(...asked);
          return outcome.kind === 'refused' ? { kind: 'done', value: undefined } : outcome;
        },
      }),
    },
  },
  {
    name: 'state-left-behind',
    description: 'the state of the money that lists and partners read stays what it was',
    scenario: 'dispute-ended-twice',
    known: [],
    bends: { sql: cutFrom('set_money_status', 'money_status <> :moneyStatus', 'false') },
  },
];
