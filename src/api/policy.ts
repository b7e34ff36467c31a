import type { policy as operation } from '@northbind/contract/policy.ts';
import type { Clock } from '../domain/calendar/calendar.ts';
import { todayOf } from '../domain/seller.ts';
import { lookUpPolicy, type PolicyLookUpParts } from '../flows/look-up-policies.ts';
import { ok, refused } from './kit/answer.ts';
import type { Handle } from './kit/operation-route.ts';
import { wirePolicy } from './kit/wire-policy.ts';

export interface PolicyHandlerParts extends PolicyLookUpParts {
  readonly clock: Clock;
}

export function handlePolicy(parts: PolicyHandlerParts): Handle<typeof operation> {
  return async ({ seller, params, language }) => {
    const view = await lookUpPolicy(parts, seller, todayOf(seller, parts.clock()), params.policyNumber);
    if (view === null) return refused([{ code: 'PolicyNotFound', field: 'policyNumber' }]);
    return ok({ isValid: true, errors: [], ...wirePolicy(view, language) });
  };
}
