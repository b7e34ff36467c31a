/** The entries of a policy, without what was voided, as JSON of `AccountEntry`s. */
export const entriesSql = `(
  SELECT coalesce(json_agg(json_build_object(
           'id', entry.id, 'turn', entry.turn, 'kind', entry.kind, 'amountCents', entry.amount_cents,
           'customerCents', (SELECT coalesce(sum(posting.amount_cents), 0)
                             FROM ledger_posting AS posting
                             WHERE posting.entry_id = entry.id AND posting.account = 'customer'),
           'happenedOn', entry.happened_on, 'cardPaymentId', entry.card_payment_id, 'partyKey', entry.party_key,
           'partyReference', entry.party_reference, 'paymentEntryId', entry.payment_entry_id, 'disputeId', entry.dispute_id) ORDER BY entry.turn), '[]')
  FROM ledger_entry AS entry
  WHERE entry.policy_number = policy.policy_number AND entry.voids IS NULL
    AND NOT EXISTS (SELECT FROM ledger_entry AS voiding WHERE voiding.voids = entry.id))`;

/** The refund work of a policy, as JSON of `RefundWork`s. */
export const refundWorkSql = `(
  SELECT coalesce(json_agg(json_build_object(
           'id', id, 'turn', turn, 'paymentEntryId', payment_entry_id, 'payee', payee, 'amountCents', amount_cents, 'state', progress,
           'replacedBy', replaced_by, 'notOwedCents', not_owed_cents, 'doneOn', done_on,
           'toLoanCents', to_loan_cents, 'byLenderCents', by_lender_cents) ORDER BY turn), '[]')
  FROM reversal
  WHERE reversal.policy_number = policy.policy_number)`;
