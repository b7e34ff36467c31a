import type { Account } from '../../src/domain/books/account.ts';
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
  }[];
  readonly cancellation: { readonly refundCents: number; readonly isInEffect: boolean; readonly money: string | null } | null;
  readonly laterCharges: readonly { readonly state: string }[];
  readonly documents: readonly string[];
  /** With documents. */
  readonly mails: number;
  /** Of refused charges. */
  readonly refusalMails: number;
  readonly audit: readonly string[];
  readonly payments: readonly { readonly id: string; readonly status: string }[];
  /** What the books have of each card's charges and refunds. */
  readonly cardLines: readonly { readonly cents: number }[];
  /** The balances of the double entry, by account. */
  readonly accounts: Readonly<Partial<Record<Account, number>>>;
  readonly reversals: readonly {
    readonly kind: string;
    readonly state: string;
    readonly isRefund: boolean;
    readonly cents: number;
  }[];
  readonly charges: readonly { readonly key: string; readonly cents: number; readonly refundedCents: number }[];
  readonly loans: readonly { readonly policyNumber: string; readonly isActive: boolean }[];
}

export async function readBooks(databaseUrl: string, applicationId: string): Promise<Books> {
  const rows = await inDatabase(databaseUrl, booksSql, [applicationId]);
  return rows[0].books;
}

/** Waits until no bind runs and no reversal is the service's to make. Returns how long it took, in ms. */
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
 * Returns what violates the promise of a bind: money kept and cover given, or neither; and once. Empty when it was
 * kept.
 */
