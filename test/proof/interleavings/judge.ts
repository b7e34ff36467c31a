import { accountOf } from '../../../src/domain/account/account.ts';
import type { PlainDate } from '../../../src/domain/calendar.ts';
import type { Seller } from '../../../src/domain/partner/seller.ts';
import { readAccount } from '../../../src/store/account/account.ts';
import type { Tx } from '../../../src/store/database.ts';
import { readPolicy } from '../../../src/store/policy/policy-view.ts';
import { needsPersonSql } from '../../../src/store/work/needs-person.ts';
import { type Books, booksSql, brokenPromises } from '../../kit/invariants/bind-books.ts';
import { wrongAnswers } from '../../kit/invariants/money-promises.ts';
import { falseStatementsIn, type Noticed, noticedSql, noticeText } from '../../kit/invariants/notice-truth.ts';
import { type ToldEvent, toldEventsSql, wrongEvents } from '../../kit/invariants/told-events.ts';
import type { Sale } from './lane.ts';

/** The result of an actor, and what must hold for it to remain true. */
export interface ActorResult {
  readonly who: string;
  readonly what: string;
  readonly policyNumber?: string;
  /** The card payment of which it was said that it did not pay, and will not. */
  readonly deadPaymentId?: string;
  readonly isBoundAlready?: true;
  /** A link was withdrawn that had sold nothing. */
  readonly withdrewUnsold?: boolean;
  readonly revisedTo?: number;
  readonly cancelledWith?: number;
}

/** Where a sale is judged: a lane, or a transaction of it. */
export interface Court {
  readonly database: Tx;
  readonly seller: Pick<Seller, 'id'>;
}

export interface Case {
  readonly sale: Pick<Sale, 'applicationId'>;
  readonly results: readonly ActorResult[];
  readonly day: PlainDate;
}

/** What is untrue in the words of a notice begins with it. */
export const noticeSays = 'the notice says';

/**
 * The promise, in our tables, the processor's ledger and the lender's, in what customer and partner were told, and in
 * the result of every actor.
 */
export async function judge(lane: Court, { sale, results, day }: Case): Promise<readonly string[]> {
  const { rows } = await lane.database.query<{ books: Books }>({
    name: 'read_books',
    text: booksSql,
    values: [sale.applicationId],
  });
  const facts = await lane.database.query<Facts>({ name: 'read_facts', text: factsSql, values: [sale.applicationId] });
  const told = await lane.database.query<{ told: readonly ToldEvent[] }>({
    name: 'read_told',
    text: toldEventsSql,
    values: [sale.applicationId],
  });
  const noticed = await lane.database.query<Noticed>({
    name: 'read_noticed',
    text: noticedSql('policy.application_id = $1'),
    values: [sale.applicationId],
  });
  const books = rows[0]!.books;
  return [
    ...brokenPromises(books),
    ...(await accountFaults(lane, books, day)),
    ...factFaults(facts.rows[0]!),
    ...orderFaults(books),
    ...wrongEvents(books, told.rows[0]!.told),
    ...noticed.rows
      .flatMap((one) => falseStatementsIn(noticeText(one), one.given))
      .map((said) => `${noticeSays} ${said}`),
    ...results.flatMap((one) =>
      falseNow(one, books, facts.rows[0]!).map((fault) => `${one.who} got ${one.what}: ${fault}`),
    ),
  ];
}

/** The stored status is what the account says when it is worked out anew; and the partner's answer is true. */
async function accountFaults({ database, seller }: Court, books: Books, day: PlainDate): Promise<readonly string[]> {
  const [policy] = books.policies;
  if (policy === undefined) return [];
  const { record } = (await readAccount(database, policy.number))!;
  const { moneyStatus } = accountOf(record, day);
  const answered = (await readPolicy(database, seller.id, policy.number, day))!;
  return [
    ...(moneyStatus === policy.moneyStatus
      ? []
      : [`stored as ${policy.moneyStatus}, and the account says ${moneyStatus}`]),
    ...wrongAnswers(books, answered),
  ];
}

/** What must not come after what, by the audit. */
function orderFaults({ audit, cancellation, laterCharges, entries, policies }: Books): readonly string[] {
  const made = audit.lastIndexOf('policy cancelled');
  const inEffect = audit.lastIndexOf('cancellation took effect');
  const charged = audit.lastIndexOf('scheduled card charged');
  const given = charged === -1 ? -1 : audit.lastIndexOf('card replaced by link', charged);
  const isGivenInTime = made !== -1 && given > made && given < inEffect;
  const refused = audit.lastIndexOf('scheduled card refused');
  const isUsedDays = laterCharges.some(({ purpose }) => purpose === 'used days');
  const inTimeCents = entries
    .filter(({ kind, isVoided }) => !isVoided && (kind === 'charge' || kind === 'payment'))
    .filter(({ happenedOn }) => cancellation !== null && happenedOn < cancellation.cancelledOn)
    .reduce((sum, { amountCents }) => sum + amountCents, 0);
  const isPaidInTime = inTimeCents >= (policies[0]?.totalCents ?? 0);
  return [
    ...(cancellation?.ground === 'NonPayment' && isPaidInTime ? ['cancelled for non-payment, though it was paid'] : []),
    ...(cancellation?.ground === 'NonPayment' && isGivenInTime
      ? ['cancelled for non-payment, though a card was given in time and paid']
      : []),
    ...(cancellation?.isInEffect === true && !isUsedDays && inEffect !== -1 && refused > inEffect
      ? ['the customer of a cancelled policy was asked to pay its price']
      : []),
  ];
}

