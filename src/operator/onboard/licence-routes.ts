import { parseDate } from '../../domain/calendar.ts';
import { parseUuid } from '../../domain/ids.ts';
import { refuseOperator } from '../../domain/operator/operator-refusal.ts';
import type { LicenceHolder } from '../../domain/partner/licence.ts';
import {
  keepLicence,
  type LicenceParts,
  readLicencePage,
  readRequirements,
  removeLicence,
  requireLicences,
} from '../../flows/partner/licences.ts';
import { type PlaceInList, readCursor } from '../../store/partner/name-page.ts';
import { namedById, type OperatorRoute, operatorRoute, type RouteScope, sends } from '../kit/operator-route.ts';
import * as wire from '../wire/licences.ts';
import { byEntryId } from '../wire/onboard.ts';
import type { Page } from '../wire/parts.ts';

export function licenceRoutes(parts: LicenceParts): readonly OperatorRoute[] {
  return [
    operatorRoute('GET /api/licences', 'viewer', {
      scope: 'visible',
      query: wire.licencesQuery,
      answer: sends<Page<wire.WireLicence>>(),
      handle: async ({
        query: { sellerId, dealerId, withinDays = null, cursor, limit = 50 },
        operator: { visibleIntegrations },
      }) => {
        const after = cursor === undefined ? null : readPlace(cursor);
        if (after === null && cursor !== undefined) return refuseOperator('RequestInvalid', 'cursor');
        const ofDealer = dealerId === undefined ? null : ({ kind: 'dealer', id: dealerId } as const);
        const holder = sellerId === undefined ? ofDealer : ({ kind: 'seller', id: sellerId } as const);
        return readLicencePage(parts, { holder, withinDays, visibleIntegrations, after, limit });
      },
    }),
    ...holderRoutes(parts, 'seller', namedById('seller')),
    ...holderRoutes(parts, 'dealer', { params: byEntryId }),
    operatorRoute('GET /api/licence-requirements', 'viewer', {
      scope: 'visible',
      answer: sends<Page<wire.WireRequirement>>(),
      handle: async () => ({ rows: await readRequirements(parts), nextCursor: null }),
    }),
    operatorRoute('POST /api/licence-requirements', 'admin', {
      body: wire.newRequirement,
      answer: sends<wire.WireRequirement>(),
      handle: ({ body: { reason, ...given }, actor }) => requireLicences(parts, given, { actor, reason }),
    }),
  ];
}

function holderRoutes(
  parts: LicenceParts,
  kind: LicenceHolder['kind'],
  named: { readonly params: typeof byEntryId; readonly scope?: RouteScope },
): readonly OperatorRoute[] {
  return [
    operatorRoute(`PUT /api/${kind}s/:id/licences`, 'support', {
      ...named,
      body: wire.keptLicence,
      handle: ({ params: { id }, body: { reason = '', ...given }, actor }) =>
        keepLicence(parts, { kind, id }, given, { actor, reason }),
    }),
    operatorRoute(`DELETE /api/${kind}s/:id/licences`, 'support', {
      ...named,
      query: wire.licenceName,
      handle: ({ params: { id }, query: { reason = '', ...name }, actor }) =>
        removeLicence(parts, { kind, id }, name, { actor, reason }),
    }),
  ];
}

/** Reads the place of a row: its expiry, which the list is sorted by, and its id. */
function readPlace(cursor: string): PlaceInList | null {
  const place = readCursor(cursor);
  return place !== null && parseDate(place.name) !== null && parseUuid(place.id) !== null ? place : null;
}
