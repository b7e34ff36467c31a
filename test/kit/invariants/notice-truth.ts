import { documentContext } from '../../../src/documents/document-context.ts';
import { sampleIssuer } from '../../../src/documents/issuer.ts';
import { refundText } from '../../../src/documents/refund-text.ts';
import type { Cancellation } from '../../../src/domain/cancellation/cancellation.ts';
import type { Policy } from '../../../src/domain/policy/policy.ts';
import { currentPolicySql } from '../../../src/store/policy/current-policy.ts';

/*
 * A notice is read as its customer reads it, sentence by sentence, and compared with what came of it on record: money
 * that it promises and no record gives makes it untrue, and so does a charge that it denies.
 */

/** What became of a policy's money, by the parties' own ledgers and what persons have recorded. */
export interface GivenOnRecord {
  /** A bank, a lender or a person has said otherwise since: a paper of its own tells the customer. */
  readonly isOvertaken: boolean;
  /** What came beyond the price, and what was given beyond what was owed, or twice: given back beside what the notice says. */
  readonly tooMuchCents: number;
  /** What came after the notice. */
  readonly paidLaterCents: number;
  /** What was given without having to, before or beside it. */
  readonly goodwillCents: number;
  readonly cardTakenCents: number;
  /** What banks have taken of it for good. */
  readonly lostCents: number;
  readonly toCardCents: number;
  readonly toLoanCents: number;
  /** What it gave the customer back itself. */
  readonly byLenderCents: number;
  readonly byOperatorCents: number;
  /** Nobody tells us: what the books hold of the seller's, less than it took. */
  readonly bySellerCents: number;
  readonly writtenOffCents: number;
  /** What used days cost and is open, or was paid after all. */
  readonly usedDaysCents: number;
}

/** A notice as it was written, with what became of it. */
export interface Noticed {
  readonly policy: Policy;
  readonly terms: Cancellation;
  readonly given: GivenOnRecord;
}

export function noticeText({ policy, terms }: Pick<Noticed, 'policy' | 'terms'>): string {
  const items = refundText(policy, terms, documentContext('en', sampleIssuer));
  return items.map(({ text }) => text.replace(/^•\s+/, '')).join(' ');
}

/** Returns what is untrue in the words of a notice. */
export function falseStatementsIn(text: string, given: GivenOnRecord): readonly string[] {
  if (given.isOvertaken) return [];
  const untrue: string[] = [];
  const check = (isTrue: boolean, sentence: string): void => void (isTrue || untrue.push(`"${sentence}"`));
  const givenCents = given.toCardCents + given.byOperatorCents;
  const isAsPromised = (cents: number): boolean =>
    givenCents >= cents && givenCents - cents <= given.tooMuchCents + given.paidLaterCents + given.goodwillCents;
  let promisedCents = 0;
  for (const sentence of text.split(/(?<=[.:]) (?=[A-Z])/)) {
    const [cents = null] = Array.from(sentence.matchAll(/\$[\d,]+\.\d\d/g), ([amount]) =>
      Number(amount.replaceAll(/\D/g, '')),
    );
    if (/^If it was, we give|^Of this we give/.test(sentence)) {
      // Of a card that was not charged in the end, or with what the used days cost, there is nothing to give back.
      const leftCents = given.cardTakenCents - given.lostCents;
      const isPriceTaken = leftCents > 0 && leftCents !== given.usedDaysCents;
      check(isPriceTaken ? isAsPromised(cents ?? 0) : given.toCardCents === 0, sentence);
    } else if (/^We give .* back to (the card|you)/.test(sentence)) promisedCents += cents ?? 0;
    else if (/^We give .* (for your loan|what is still owed)/.test(sentence))
      check(given.toLoanCents === cents, sentence);
    else if (/the interest and the fee/.test(sentence)) check(given.byLenderCents === cents, sentence);
    else if (/gives .* back to you/.test(sentence)) check(given.bySellerCents === cents, sentence);
    // What turns out to be paid, by a cheque that is told later, pays for the used days before they are written off.
    else if (/you do not have to pay it\.$/.test(sentence))
      check(given.writtenOffCents <= cents! && given.writtenOffCents + given.paidLaterCents >= cents!, sentence);
    else if (/which is still to be paid/.test(sentence))
      check(
        [given.usedDaysCents, given.writtenOffCents, given.paidLaterCents + given.usedDaysCents].includes(cents ?? 0) ||
          given.paidLaterCents >= (cents ?? 0),
        sentence,
      );
    else if (/was not charged for this policy and will not be|^Your card, .* will not be charged/.test(sentence))
      check(given.cardTakenCents === 0, sentence);
  }
  if (promisedCents > 0) check(isAsPromised(promisedCents), `We give ${promisedCents} cents, and it was ${givenCents}`);
  return untrue;
}

