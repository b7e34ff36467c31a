import type { Account } from '../../src/domain/books/account.ts';
import type { MoneyStatus } from '../../src/domain/policy/money-status.ts';
import { moneyStatusSql, policyStatusJoinsSql } from '../../src/store/policy/policy-status.ts';
import { moneyPromises } from './money-promises.ts';
import { inDatabase } from './quoting.ts';

/** All records of one application: our own tables, the card processor's and the lender's. */
export interface Books {
  readonly bind: { readonly state: string; readonly attempt: number; readonly policyNumber: string } | null;
  readonly policies: readonly {
    readonly number: string;
    readonly method: string;
    readonly totalCents: number;
    /** Of the card payment that it has now; null without one. */
    readonly paymentStatus: string | null;
    /** As partners read it. */
    readonly moneyStatus: MoneyStatus;
    readonly amendments: number;
  }[];
  /** Scheduled or in effect. */
  readonly cancellation: CancellationOnRecord | null;
  readonly withdrawn: readonly { readonly by: string }[];
  readonly laterCharges: readonly {
    readonly state: string;
    readonly amountCents: number;
  }[];
  readonly documents: readonly string[];
  /** With documents. */
  readonly mails: number;
  /** Of refused charges. */
  readonly refusalMails: number;
  readonly withdrawalMails: number;
  readonly audit: readonly string[];
  readonly payments: readonly { readonly id: string; readonly status: string }[];
  /** The balances of the double entry, by account. */
  readonly accounts: Readonly<Partial<Record<Account, number>>>;
  readonly reversals: readonly ReversalOnRecord[];
  readonly charges: readonly { readonly key: string; readonly cents: number; readonly refundedCents: number }[];
  readonly loans: readonly LoanOnRecord[];
}

export interface CancellationOnRecord {
  readonly kind: string;
  readonly ground: string;
  readonly cancelledOn: string;
  readonly refundCents: number;
  readonly isInEffect: boolean;
}

export interface ReversalOnRecord {
  readonly kind: string;
  readonly state: string;
  /** Of a cancellation. */
  readonly isRefund: boolean;
  readonly amountCents: number;
  readonly toLoanCents: number | null;
}

export interface LoanOnRecord {
  readonly policyNumber: string;
  readonly isActive: boolean;
  /** What the lender has paid: the total less the down payment. */
  readonly advancedCents: number;
  readonly downPaymentCents: number;
  readonly cancelledOn: string | null;
  readonly refundedCents: number;
}

export async function readBooks(databaseUrl: string, applicationId: string): Promise<Books> {
  const rows = await inDatabase(databaseUrl, booksSql, [applicationId]);
  return rows[0].books;
}

