import { refuseOperator } from '../../domain/operator/operator-refusal.ts';
import type { OnboardParts } from '../../flows/operator/actor-and-reason.ts';
import { createVinPattern, removeVinPattern } from '../../flows/vehicle/vin-patterns.ts';
import { readCursor } from '../../store/partner/name-page.ts';
import { listUnresolvedVins } from '../../store/vehicle/unresolved-vin.ts';
import { listVinPatterns } from '../../store/vehicle/vin-pattern.ts';
import { type OperatorRoute, operatorRoute, sends } from '../kit/operator-route.ts';
import { byId, type Page, pageQuery, reasoned } from '../wire/parts.ts';
import * as wire from '../wire/vehicles.ts';

/** VINs that could not be read, and what the operator knows of them. */
export function vehicleRoutes(parts: OnboardParts): readonly OperatorRoute[] {
  return [
    operatorRoute('GET /api/unresolved-vins', 'viewer', {
      query: wire.unresolvedVinsQuery,
      answer: sends<Page<wire.WireUnresolvedVin>>(),
      handle: async ({ query: { cursor, limit = 50 } }) => {
        const after = cursor === undefined ? null : readCursor(cursor);
        const isBad =
          cursor !== undefined && !(after !== null && /^\d+$/.test(after.name) && /^.{8}\d{4}$/.test(after.id));
        return isBad
          ? refuseOperator('RequestInvalid', 'cursor')
          : listUnresolvedVins(parts.database, { after, limit });
      },
    }),
    operatorRoute('GET /api/vin-patterns', 'viewer', {
      query: pageQuery,
      answer: sends<Page<wire.WireVinPattern>>(),
      handle: ({ query: { cursor = null, limit = 50 } }) => listVinPatterns(parts.database, { cursor, limit }),
    }),
    operatorRoute('POST /api/vin-patterns', 'support', {
      body: wire.newVinPattern,
      answer: sends<wire.WireVinPattern>(),
      handle: ({ body: { reason, ...given }, actor }) => createVinPattern(parts, given, { actor, reason }),
    }),
    operatorRoute('POST /api/vin-patterns/:id/remove', 'support', {
      params: byId,
      body: reasoned,
      answer: sends<wire.WireVinPattern>(),
      handle: ({ params, body: { reason }, actor }) => removeVinPattern(parts, params.id, { actor, reason }),
    }),
  ];
}