/** Ids are in the order in which they were made; times of the database are those at which a transaction began. */
const isAfterNotice = `entry.id > (SELECT max(id::text)::uuid FROM document
                                  WHERE document.policy_number = policy.policy_number AND kind = 'cancellation')`;

/** Selects every notice in force, as rows of `Noticed`. `where` is over `policy`. */
export const noticedSql = (where: string): string => `
  SELECT ${currentPolicySql} AS policy, cancellation.terms,
         json_build_object(
           'isOvertaken', EXISTS (
             SELECT FROM ledger_entry AS entry
             WHERE entry.policy_number = policy.policy_number AND ${isAfterNotice}
               AND (entry.kind IN ('payment-returned', 'refund-returned', 'dispute-opened', 'dispute-won', 'dispute-lost', 'goodwill')
                    OR (entry.kind = 'loan-ended' AND EXISTS (SELECT FROM document WHERE document.entry_id = entry.id))
                    OR (entry.kind = 'void' AND EXISTS (SELECT FROM ledger_entry AS voided WHERE voided.id = entry.voids
                                                       AND voided.kind IN ('payment', 'charge', 'refund'))))),
           'tooMuchCents', (SELECT greatest(coalesce(sum(amount_cents), 0) - policy.total_cents, 0) FROM ledger_entry AS entry
                            WHERE entry.policy_number = policy.policy_number AND entry.kind IN ('charge', 'payment'))
                         + (SELECT coalesce(sum(CASE WHEN replaced_by IS NULL THEN not_owed_cents ELSE amount_cents END), 0) FROM reversal
                            WHERE reversal.policy_number = policy.policy_number AND progress = 'done'),
           'paidLaterCents', (SELECT coalesce(sum(amount_cents), 0) FROM ledger_entry AS entry
                              WHERE entry.policy_number = policy.policy_number AND entry.kind IN ('charge', 'payment')
                                AND ${isAfterNotice}),
           'goodwillCents', (SELECT coalesce(sum(amount_cents), 0) FROM ledger_entry AS entry
                             WHERE entry.policy_number = policy.policy_number AND entry.kind = 'goodwill'),
           'cardTakenCents', card.taken, 'toCardCents', card.back,
           'lostCents', (SELECT coalesce(sum(lost.amount_cents), 0) FROM ledger_entry AS lost
                         WHERE lost.policy_number = policy.policy_number AND lost.kind = 'dispute-lost'
                           AND NOT EXISTS (SELECT FROM ledger_entry AS voiding WHERE voiding.voids = lost.id)
                           AND NOT EXISTS (SELECT FROM ledger_entry AS won
                                           WHERE won.dispute_id = lost.dispute_id AND won.turn > lost.turn
                                             AND NOT EXISTS (SELECT FROM ledger_entry AS voiding WHERE voiding.voids = won.id))),
           'toLoanCents', coalesce(contract.refunded_cents, 0), 'byLenderCents', coalesce(contract.given_back_cents, 0),
           'byOperatorCents', (SELECT coalesce(sum(amount_cents), 0) FROM reversal
                               WHERE reversal.policy_number = policy.policy_number AND payee = 'Customer' AND progress = 'done'),
           'bySellerCents', CASE WHEN contract.policy_number IS NOT NULL THEN contract.down_payment_cents - booked.partner
                                 WHEN policy.card_payment_id IS NULL THEN policy.total_cents - booked.partner
                                 ELSE 0 END,
           'writtenOffCents', booked.written_off,
           'usedDaysCents', CASE WHEN due_charge.purpose = 'used days' AND due_charge.state <> 'stopped'
                                 THEN due_charge.amount_cents ELSE 0 END) AS given
  FROM policy
  JOIN cancellation ON cancellation.policy_number = policy.policy_number
  LEFT JOIN due_charge ON due_charge.card_payment_id = policy.card_payment_id
  LEFT JOIN sandbox_lender.contract ON contract.policy_number = policy.policy_number
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(charge.amount_cents), 0) AS taken, coalesce(sum(refunded_cents), 0) AS back
    FROM sandbox_cards.charge JOIN sandbox_cards.payment USING (order_key)
    WHERE customer_reference = policy.application_id::text
  ) AS card
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(amount_cents) FILTER (WHERE account = 'partner'), 0) AS partner,
           coalesce(sum(amount_cents) FILTER (WHERE account = 'write-off'), 0) AS written_off
    FROM posted
    WHERE posted.application_id = policy.application_id
  ) AS booked
  WHERE cancellation.in_effect_at IS NOT NULL AND ${where}`;
