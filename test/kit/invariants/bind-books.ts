import { inDatabase } from '../sale/quoting.ts';
import type { Books, Promised } from './books-on-record.ts';
import { moneyPromises } from './money-promises.ts';

export type { Books } from './books-on-record.ts';

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
  const { policies, bind, audit, documents, payments, entries, cancellation, withdrawn } = books;
  const policy = policies[0];
  const cancellations = withdrawn.length + (cancellation === null ? 0 : 1);
  const told = entries.filter(({ isStray }) => !isStray);
  // What an operator had recorded of a charge has given its receipt to what the processor says of it.
  const receipts = told
    .filter(({ kind }) => kind === 'charge' || kind === 'payment')
    .filter((one) => !(one.isVoided && one.receipts === 0)).length;
  const refundReceipts = told.filter(
    ({ kind, receipts }) => kind === 'refund' || (kind === 'loan-ended' && receipts > 0),
  );
  const amendments = policy?.amendments ?? 0;
  const times = (paper: string, count: number): readonly string[] => Array.from({ length: count }, () => paper);
  const papers = [
    ...times('amended-declaration', amendments),
    ...times('cancellation', cancellations),
    'declaration',
    ...times('financing-letter', policy?.method === 'PFF' ? 1 : 0),
    ...times('receipt', receipts),
    ...times('refund-receipt', refundReceipts.length),
  ];
  const count = (event: string): number => audit.filter((one) => one === event).length;

  const promises: readonly Promised[] = [
    [policies.length <= 1, `${policies.length} policies`],
    ...moneyPromises(books),
    [bind?.state !== 'running', 'a bind that nobody finished'],
    [(bind?.state === 'bound') === (policy !== undefined), `a ${bind?.state} bind with ${policies.length} policies`],
    [payments.every(({ status }) => !['Binding', 'Reversing'].includes(status)), 'a payment left in the middle'],
    [policy === undefined || documents.join() === papers.join(), `a policy with ${documents.join()}`],
    [books.unmailed.length === 0, `papers that nobody is sent: ${books.unmailed.join(', ')}`],
    [books.refusalMails === count('scheduled card refused'), `${books.refusalMails} mails of refused charges`],
    [books.withdrawalMails === Math.min(withdrawn.length, 1), `${books.withdrawalMails} mails of withdrawals`],
    [count('policy cancelled') === cancellations, 'a cancellation and its audit differ'],
    [count('policy issued') === policies.length, `${count('policy issued')} policies in the audit`],
    [count('bind began') === (bind?.attempt ?? 0), 'an attempt that the audit does not have'],
  ];
  return promises.filter(([isKept]) => !isKept).map(([, what]) => what);
}

/** $1 is the application's id. */
export const booksSql = `
  SELECT json_build_object(
    'bind', (
      SELECT json_build_object('state', state, 'attempt', attempt, 'policyNumber', policy_number)
      FROM bind WHERE application_id = $1::uuid),
    'policies', (
      SELECT coalesce(json_agg(json_build_object('number', policy_number, 'method', payment_method, 'totalCents', total_cents,
             'moneyStatus', money_status, 'amendments', amendment_count)), '[]')
      FROM policy WHERE application_id = $1::uuid),
    'cancellation', (
      SELECT json_build_object('kind', kind, 'ground', ground, 'madeOn', terms ->> 'madeOn', 'cancelledOn', cancelled_on, 'refundCents', refund_cents,
                               'isInEffect', in_effect_at IS NOT NULL)
      FROM cancellation WHERE application_id = $1::uuid),
    'withdrawn', (
      SELECT coalesce(json_agg(json_build_object('by', withdrawn_by)), '[]')
      FROM withdrawn_cancellation JOIN policy USING (policy_number) WHERE policy.application_id = $1::uuid),
    'laterCharges', (
      SELECT coalesce(json_agg(json_build_object('state', state, 'amountCents', amount_cents, 'tries', tries, 'purpose', purpose)), '[]')
      FROM due_charge WHERE application_id = $1::uuid),
    'entries', (
      SELECT coalesce(json_agg(json_build_object(
               'id', id, 'turn', turn, 'kind', kind, 'amountCents', amount_cents, 'happenedOn', happened_on, 'recordedBy', recorded_by, 'partyReference', party_reference,
               'paymentEntryId', payment_entry_id, 'disputeId', dispute_id, 'isStray', policy_number IS NULL,
               'isVoided', EXISTS (SELECT FROM ledger_entry AS voiding WHERE voiding.voids = entry.id),
               'receipts', (SELECT count(*) FROM document WHERE document.entry_id = entry.id)) ORDER BY turn), '[]')
      FROM ledger_entry AS entry WHERE application_id = $1::uuid AND voids IS NULL),
    'documents', (
      SELECT coalesce(json_agg(kind ORDER BY kind), '[]')
      FROM document JOIN policy USING (policy_number) WHERE application_id = $1::uuid),
    'mails', (
      SELECT coalesce(json_agg(kind), '[]') FROM mail JOIN policy USING (policy_number)
      WHERE application_id = $1::uuid AND cardinality(document_ids) > 0),
    'unmailed', (
      SELECT coalesce(json_agg(document.kind), '[]') FROM document JOIN policy USING (policy_number)
      WHERE application_id = $1::uuid
        AND document.kind IN ('receipt', 'refund-receipt')
        AND NOT EXISTS (SELECT FROM mail WHERE mail.policy_number = policy.policy_number
                        AND (document.id = ANY (mail.document_ids) OR (mail.state = 'sent' AND mail.round > 1)))),
    'refusalMails', (
      SELECT count(DISTINCT (kind, number)) FROM mail JOIN policy USING (policy_number)
      WHERE application_id = $1::uuid AND kind IN ('refusal', 'cover ended')),
    'withdrawalMails', (
      SELECT count(DISTINCT number) FROM mail JOIN policy USING (policy_number)
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
      SELECT coalesce(json_agg(json_build_object('id', id, 'turn', turn, 'payee', payee, 'state', progress, 'isRefund', policy_number IS NOT NULL,
               'paymentEntryId', payment_entry_id, 'amountCents', amount_cents, 'toLoanCents', to_loan_cents, 'byLenderCents', by_lender_cents)
             ORDER BY turn), '[]')
      FROM reversal WHERE application_id = $1::uuid),
    'charges', (
      SELECT coalesce(json_agg(json_build_object('key', order_key, 'reference', charge.reference, 'cents', charge.amount_cents,
               'refundedCents', refunded_cents)), '[]')
      FROM sandbox_cards.charge JOIN sandbox_cards.payment USING (order_key) WHERE customer_reference = $1::text),
    'loans', (
      SELECT coalesce(json_agg(json_build_object('policyNumber', policy_number, 'isActive', cancelled_at IS NULL,
                                                        'advancedCents', premium_cents - down_payment_cents, 'downPaymentCents', down_payment_cents,
                                                        'cancelledOn', cancelled_on, 'refundedCents', refunded_cents)), '[]')
      FROM sandbox_lender.contract WHERE customer_reference = $1::text)
  ) AS books`;
