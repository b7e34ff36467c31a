import type { WorkKind } from '../../domain/work/needs-person.ts';
import { isOfUsedDaysSql, longUnclearSql, triesMadeSql } from '../card/due-charge.ts';
import { chargeReadSql } from '../card/listed-charge.ts';
import { nameInSql } from '../list/sale-columns.ts';

/** The columns of a kind, as SQL. */
interface StuckWork {
  readonly table: string;
  /** When the service has yet to finish it; by default while it has a due time. */
  readonly open?: string;
  /** When it was due first: a moment that no try moves. */
  readonly openSince: string;
  /** When it needs the operator; must be covered by an index of open work. */
  readonly where: string;
  readonly id: string;
  readonly what: string;
  readonly applicationId: string;
  /** When it is of the sale with that id, for an index; by default by its application. */
  readonly ofSale?: (id: string) => string;
  readonly policyNumber: string;
  readonly sellerId: string;
  readonly amountCents: string;
  /** Whom to reach, where no sale says it: a `StuckCustomer`. */
  readonly customer?: string;
  /** The card payment it is about; without it, the one that paid the policy. */
  readonly paymentId?: string;
  readonly since: string;
  /** Defaults to the attempts. */
  readonly count?: string;
  /** When the customer was told that cover may be ended, if the work is a charge. */
  readonly lapseNoticedOn?: string;
  readonly difference?: string;
  /** What decides what can be done with a charge. */
  readonly charge?: string;
}

// Work is shown from this try on, while it runs and after it: earlier failures are mostly a short outage of the other party.
const shownFromTry = 5;

