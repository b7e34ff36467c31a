import { disclosures } from '@northbind/contract/disclosures.ts';
import type { BodyOf } from '@northbind/contract/operation.ts';
import { type ApplicationId, parseId } from '../domain/ids.ts';
import { type DiscloseParts, disclose } from '../flows/disclosure/disclose.ts';
import { ok, refused, valid } from './kit/answer.ts';
import type { AddOperationWithFaults } from './kit/operation-route.ts';
import { readPaidForm, wasSent } from './payment-blocks.ts';

export function addDisclosures(add: AddOperationWithFaults, parts: DiscloseParts): void {
  add(disclosures, async ({ seller, today, formFaults, requestId, fault, request, ...call }) => {
    const read = readPaidForm<BodyOf<typeof disclosures>>(call.body, formFaults);
    if (!read.ok) return refused(read.faults);
    const { form } = read;
    const applicationId = parseId<ApplicationId>(form.applicationId);
    const hasFinancing = wasSent(request, 'financing');
    const asked = { ...form, applicationId, hasFinancing, financing: form.financing ?? null, seller, today };
    const result = await disclose(parts, asked, { requestId, fault });
    if (result.kind === 'refused') return refused(result.refusals);
    return ok({ ...valid, disclosures: result.disclosures.map((one) => ({ ...one, title: one.title[one.language] })) });
  });
}
