import type { testVin as operation } from '@northbind/contract/test-vin.ts';
import type { Clock } from '../domain/calendar/calendar.ts';
import { todayOf } from '../domain/seller.ts';
import { drawTestVin, type TestVinParts as FlowParts } from '../flows/test-vin.ts';
import { ok, refused } from './kit/answer.ts';
import type { Handle } from './kit/operation-route.ts';

export interface TestVinParts extends FlowParts {
  readonly clock: Clock;
}

export function handleTestVin(parts: TestVinParts): Handle<typeof operation> {
  return async ({ seller, query }) => {
    const vin = await drawTestVin(parts, { seller, today: todayOf(seller, parts.clock()), year: query.year });
    return typeof vin === 'string' ? ok({ isValid: true, errors: [], vin, year: query.year }) : refused([vin]);
  };
}
