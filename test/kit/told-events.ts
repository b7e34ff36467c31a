import type { EventType } from '../../src/domain/event/policy-event.ts';
import type { MoneyStatus } from '../../src/domain/policy/money-status.ts';
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
export function falselyTold(books: Books, events: readonly ToldEvent[]): readonly string[] {
  const count = (event: string): number => books.audit.filter((one) => one === event).length;
  const back = (isLoan: boolean): number =>
    books.reversals.filter(({ kind, state, isRefund }) => isRefund && state !== 'due' && (kind === 'loan') === isLoan)
      .length;
  const expected: Readonly<Partial<Record<EventType, number>>> = {
    'policy.issued': books.policies.length,
    'policy.cancelled': count('policy cancelled'),
    'policy.amended': count('policy amended'),
    'payment.captured': count('scheduled card charged'),
    // Also of a cancelled policy, when it turns out that its charge was never made.
    'payment.refused': count('scheduled card refused') + count('scheduled card not charged'),
    'payment.refunded': back(false),
    'loan.cancelled': back(true),
    'cancellation.withdrawn': count('cancellation withdrawn') + count('request withdrawn'),
  };
  const counts = Object.entries(expected).flatMap(([type, times]) => {
    const told = events.filter((event) => event.type === type).length;
    return told === times ? [] : [`${type} told ${told} times instead of ${times}`];
  });
  const states = events
    .filter((event) => !isOfItsFact(event))
    .map(({ type, status, moneyStatus }) => `${type} tells of a policy that is ${status} and ${moneyStatus}`);
  return [...counts, ...states];
}

function isOfItsFact({ type, status, moneyStatus, isCancelled, doneRefunds }: ToldEvent): boolean {
  switch (type) {
    case 'policy.issued':
      return !isCancelled && ['Paid', 'Scheduled', 'CollectedByPartner', 'Financed'].includes(moneyStatus);
    case 'policy.cancelled':
      return isCancelled && doneRefunds === 0;
    case 'policy.amended':
      return status !== 'Cancelled';
    case 'payment.captured':
      return isCancelled ? !['Scheduled', 'Unpaid', 'NothingOwed'].includes(moneyStatus) : moneyStatus === 'Paid';
    case 'payment.refused':
      return isCancelled || moneyStatus === 'Unpaid';
    case 'payment.refunded':
      return isCancelled && doneRefunds > 0 && ['Refunded', 'PartRefunded'].includes(moneyStatus);
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
         ) ORDER BY id), '[]') AS told
  FROM event
  WHERE application_id = $1::uuid`;
