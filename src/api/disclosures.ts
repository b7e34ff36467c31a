import type { disclosures as operation } from '@northbind/contract/disclosures.ts';
import type { Clock } from '../domain/calendar/calendar.ts';
import { type ApplicationId, parseId } from '../domain/ids.ts';
import { todayOf } from '../domain/seller.ts';
import { type DiscloseParts, disclose } from '../flows/disclose.ts';
import { ok, refused } from './kit/answer.ts';
import type { Handle } from './kit/operation-route.ts';

export interface DisclosuresHandlerParts extends DiscloseParts {
  readonly clock: Clock;
}

export function handleDisclosures(parts: DisclosuresHandlerParts): Handle<typeof operation> {
  return async ({ seller, body, language, requestId, fault }) => {
    const result = await disclose(
      parts,
      {
        ...body,
        applicationId: parseId<ApplicationId>(body.applicationId),
        financing: body.financing ?? null,
        ...{ seller, today: todayOf(seller, parts.clock()) },
      },
      { requestId, fault },
    );
    if (result.kind === 'refused') return refused(result.refusals);
    const disclosures = result.disclosures.map((one) => ({ ...one, title: one.title[language] }));
    return ok({ isValid: true, errors: [], disclosures });
  };
}
