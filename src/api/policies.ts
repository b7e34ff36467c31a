import type { policies as operation } from '@northbind/contract/policies.ts';
import { todayOf } from '../domain/seller.ts';
import { lookUpPolicies } from '../flows/look-up-policies.ts';
import { ok, refused } from './kit/answer.ts';
import type { Handle } from './kit/operation-route.ts';
import { wirePolicyInList } from './kit/wire-policy.ts';
import type { PolicyHandlerParts } from './policy.ts';

const defaultLimit = 25;

export function handlePolicies(parts: PolicyHandlerParts): Handle<typeof operation> {
  return async ({ seller, query, language }) => {
    const page = await lookUpPolicies(parts, seller, todayOf(seller, parts.clock()), {
      partnerReference: query.partnerReference ?? null,
      vin: query.vin?.trim().toUpperCase() ?? null,
      status: query.status ?? null,
      moneyStatus: query.moneyStatus ?? null,
      boundFrom: query.boundFrom ?? null,
      boundTo: query.boundTo ?? null,
      limit: query.limit ?? defaultLimit,
      cursor: query.cursor ?? null,
    });
    if (page.kind === 'refused') return refused(page.refusals);
    const { policies, nextCursor } = page;
    return ok({
      isValid: true,
      errors: [],
      policies: policies.map((view) => wirePolicyInList(view, language)),
      nextCursor,
    });
  };
}