interface Facts {
  readonly holds: number;
  readonly hidden: number;
  readonly unasked: number;
  readonly odometer: number;
  readonly boundOdometer: number | null;
  readonly paidBy: string | null;
  /** These faults concern purchases by a link. */
  readonly linkFaults: readonly string[];
}

function factFaults({ holds, hidden, unasked, linkFaults }: Facts): readonly string[] {
  return [
    ...linkFaults,
    ...(holds > 0 ? [`${holds} holds that nobody lets go`] : []),
    ...(hidden > 0 ? [`${hidden} things left half done that no person is shown`] : []),
    ...(unasked > 0 ? [`${unasked} unpaid charges without a page on which to pay`] : []),
  ];
}

function falseNow(result: ActorResult, { policies, cancellation }: Books, facts: Facts): readonly string[] {
  const policy = policies[0];
  const faults: readonly (readonly [boolean, string])[] = [
    [result.policyNumber === undefined || result.policyNumber === policy?.number, `the policy is ${policy?.number}`],
    [result.deadPaymentId === undefined || result.deadPaymentId !== facts.paidBy, 'that payment paid the policy'],
    [result.withdrewUnsold !== true || policy === undefined, 'a withdrawn link was charged'],
    [result.isBoundAlready === undefined || policy !== undefined, 'there is no policy'],
    [result.revisedTo === undefined || facts.odometer === result.revisedTo, `the odometer is ${facts.odometer}`],
    [
      result.revisedTo === undefined || policy === undefined || facts.boundOdometer === result.revisedTo,
      `the policy was bound with ${facts.boundOdometer}`,
    ],
    [
      result.cancelledWith === undefined || result.cancelledWith === cancellation?.refundCents,
      `the cancellation gives back ${cancellation?.refundCents}`,
    ],
  ];
  return faults.filter(([isTrue]) => !isTrue).map(([, fault]) => fault);
}

// Half done, and not among what a person is shown.
const factsSql = `
  SELECT
    (SELECT count(*) FROM sandbox_cards.payment WHERE customer_reference = $1::text AND status = 'held')::int AS holds,
    (SELECT count(*) FROM due_charge
      WHERE application_id = $1::uuid AND state IN ('due', 'charging', 'refused')
        AND card_payment_id NOT IN (SELECT id FROM (${needsPersonSql('charges')}) AS stuck))::int
    + (SELECT count(*) FROM reversal
      WHERE application_id = $1::uuid AND progress IN ('idle', 'begun')
        AND id NOT IN (SELECT id FROM (${needsPersonSql('reversals')}) AS stuck))::int AS hidden,
    (SELECT count(*) FROM due_charge
      WHERE application_id = $1::uuid AND state = 'refused'
        AND policy_number NOT IN (SELECT policy_number FROM payment_link))::int AS unasked,
    (SELECT (inputs ->> 'odometer')::int FROM application WHERE id = $1::uuid) AS odometer,
    (SELECT (snapshot #>> '{inputs,odometer}')::int FROM policy WHERE application_id = $1::uuid) AS "boundOdometer",
    (SELECT card_payment_id::text FROM policy WHERE application_id = $1::uuid) AS "paidBy",
    (SELECT coalesce(array_agg(fault), '{}')
      FROM sale_link
      LEFT JOIN sale_link_purchase AS bought ON bought.sale_link_id = sale_link.id
      LEFT JOIN policy ON policy.application_id = sale_link.application_id
        AND (policy.card_payment_id = (bought.form ->> 'paymentId')::uuid OR policy.snapshot #>> '{payment,method}' = 'PFF')
      JOIN application ON application.id = sale_link.application_id
      CROSS JOIN LATERAL (VALUES
        ('what the page accepted came to nothing, and nobody was told',
          bought.id IS NOT NULL AND bought.sent_at IS NULL
          AND NOT EXISTS (SELECT FROM policy AS any_policy WHERE any_policy.application_id = sale_link.application_id)),
        ('a letter says that nothing was bought, and there is the policy', bought.sent_at IS NOT NULL AND policy.policy_number IS NOT NULL),
        ('another revision was sold than the page has shown', policy.policy_number IS NOT NULL AND application.revision <> bought.revision),
        ('a down payment that nobody collects',
          (policy.snapshot #>> '{payment,loan,downPaymentCents}')::int <> sale_link.down_payment_cents)
      ) AS kept (fault, is_broken)
      WHERE sale_link.application_id = $1::uuid AND is_broken) AS "linkFaults"`;
