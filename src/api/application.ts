import { application } from '@northbind/contract/application.ts';
import { applications } from '@northbind/contract/applications.ts';
import { type ApplicationId, parseId } from '../domain/ids.ts';
import { askedFor } from '../domain/quote/parse-quote.ts';
import { wireVehicle } from '../flows/policy/wire-vehicle.ts';
import { type ListApplicationsParts, pageOfApplications } from '../flows/quote/list-applications.ts';
import { type LookUpApplicationParts, lookUpApplication } from '../flows/quote/look-up-application.ts';
import { ok, refused, valid } from './kit/answer.ts';
import type { AddOperation } from './kit/operation-route.ts';
import { wireTerms } from './kit/wire-terms.ts';

export function addApplication(add: AddOperation, parts: LookUpApplicationParts & ListApplicationsParts): void {
  add(application, async ({ reach, now, params, language }) => {
    const id = parseId<ApplicationId>(params.applicationId);
    const found = id && (await lookUpApplication(parts, reach, now, id));
    if (found === null) return refused([{ code: 'ApplicationNotFound', field: 'applicationId' }]);
    const { quote, revision, bindState, policyNumber } = found;
    return ok({
      ...valid,
      applicationId: id!,
      revision,
      ...askedFor(quote, found.vehicleConfigurationId),
      quotedOn: quote.quotedOn,
      seller: found.seller.username,
      vehicle: { id: found.vehicleConfigurationId, ...wireVehicle(quote.inputs.vehicle, language) },
      existingPolicies: [...found.existingPolicies],
      replacementOptions: wireTerms(quote.options.replacement, language),
      limitedIndemnityOptions: wireTerms(quote.options.limitedIndemnity, language),
      status: statusOf(bindState),
      policyNumber,
    });
  });

  add(applications, async ({ reach, now, query, language }) => {
    const page = await pageOfApplications(parts, reach, now, {
      partnerReference: query.partnerReference ?? null,
      vin: query.vin?.trim().toUpperCase() ?? null,
      status: query.status === undefined ? null : bindStates[query.status],
      quotedFrom: query.quotedFrom ?? null,
      quotedTo: query.quotedTo ?? null,
      limit: query.limit ?? defaultLimit,
      cursor: query.cursor ?? null,
    });
    if (page.kind === 'refused') return refused(page.refusals);
    const shown = page.applications.map(({ id, inputs, bindState, ...listed }) => ({
      applicationId: id,
      partnerReference: inputs.partnerReference,
      language: inputs.language,
      status: statusOf(bindState),
      ...listed,
      vehicle: wireVehicle(inputs.vehicle, language),
    }));
    return ok({ ...valid, applications: shown, nextCursor: page.nextCursor });
  });
}

const defaultLimit = 25;

const statuses = { running: 'Binding', bound: 'Bound' } as const;
const bindStates = { Quoted: 'quoted', Binding: 'running', Bound: 'bound' } as const;

function statusOf(bindState: keyof typeof statuses | null): keyof typeof bindStates {
  return bindState === null ? 'Quoted' : statuses[bindState];
}
