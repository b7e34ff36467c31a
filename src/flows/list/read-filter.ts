import { addDays, type PlainDate } from '../../domain/calendar.ts';
import { readSearch } from '../../domain/list/search-box.ts';
import { isOperatorRefusal, type OperatorRefusal, refuseOperator } from '../../domain/operator/operator-refusal.ts';
import { moneyStatuses } from '../../domain/policy/money-status.ts';
import type { ListFilter } from '../../store/list/filter.ts';
import type { Listing } from '../../store/list/listing.ts';

/** A request for a list, over HTTP or the command line. */
export interface ListRequest {
  readonly search?: string | undefined;
  readonly sellerId?: string | undefined;
  /** One of the list's own states. */
  readonly state?: string | undefined;
  /** Only policies have a state of their money. */
  readonly moneyStatus?: string | undefined;
  /** First and last day, both included. */
  readonly from?: PlainDate | undefined;
  readonly to?: PlainDate | undefined;
  /** The time zone of these days; UTC by default. */
  readonly zone?: string | undefined;
  readonly cursor?: string | undefined;
  readonly limit?: number | undefined;
}

const defaultLimit = 50;

/** The user of the command line sees everything. */
export const seesAll = (now: Date) => ({ isWhole: false, visibleIntegrations: null, now }) as const;

export interface Reader extends Pick<ListFilter, 'visibleIntegrations' | 'now'> {
  /** May find a person only by what is known in full: for operators who may not see personal data. */
  readonly isWhole: boolean;
}

/** Checks a request and returns the filter. `visibleIntegrations`: what the operator is limited to. */
export function readFilter(
  { states, hasMoneyStatus }: Pick<Listing<unknown>, 'states' | 'hasMoneyStatus'>,
  asked: ListRequest,
  { isWhole, visibleIntegrations, now }: Reader,
): ListFilter | OperatorRefusal {
  const { search = '', state = null, from, to, zone } = asked;
  const moneyStatus = moneyStatuses.find((one) => one === asked.moneyStatus) ?? null;
  const meant = search.trim() === '' ? null : readSearch(search, { isWhole });
  if (meant === null && search.trim() !== '') return refuseOperator('SearchTooShort', 'search');
  if (state !== null && !states.includes(state))
    return refuseOperator('StateUnknown', 'state', states.length === 0 ? {} : { states: states.join(', ') });
  if (asked.moneyStatus !== undefined && (moneyStatus === null || hasMoneyStatus !== true))
    return refuseOperator('StateUnknown', 'moneyStatus', hasMoneyStatus ? { states: moneyStatuses.join(', ') } : {});
  const period = readDays({ from, to, zone });
  if (isOperatorRefusal(period)) return period;
  return {
    search: meant,
    sellerId: asked.sellerId ?? null,
    visibleIntegrations,
    state,
    moneyStatus,
    now,
    ...period,
    cursor: asked.cursor ?? null,
    limit: asked.limit ?? defaultLimit,
  };
}

/** The moments in which days begin and end in a zone; null is open. */
export function readDays({
  from,
  to,
  zone = 'UTC',
}: Pick<ListRequest, 'from' | 'to' | 'zone'>): Pick<ListFilter, 'since' | 'until'> | OperatorRefusal {
  if (!isZone(zone)) return refuseOperator('ZoneUnknown', 'zone');
  if (from !== undefined && to !== undefined && to < from) return refuseOperator('DaysOutOfRange', 'to');
  return {
    since: from === undefined ? null : beginningOf(from, zone),
    until: to === undefined ? null : beginningOf(addDays(to, 1), zone),
  };
}

function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }) !== null;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

function beginningOf(day: PlainDate, zone: string): Date {
  return new Date(Temporal.PlainDate.from(day).toZonedDateTime({ timeZone: zone }).epochMilliseconds);
}
