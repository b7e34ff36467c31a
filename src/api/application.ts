import { application } from '@northbind/contract/application.ts';
import { type ApplicationId, parseId } from '../domain/ids.ts';
import { type LookUpApplicationParts, lookUpApplication } from '../flows/look-up-application.ts';
import { wireVehicle } from '../flows/wire/wire-vehicle.ts';
import { ok, refused, valid } from './kit/answer.ts';
import type { AddOperation } from './kit/operation-route.ts';
import { wireTerms } from './kit/wire-terms.ts';

export function addApplication(add: AddOperation, parts: LookUpApplicationParts): void {
  add(application, async ({ seller, today, params, language }) => {
    const id = parseId<ApplicationId>(params.applicationId);
    const found = id && (await lookUpApplication(parts, seller, today, id));
    if (found === null) return refused([{ code: 'ApplicationNotFound', field: 'applicationId' }]);
    const { quote, bindState, policyNumber } = found;
    return ok({
      ...valid,
      applicationId: id!,
      series: quote.series,
      effectiveDate: quote.effectiveDate,
      quotedOn: quote.quotedOn,
      partnerReference: quote.inputs.partnerReference ?? null,
      language: quote.inputs.language ?? null,
      vehicle: { id: found.vehicleConfigurationId, ...wireVehicle(quote.inputs.vehicle, language) },
      replacementOptions: wireTerms(quote.options.replacement, language),
      limitedIndemnityOptions: wireTerms(quote.options.limitedIndemnity, language),
      status: bindState === null ? 'Quoted' : statuses[bindState],
      policyNumber,
    });
  });
}

const statuses = { running: 'Binding', bound: 'Bound' } as const;