export function brokenPromises(books: Books): readonly string[] {
  const { policies, charges, loans, bind, audit, documents, payments, cardLines, reversals, cancellation } = books;
  const policy = policies[0];
  const cancelled = cancellation === null ? 0 : 1;
  const kept = charges.filter(({ cents, refundedCents }) => refundedCents < cents);
  const active = loans.filter(({ isActive }) => isActive);
  const wasCharged = policy?.method === 'CC' && policy.paymentStatus === 'Captured';
  const isInEffect = cancellation?.isInEffect === true;
  // What the card must have paid: the total less what a cancellation refunds.
  const isRefunded = reversals.some(({ kind, isRefund }) => kind === 'charge' && isRefund);
  const refundCents = isRefunded ? (cancellation?.refundCents ?? 0) : 0;
  const owedCents = wasCharged ? policy.totalCents - refundCents : 0;
  const chargesDue = owedCents > 0 ? 1 : 0;
  const loansDue = policy?.method === 'PFF' && !isInEffect ? 1 : 0;
  const receiptsOfRefunds = reversals.filter(
    ({ kind, state, isRefund }) => isRefund && kind !== 'loan' && state !== 'due',
  ).length;
  const papers = [
    cancellation === null ? '' : 'cancellation',
    'declaration',
    policy?.method === 'PFF' ? 'financing-letter' : '',
    wasCharged ? 'receipt' : '',
    receiptsOfRefunds > 0 ? 'refund-receipt' : '',
  ].filter((paper) => paper !== '');
  const receipts = books.laterCharges.filter(({ state }) => state === 'charged').length;
  // What a person has to pay: it is shown to the operator until then.
  const byHandCents = reversals
    .filter(({ kind, state }) => kind === 'operator' && state === 'due')
    .reduce((sum, { cents }) => sum + cents, 0);
  const isSettled = reversals.some(({ state }) => state === 'settled');
  const booked = cardLines.reduce((sum, { cents }) => sum + cents, 0);
  const held = charges.reduce((sum, { cents, refundedCents }) => sum + cents - refundedCents, 0);
  const account = (name: Account): number => books.accounts[name] ?? 0;
  const unbalanced = Object.values(books.accounts).reduce((sum, cents) => sum + cents, 0);
  const earnedCents = (policy?.totalCents ?? 0) - (isInEffect ? cancellation.refundCents : 0);
  const issued = audit.filter((event) => event === 'policy issued').length;

  const promises: readonly (readonly [boolean, string])[] = [
    [policies.length <= 1, `${policies.length} policies`],
    [isSettled || kept.length === chargesDue, `${kept.length} charges kept instead of ${chargesDue}`],
    [
      isSettled || kept.every(({ cents }) => cents === policy?.totalCents),
      'a charge that is not the price of the policy',
    ],
    [
      isSettled || charges.every((one) => [0, one.cents, refundCents].includes(one.refundedCents)),
      'a charge given back in part',
    ],
    [isSettled || booked === owedCents, `${booked} cents of the card in the books, ${owedCents} owed`],
    [active.length === loansDue, `${active.length} active loans instead of ${loansDue}`],
    [active.every(({ policyNumber }) => policyNumber === policy?.number), 'a loan under another policy number'],
    [isSettled || booked === held, `${booked} cents of the card in the books, ${held} at the processor`],
    [unbalanced === 0, `books that are ${unbalanced} cents off`],
    [
      -account('premium') - account('tax') === earnedCents,
      `${-account('premium') - account('tax')} cents of premium and tax in the books, ${earnedCents} earned`,
    ],
    [-account('refund') === byHandCents, `${-account('refund')} cents in the books that are still to be given back`],
    [isSettled || account('processor') === held, `${account('processor')} cents of the processor's in the books`],
    [bind?.state !== 'running', 'a bind that nobody finished'],
    [(bind?.state === 'bound') === (policy !== undefined), `a ${bind?.state} bind with ${policies.length} policies`],
    [reversals.every(({ kind, state }) => state !== 'due' || kind === 'operator'), 'a reversal that is still due'],
    [payments.every(({ status }) => !['Binding', 'Reversing'].includes(status)), 'a payment left in the middle'],
    [
      policy === undefined || documents.join() === papers.join(),
      `a policy with ${documents.join()}`,
    ],
    [books.mails === policies.length + receipts + cancelled + receiptsOfRefunds, `${books.mails} mails`],
    [
      books.refusalMails === audit.filter((event) => event === 'scheduled card refused').length,
      `${books.refusalMails} mails of refused charges`,
    ],
    [audit.filter((event) => event === 'policy cancelled').length === cancelled, 'a cancellation and its audit differ'],
    [issued === policies.length, `${issued} policies in the audit`],
    [
      audit.filter((event) => event === 'bind began').length === (bind?.attempt ?? 0),
      'an attempt that the audit does not have',
    ],
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
             'paymentStatus', (SELECT status FROM card_payment WHERE id = policy.card_payment_id))), '[]')
      FROM policy WHERE application_id = $1::uuid),
    'cancellation', (
      SELECT json_build_object('refundCents', refund_cents, 'isInEffect', in_effect_at IS NOT NULL, 'money', money)
      FROM cancellation WHERE application_id = $1::uuid),
    'laterCharges', (
      SELECT coalesce(json_agg(json_build_object('state', state)), '[]')
      FROM due_charge WHERE application_id = $1::uuid),
    'documents', (
      SELECT coalesce(json_agg(kind ORDER BY kind), '[]')
      FROM document JOIN policy USING (policy_number) WHERE application_id = $1::uuid),
    'mails', (
      SELECT count(*) FROM mail JOIN policy USING (policy_number)
      WHERE application_id = $1::uuid AND cardinality(document_ids) > 0),
    'refusalMails', (
      SELECT count(DISTINCT kind) FROM mail JOIN policy USING (policy_number)
      WHERE application_id = $1::uuid AND kind LIKE 'refusal %'),
    'audit', (SELECT coalesce(json_agg(event ORDER BY id), '[]') FROM audit WHERE application_id = $1::uuid),
    'payments', (
      SELECT coalesce(json_agg(json_build_object('id', id, 'status', status) ORDER BY id), '[]')
      FROM card_payment WHERE application_id = $1::uuid),
    'cardLines', (
      SELECT coalesce(json_agg(json_build_object('cents', amount_cents) ORDER BY entered_at), '[]')
      FROM journal_entry WHERE application_id = $1::uuid AND card_payment_id IS NOT NULL),
    'accounts', (
      SELECT coalesce(json_object_agg(account, cents), '{}')
      FROM (
        SELECT account, sum(amount_cents) AS cents FROM journal_entry WHERE application_id = $1::uuid GROUP BY account
      ) AS balance),
    'reversals', (
      SELECT coalesce(json_agg(json_build_object('kind', kind, 'state', state, 'isRefund', is_refund, 'cents', amount_cents)), '[]')
      FROM reversal WHERE application_id = $1::uuid),
    'charges', (
      SELECT coalesce(json_agg(json_build_object('key', order_key, 'cents', charge.amount_cents, 'refundedCents', refunded_cents)), '[]')
      FROM sandbox_cards.charge JOIN sandbox_cards.payment USING (order_key) WHERE customer_reference = $1::text),
    'loans', (
      SELECT coalesce(json_agg(json_build_object('policyNumber', policy_number, 'isActive', cancelled_at IS NULL)), '[]')
      FROM sandbox_lender.contract WHERE customer_reference = $1::text)
  ) AS books`;
