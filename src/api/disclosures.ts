import { disclosures } from '@northbind/contract/disclosures.ts';
import { type ApplicationId, parseId } from '../domain/ids.ts';
import { type DiscloseParts, disclose } from '../flows/disclosure/disclose.ts';
import { ok, refused, valid } from './kit/answer.ts';
import type { AddOperation } from './kit/operation-route.ts';

export function addDisclosures(add: AddOperation, parts: DiscloseParts): void {
  add(disclosures, async ({ seller, today, body, language, requestId, fault }) => {
    const applicationId = parseId<ApplicationId>(body.applicationId);
    const asked = { ...body, applicationId, financing: body.financing ?? null, seller, today };
    const result = await disclose(parts, asked, { requestId, fault });
    if (result.kind === 'refused') return refused(result.refusals);
    return ok({ ...valid, disclosures: result.disclosures.map((one) => ({ ...one, title: one.title[language] })) });
  });
}