/** Waits until no bind runs and no reversal is due. Returns how long it took, in ms. */
export async function untilQuiet(databaseUrl: string, waitMs = 120_000): Promise<number> {
  const began = performance.now();
  for (;;) {
    const rows = await inDatabase(
      databaseUrl,
      `SELECT (SELECT count(*) FROM bind WHERE state = 'running') + (SELECT count(*) FROM reversal WHERE due_at IS NOT NULL) AS open`,
    );
    const waitedMs = performance.now() - began;
    if (Number(rows[0].open) === 0) return waitedMs;
    if (waitedMs > waitMs) throw new Error(`${rows[0].open} binds or reversals are still open after ${waitMs} ms.`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/**
 * Returns what violates the promise of a bind: money kept and cover given, or neither; and once. What became of the
 * money since is in money-promises.ts. Empty when it was kept.
 */
export function brokenPromises(books: Books): readonly string[] {
  const { policies, bind, audit, documents, payments, reversals, cancellation, withdrawn } = books;
  const policy = policies[0];
  const wasCharged = policy?.method === 'CC' && policy.paymentStatus === 'Captured';
  const cancellations = withdrawn.length + (cancellation === null ? 0 : 1);
  const isGivenBack = reversals.some(({ isRefund, kind, state }) => isRefund && kind !== 'loan' && state !== 'due');
  const papers = [
    ...Array.from({ length: policy?.amendments ?? 0 }, () => 'amended-declaration'),
    ...Array.from({ length: cancellations }, () => 'cancellation'),
    'declaration',
    policy?.method === 'PFF' ? 'financing-letter' : '',
    wasCharged ? 'receipt' : '',
    isGivenBack ? 'refund-receipt' : '',
  ].filter((paper) => paper !== '');
  const receipts = books.laterCharges.filter(({ state }) => state === 'charged').length;
  // The notice of a second cancellation goes out as the first one did, with what is new.
  const mails =
    policies.length + receipts + (policy?.amendments ?? 0) + Math.min(cancellations, 1) + Number(isGivenBack);
  const count = (event: string): number => audit.filter((one) => one === event).length;

  const promises: readonly Promised[] = [
    [policies.length <= 1, `${policies.length} policies`],
    ...moneyPromises(books),
    [bind?.state !== 'running', 'a bind that nobody finished'],
    [(bind?.state === 'bound') === (policy !== undefined), `a ${bind?.state} bind with ${policies.length} policies`],
    [payments.every(({ status }) => !['Binding', 'Reversing'].includes(status)), 'a payment left in the middle'],
    [policy === undefined || documents.join() === papers.join(), `a policy with ${documents.join()}`],
    [books.mails === mails, `${books.mails} mails with documents instead of ${mails}`],
    [books.refusalMails === count('scheduled card refused'), `${books.refusalMails} mails of refused charges`],
    [books.withdrawalMails === Math.min(withdrawn.length, 1), `${books.withdrawalMails} mails of withdrawals`],
    [count('policy cancelled') === cancellations, 'a cancellation and its audit differ'],
    [count('policy issued') === policies.length, `${count('policy issued')} policies in the audit`],
    [count('bind began') === (bind?.attempt ?? 0), 'an attempt that the audit does not have'],
  ];
  return promises.filter(([isKept]) => !isKept).map(([, what]) => what);
}

/** Whether it holds, and what is wrong if not. */
export type Promised = readonly [isKept: boolean, what: string];

/** $1 is the application's id. */
export const booksSql = `
  SELECT json_build_object(
    'bind', (
      SELECT json_build_object('state', state, 'attempt', attempt, 'policyNumber', policy_number)
      FROM bind WHERE application_id = $1::uuid),
    'policies', (
      SELECT coalesce(json_agg(json_build_object('number', policy.policy_number, 'method', payment_method, 'totalCents', total_cents,
             'paymentStatus', (SELECT status FROM card_payment WHERE id = policy.card_payment_id),
             'moneyStatus', ${moneyStatusSql}, 'amendments', policy.amendment_count)), '[]')
      FROM policy
      ${policyStatusJoinsSql}
      WHERE policy.application_id = $1::uuid),
    'cancellation', (
      SELECT json_build_object('kind', kind, 'ground', ground, 'cancelledOn', cancelled_on, 'refundCents', refund_cents,
                               'isInEffect', in_effect_at IS NOT NULL)
      FROM cancellation WHERE application_id = $1::uuid),
    'withdrawn', (
      SELECT coalesce(json_agg(json_build_object('by', withdrawn_by)), '[]')
      FROM withdrawn_cancellation JOIN policy USING (policy_number) WHERE policy.application_id = $1::uuid),
    'laterCharges', (
      SELECT coalesce(json_agg(json_build_object('state', state, 'amountCents', amount_cents)), '[]')
      FROM due_charge WHERE application_id = $1::uuid),
    'documents', (
      SELECT coalesce(json_agg(kind ORDER BY kind), '[]')
      FROM document JOIN policy USING (policy_number) WHERE application_id = $1::uuid),
    'mails', (
      SELECT count(*) FROM mail JOIN policy USING (policy_number)
      WHERE application_id = $1::uuid AND cardinality(document_ids) > 0),
    'refusalMails', (
      SELECT count(DISTINCT number) FROM mail JOIN policy USING (policy_number)
      WHERE application_id = $1::uuid AND kind = 'refusal'),
    'withdrawalMails', (
      SELECT count(DISTINCT kind) FROM mail JOIN policy USING (policy_number)
      WHERE application_id = $1::uuid AND kind = 'withdrawal'),
    'audit', (SELECT coalesce(json_agg(event ORDER BY id), '[]') FROM audit WHERE application_id = $1::uuid),
    'payments', (
      SELECT coalesce(json_agg(json_build_object('id', id, 'status', status) ORDER BY id), '[]')
      FROM card_payment WHERE application_id = $1::uuid),
    'accounts', (
      SELECT coalesce(json_object_agg(account, cents), '{}')
      FROM (
        SELECT account, sum(amount_cents) AS cents FROM posted WHERE application_id = $1::uuid GROUP BY account
      ) AS balance),
    'reversals', (
      SELECT coalesce(json_agg(json_build_object('kind', kind, 'state', state, 'isRefund', is_refund, 'amountCents', amount_cents,
                                                        'toLoanCents', to_loan_cents)), '[]')
      FROM reversal WHERE application_id = $1::uuid),
    'charges', (
      SELECT coalesce(json_agg(json_build_object('key', order_key, 'cents', charge.amount_cents, 'refundedCents', refunded_cents)), '[]')
      FROM sandbox_cards.charge JOIN sandbox_cards.payment USING (order_key) WHERE customer_reference = $1::text),
    'loans', (
      SELECT coalesce(json_agg(json_build_object('policyNumber', policy_number, 'isActive', cancelled_at IS NULL,
                                                        'advancedCents', premium_cents - down_payment_cents, 'downPaymentCents', down_payment_cents,
                                                        'cancelledOn', cancelled_on, 'refundedCents', refunded_cents)), '[]')
      FROM sandbox_lender.contract WHERE customer_reference = $1::text)
  ) AS books`;
