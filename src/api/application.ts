import type { application as operation } from '@northbind/contract/application.ts';
import type { Clock } from '../domain/calendar/calendar.ts';
import { type ApplicationId, parseId } from '../domain/ids.ts';
import { todayOf } from '../domain/seller.ts';
import { type LookUpApplicationParts, lookUpApplication } from '../flows/look-up-application.ts';
import { ok, refused } from './kit/answer.ts';
import type { Handle } from './kit/operation-route.ts';
import { wireTerms } from './kit/wire-product.ts';
import { wireVehicle } from './kit/wire-vehicle.ts';

export interface ApplicationHandlerParts extends LookUpApplicationParts {
  readonly clock: Clock;
}

export function handleApplication(parts: ApplicationHandlerParts): Handle<typeof operation> {
  return async ({ seller, params, language }) => {
    const id = parseId<ApplicationId>(params.applicationId);
    const found = id && (await lookUpApplication(parts, seller, todayOf(seller, parts.clock()), id));
    if (found === null) return refused([{ code: 'ApplicationNotFound', field: 'applicationId' }]);
    const { quote, bindState, policyNumber } = found;
    return ok({
      isValid: true,
      errors: [],
      applicationId: id!,
      series: quote.series,
      effectiveDate: quote.effectiveDate,
      quotedOn: quote.quotedOn,
      partnerReference: quote.inputs.partnerReference ?? null,
      language: quote.inputs.language ?? null,
      vehicle: wireVehicle(found.vehicleConfigurationId, quote.inputs.vehicle, language),
      replacementOptions: wireTerms(quote.options.replacement, language),
      limitedIndemnityOptions: wireTerms(quote.options.limitedIndemnity, language),
      status: bindState === null ? 'Quoted' : statuses[bindState],
      policyNumber,
    });
  };
}

const statuses = { running: 'Binding', bound: 'Bound' } as const;