/** Where the work of each kind is, whose it is, and when it needs the operator. */
export const stuckWork: Readonly<Record<WorkKind, StuckWork>> = {
  // Reversals that were given up, or tried several times and not given back another way by a person.
  reversals: {
    table: 'reversal',
    openSince: 'reversal.created_at',
    where: `(reversal.given_up_at IS NOT NULL
             OR (reversal.due_at IS NOT NULL AND reversal.attempts >= ${shownFromTry} AND reversal.replaced_by IS NULL))`,
    id: 'reversal.id',
    what: 'reversal.payee',
    applicationId: 'reversal.application_id',
    policyNumber: `coalesce(reversal.policy_number, CASE WHEN reversal.payee = 'Lender' THEN reversal.key END)`,
    sellerId: '(SELECT seller_id FROM application WHERE application.id = reversal.application_id)',
    amountCents: 'reversal.amount_cents',
    paymentId: 'reversal.card_payment_id',
    since: 'rfc3339(reversal.created_at)',
  },
  // Scheduled charges refused on all their days, or with an outcome that is unknown for more than a day.
  charges: {
    table: 'due_charge',
    open: 'due_charge.due_at IS NOT NULL AND due_charge.due_on <= current_date',
    openSince: 'due_charge.due_on::timestamptz',
    where: `(due_charge.given_up_at IS NOT NULL OR (due_charge.due_at IS NOT NULL AND ${longUnclearSql}))`,
    id: 'due_charge.card_payment_id',
    what: `CASE WHEN due_charge.state = 'charging' THEN 'unclear charge'
                WHEN ${isOfUsedDaysSql} THEN 'used days'
                ELSE 'charge' END`,
    applicationId: 'due_charge.application_id',
    policyNumber: 'due_charge.policy_number',
    sellerId: 'due_charge.seller_id',
    amountCents: 'due_charge.amount_cents',
    paymentId: 'due_charge.card_payment_id',
    since: `to_char(due_charge.due_on, 'YYYY-MM-DD"T"00:00:00.000"Z"')`,
    count: triesMadeSql,
    lapseNoticedOn: 'due_charge.lapse_noticed_on',
    charge: chargeReadSql,
  },
  // Mails that no mail server accepted, or that may or may not have arrived.
  mails: {
    table: 'mail',
    openSince: 'mail.asked_at',
    where: 'mail.given_up_at IS NOT NULL',
    id: 'mail.id',
    what: 'mail.kind',
    applicationId: '(SELECT application_id FROM policy WHERE policy.policy_number = mail.policy_number)',
    ofSale: (id) => `mail.policy_number = (SELECT policy_number FROM policy WHERE policy.application_id = ${id})`,
    policyNumber: 'mail.policy_number',
    sellerId: 'mail.seller_id',
    amountCents: 'NULL',
    since: 'rfc3339(uuid_extract_timestamp(mail.id))',
  },
  // Mails that brought nobody the address of a link, while the link can still be opened. Who has opened it, or was sold the
  // cover another way, needs none. The seller’s day may be the day before that of the database.
  linkMails: {
    table: 'sale_link_mail',
    openSince: 'sale_link_mail.asked_at',
    where: `(sale_link_mail.given_up_at IS NOT NULL AND EXISTS (
               SELECT FROM sale_link
               WHERE sale_link.id = sale_link_mail.sale_link_id AND sale_link.withdrawn_at IS NULL AND sale_link.opened_at IS NULL
                 AND sale_link.application_id IS NULL AND sale_link.valid_until >= current_date - 1))`,
    id: 'sale_link_mail.sale_link_id',
    what: `'sale link'`,
    applicationId: 'NULL::uuid',
    ofSale: () => 'false',
    policyNumber: 'NULL',
    sellerId: '(SELECT seller_id FROM sale_link WHERE sale_link.id = sale_link_mail.sale_link_id)',
    amountCents: 'NULL',
    customer: `(SELECT json_build_object('name', ${nameInSql(`(sale_link.sale -> 'known')`)},
                                         'phoneNumber', coalesce(sale_link.sale #>> '{known,applicant,phoneNumber}', ''),
                                         'card', NULL, 'loanNumber', NULL)
                FROM sale_link WHERE sale_link.id = sale_link_mail.sale_link_id)`,
    since: 'rfc3339(sale_link_mail.asked_at)',
  },
  // Letters that did not tell a customer that nothing was bought. Who has bought it since needs none.
  letters: {
    table: 'sale_link_purchase',
    open: 'sale_link_purchase.due_at IS NOT NULL AND sale_link_purchase.refusals IS NOT NULL',
    openSince: 'sale_link_purchase.accepted_at',
    where: `(sale_link_purchase.given_up_at IS NOT NULL
             AND NOT EXISTS (SELECT FROM policy WHERE policy.application_id = sale_link_purchase.application_id))`,
    id: 'sale_link_purchase.id',
    what: `'letter'`,
    applicationId: 'sale_link_purchase.application_id',
    policyNumber: 'NULL',
    sellerId: '(SELECT seller_id FROM sale_link WHERE sale_link.id = sale_link_purchase.sale_link_id)',
    amountCents: 'NULL',
    paymentId: 'sale_link_purchase.card_payment_id',
    since: 'rfc3339(sale_link_purchase.accepted_at)',
  },
  // Binds that started more than a minute ago and have not ended. Not by the lease alone: every try renews it, so that
  // a bind that is tried again and again would come and go.
  binds: {
    table: 'bind',
    open: `bind.state = 'running'`,
    openSince: 'bind.step_at',
    where: `bind.state = 'running' AND least(bind.lease_until, bind.step_at) < now() - interval '1 minute'`,
    id: 'bind.application_id',
    what: 'bind.step',
    applicationId: 'bind.application_id',
    policyNumber: 'bind.policy_number',
    sellerId: '(SELECT seller_id FROM application WHERE application.id = bind.application_id)',
    amountCents: 'NULL',
    paymentId: 'bind.card_payment_id',
    since: 'rfc3339(bind.step_at)',
    count: 'bind.takeovers + bind.attempts',
  },
  // What a payout file or a party's ledger and the books disagree about. The service can't know who is right.
  differences: {
    table: 'settlement_difference',
    openSince: 'settlement_difference.created_at',
    where: 'settlement_difference.given_up_at IS NOT NULL',
    id: 'settlement_difference.id',
    what: 'settlement_difference.kind',
    applicationId: 'settlement_difference.application_id',
    policyNumber: 'settlement_difference.policy_number',
    sellerId: 'settlement_difference.seller_id',
    // A difference from a ledger is how much more the party has.
    amountCents: `CASE WHEN settlement_difference.file_id IS NULL
                       THEN settlement_difference.settled_cents - settlement_difference.booked_cents
                       ELSE coalesce(settlement_difference.booked_cents, settlement_difference.settled_cents) END`,
    since: 'rfc3339(settlement_difference.created_at)',
    difference: `json_build_object('party', party, 'moneyKind', money_kind, 'reference', reference, 'line', line, 'settledCents', settled_cents,
                                  'bookedCents', booked_cents)`,
  },
};
