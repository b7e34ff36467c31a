import { type Clock, parseDate } from '../../domain/calendar/calendar.ts';
import { parseUuid } from '../../domain/ids.ts';
import type { LicenceHolder } from '../../domain/licence.ts';
import { refuseOperator } from '../../domain/operator/refusal.ts';
import {
  keepLicence,
  type LicenceParts,
  readLicencePage,
  readRequirements,
  removeLicence,
  requireLicences,
} from '../../flows/onboard/licences.ts';
import { type PlaceInList, readCursor } from '../../store/onboard/name-page.ts';
import { type OperatorRoute, operatorRoute } from '../kit/operator-route.ts';
import * as wire from '../wire/licences.ts';
import { byEntryId } from '../wire/onboard.ts';
import { byId, pageOf } from '../wire/parts.ts';

export interface LicenceRoutesParts extends LicenceParts {
  readonly clock: Clock;
}

/** Licences of sellers and dealers, and where they are needed. */
export function licenceRoutes(parts: LicenceRoutesParts): readonly OperatorRoute[] {
  return [
    operatorRoute('GET /api/licences', 'viewer', {
      scope: 'visible',
      query: wire.licencesQuery,
      answer: pageOf(wire.licence),
      handle: async ({
        query: { sellerId, dealerId, withinDays = null, cursor, limit = 50 },
        operator: { visible },
      }) => {
        const after = cursor === undefined ? null : readPlace(cursor);
        if (after === null && cursor !== undefined) return refuseOperator('RequestInvalid', 'cursor');
        const holder: LicenceHolder | null =
          sellerId !== undefined
            ? { kind: 'seller', id: sellerId }
            : dealerId !== undefined
              ? { kind: 'dealer', id: dealerId }
              : null;
        return readLicencePage(parts, { holder, withinDays, visible, after, limit });
      },
    }),
    operatorRoute('PUT /api/sellers/:id/licences', 'support', {
      params: byId,
      scope: { thing: 'seller', name: 'id' },
      body: wire.keptLicence,
      handle: ({ params: { id }, body: { reason = '', ...given }, actor }) =>
        keepLicence(parts, { kind: 'seller', id }, given, { actor, reason }),
    }),
    operatorRoute('DELETE /api/sellers/:id/licences', 'support', {
      params: byId,
      scope: { thing: 'seller', name: 'id' },
      query: wire.licenceName,
      handle: ({ params: { id }, query: { reason = '', ...name }, actor }) =>
        removeLicence(parts, { kind: 'seller', id }, name, { actor, reason }),
    }),
    operatorRoute('PUT /api/dealers/:id/licences', 'support', {
      params: byEntryId,
      body: wire.keptLicence,
      handle: ({ params: { id }, body: { reason = '', ...given }, actor }) =>
        keepLicence(parts, { kind: 'dealer', id }, given, { actor, reason }),
    }),
    operatorRoute('DELETE /api/dealers/:id/licences', 'support', {
      params: byEntryId,
      query: wire.licenceName,
      handle: ({ params: { id }, query: { reason = '', ...name }, actor }) =>
        removeLicence(parts, { kind: 'dealer', id }, name, { actor, reason }),
    }),
    operatorRoute('GET /api/licence-requirements', 'viewer', {
      scope: 'visible',
      answer: pageOf(wire.requirement),
      handle: async () => ({ rows: await readRequirements(parts), nextCursor: null }),
    }),
    operatorRoute('POST /api/licence-requirements', 'admin', {
      body: wire.newRequirement,
      answer: wire.requirement,
      handle: ({ body: { reason, ...given }, actor }) => requireLicences(parts, given, { actor, reason }),
    }),
  ];
}

/** An expiry and an id. */
function readPlace(cursor: string): PlaceInList | null {
  const place = readCursor(cursor);
  return place !== null && parseDate(place.name) !== null && parseUuid(place.id) !== null ? place : null;
}
