import { disclosures } from '@northbind/contract/disclosures.ts';
import type { BodyOf } from '@northbind/contract/operation.ts';
import { type ApplicationId, parseId } from '../domain/ids.ts';
import { type DiscloseParts, disclose } from '../flows/disclosure/disclose.ts';
import { ok, refused, valid } from './kit/answer.ts';
import type { AddOperationWithFaults } from './kit/operation-route.ts';
import { faultsOutsideOtherBlocks, wasSent } from './payment-blocks.ts';

export function addDisclosures(add: AddOperationWithFaults, parts: DiscloseParts): void {
  add(disclosures, async ({ seller, today, formFaults, language, requestId, fault, request, ...call }) => {
    const faults = faultsOutsideOtherBlocks(formFaults, call.body.paymentMethod);
    if (faults.length > 0) return refused(faults);
    const body = call.body as BodyOf<typeof disclosures>;
    const applicationId = parseId<ApplicationId>(body.applicationId);
    const hasFinancing = wasSent(request, 'financing');
    const asked = { ...body, applicationId, hasFinancing, financing: body.financing ?? null, seller, today };
    const result = await disclose(parts, asked, { requestId, fault });
    if (result.kind === 'refused') return refused(result.refusals);
    return ok({ ...valid, disclosures: result.disclosures.map((one) => ({ ...one, title: one.title[language] })) });
  });
}
