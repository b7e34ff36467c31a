import type { EntryKind } from '../../../src/domain/books/ledger-entry.ts';
import type { EventType } from '../../../src/domain/event/policy-event.ts';
import type { MoneyStatus } from '../../../src/domain/policy/money-status.ts';
import type { Books } from './bind-books.ts';

/** An event as partners get it, as far as it tells of cover and money. */
export interface ToldEvent {
  readonly type: EventType;
  readonly status: string;
  readonly moneyStatus: MoneyStatus;
  readonly isCancelled: boolean;
  /** How many refunds it tells of as done. */
  readonly doneRefunds: number;
}

/** Each fact is told once, and with the policy as it stood then. Returns what is not. */
export function wrongEvents(books: Books, events: readonly ToldEvent[]): readonly string[] {
  const count = (event: string): number => books.audit.filter((one) => one === event).length;
  const entered = (kind: EntryKind): number =>
    books.entries.filter((entry) => entry.kind === kind && !entry.isStray).length;
  const expected: Readonly<Partial<Record<EventType, number>>> = {
    'policy.issued': books.policies.length,
    'policy.cancelled': count('policy cancelled'),
    'policy.amended': count('policy amended'),
    'payment.captured': count('scheduled card charged'),
    'payment.refused': count('scheduled card refused') + neverMade(books),
    'payment.received': entered('payment'),
    'payment.returned': entered('payment-returned'),
    'refund.returned': entered('refund-returned'),
    'payment.refunded': entered('refund'),
    'loan.cancelled': entered('loan-ended'),
    'dispute.opened': entered('dispute-opened'),
    'dispute.won': entered('dispute-won'),
    'dispute.lost': books.entries.filter(({ kind, recordedBy }) => kind === 'dispute-lost' && recordedBy !== 'service')
      .length,
    'entry.voided': count('entry voided'),
    'cancellation.withdrawn': count('cancellation withdrawn') + count('request withdrawn'),
  };
  const counts = Object.entries(expected).flatMap(([type, times]) => {
    const told = events.filter((event) => event.type === type).length;
    return told === times ? [] : [`${type} told ${told} times instead of ${times}`];
  });
  const states = events
    .filter((event, place) => !isOfItsFact(event, events.slice(0, place)))
    .map(({ type, status, moneyStatus }) => `${type} tells of a policy that is ${status} and ${moneyStatus}`);
  return [...counts, ...states];
}

/** Who follows a cancelled policy was told that a refund may come: so its charge that was never made is told as refused. */
function neverMade({ audit }: Books): number {
  const of = (event: string, upTo: number): number => audit.slice(0, upTo).filter((one) => one === event).length;
  return audit.filter(
    (event, place) =>
      event === 'scheduled card not charged' && of('policy cancelled', place) > of('cancellation withdrawn', place + 2),
  ).length;
}

function isOfItsFact(event: ToldEvent, before: readonly ToldEvent[]): boolean {
  const { type, status, moneyStatus, isCancelled, doneRefunds } = event;
  switch (type) {
    case 'policy.issued':
      return !isCancelled && ['Paid', 'Scheduled', 'CollectedByPartner', 'Financed'].includes(moneyStatus);
    case 'policy.cancelled':
      // What was paid twice, or given as goodwill, may have been given back before.
      return isCancelled && doneRefunds <= before.filter((one) => one.type === 'payment.refunded').length;
    case 'policy.amended':
      return status !== 'Cancelled';
    case 'payment.received':
      // Beside a charge of which nobody knows yet whether it was made, it stays scheduled.
      return moneyStatus !== 'NothingOwed';
    case 'payment.captured':
      // What is not needed any more is to be given back, and what was too little leaves the rest due.
      return !['Scheduled', 'NothingOwed'].includes(moneyStatus);
    case 'payment.returned':
    case 'refund.returned':
    case 'dispute.won':
    case 'entry.voided':
      return true;
    case 'dispute.opened':
      return moneyStatus !== 'NothingOwed';
    case 'dispute.lost':
      return moneyStatus !== 'Paid';
    case 'payment.refused':
      return isCancelled || moneyStatus === 'Unpaid';
    case 'payment.refunded':
      return doneRefunds > 0;
    case 'loan.cancelled':
      return isCancelled;
    case 'cancellation.withdrawn':
      return !isCancelled;
    case 'cancellation.requested':
    case 'cancellation.declined':
      return true;
  }
}

/** $1 is the application's id. */
export const toldEventsSql = `
  SELECT coalesce(json_agg(json_build_object(
           'type', type, 'status', body #>> '{data,status}', 'moneyStatus', body #>> '{data,moneyStatus}',
           'isCancelled', (body #> '{data,cancellation}')::text <> 'null',
           'doneRefunds', (SELECT count(*) FROM json_array_elements(body #> '{data,refunds}') AS refund WHERE refund ->> 'status' = 'Done')
         ) ORDER BY turn), '[]') AS told
  FROM event
  WHERE application_id = $1::uuid`;
