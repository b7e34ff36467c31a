import { policies } from '@northbind/contract/policies.ts';
import { policy } from '@northbind/contract/policy.ts';
import { lookUpPolicies, lookUpPolicy, type PolicyListParts } from '../flows/policy/look-up-policies.ts';
import { wirePolicy, wirePolicyInList } from '../flows/policy/wire-policy.ts';
import { findPaymentUrl, type PaymentUrlParts } from '../flows/unpaid/payment-url.ts';
import { ok, refused, valid } from './kit/answer.ts';
import type { AddOperation } from './kit/operation-route.ts';

const defaultLimit = 25;

export function addPolicies(add: AddOperation, parts: PolicyListParts & PaymentUrlParts): void {
  add(policy, async ({ reach, now, params, language }) => {
    const found = await lookUpPolicy(parts, reach, now, params.policyNumber);
    if (found === null) return refused([{ code: 'PolicyNotFound', field: 'policyNumber' }]);
    const { view, today } = found;
    const paymentUrl = await findPaymentUrl(parts, view, { today, now });
    return ok({ ...valid, ...wirePolicy(view, language), paymentUrl });
  });

  add(policies, async ({ reach, now, query, language }) => {
    const page = await lookUpPolicies(parts, reach, now, {
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
    const shown = page.policies.map((view) => wirePolicyInList(view, language));
    return ok({ ...valid, policies: shown, nextCursor: page.nextCursor });
  });
}
