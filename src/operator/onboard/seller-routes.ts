import { Type } from 'typebox';
import { isOperatorRefusal, type OperatorRefusal, refuseOperator } from '../../domain/operator/refusal.ts';
import { revokePreviousPassword, rotatePassword } from '../../flows/onboard/credentials.ts';
import { createSeller, updateSeller } from '../../flows/onboard/sellers.ts';
import { listSellers, readSeller, type SellerRecord } from '../../store/onboard/seller.ts';
import { nameListQuery, readNameList } from '../kit/name-list.ts';
import { type OperatorRoute, operatorRoute } from '../kit/operator-route.ts';
import type { CreatedSeller, RotatedPassword, SellerPage, WireSeller } from '../wire/onboard.ts';
import type { IntegrationRoutesParts } from './integration-routes.ts';
import { byId, choices, line, reason, reasonQuery, rotation } from './onboard-schemas.ts';

export type SellerRoutesParts = IntegrationRoutesParts;

export function sellerRoutes(parts: SellerRoutesParts): readonly OperatorRoute[] {
  return [...readingRoutes(parts), ...writingRoutes(parts), ...passwordRoutes(parts)];
}

function readingRoutes({ database }: SellerRoutesParts): readonly OperatorRoute[] {
  return [
    operatorRoute({
      method: 'GET',
      path: '/api/sellers',
      access: 'viewer',
      query: Type.Object({ ...nameListQuery, integrationId: Type.Optional(Type.String({ format: 'uuid' })) }),
      handle: async ({ query }): Promise<SellerPage | OperatorRefusal> => {
        const list = readNameList(query, 'uuid');
        if (isOperatorRefusal(list)) return list;
        const { rows, nextCursor } = await listSellers(database, {
          ...list,
          integrationId: query.integrationId ?? null,
        });
        return { rows: rows.map(wireSeller), nextCursor };
      },
    }),
    operatorRoute({
      method: 'GET',
      path: '/api/sellers/:id',
      access: 'viewer',
      params: byId,
      handle: async ({ params }): Promise<WireSeller | OperatorRefusal> => {
        const found = await readSeller(database, params.id);
        return found === null ? refuseOperator('NotFound') : wireSeller(found);
      },
    }),
  ];
}

function writingRoutes(parts: SellerRoutesParts): readonly OperatorRoute[] {
  return [
    operatorRoute({
      method: 'POST',
      path: '/api/sellers',
      access: 'admin',
      body: Type.Object({
        integrationId: Type.String({ format: 'uuid' }),
        name: line,
        username: Type.Optional(line),
        province: line,
        series: choices,
        paymentMethods: choices,
        requiresProducerCode: Type.Optional(Type.Boolean()),
        reason,
      }),
      handle: async ({ body, actor }): Promise<CreatedSeller | OperatorRefusal> => {
        const { reason = '', requiresProducerCode = false, ...given } = body;
        const by = { actor, reason, now: parts.clock() };
        const issued = await createSeller(parts, { ...given, requiresProducerCode }, by);
        return isOperatorRefusal(issued) ? issued : { seller: wireSeller(issued.seller), password: issued.password };
      },
    }),
    operatorRoute({
      method: 'PATCH',
      path: '/api/sellers/:id',
      access: 'admin',
      params: byId,
      body: Type.Object({
        name: Type.Optional(line),
        province: Type.Optional(line),
        series: Type.Optional(choices),
        paymentMethods: Type.Optional(choices),
        requiresProducerCode: Type.Optional(Type.Boolean()),
        isDisabled: Type.Optional(Type.Boolean()),
        reason,
      }),
      handle: async ({ params, body, actor }): Promise<WireSeller | OperatorRefusal> => {
        const { reason = '', ...changes } = body;
        const after = await updateSeller(parts, params.id, changes, { actor, reason });
        return isOperatorRefusal(after) ? after : wireSeller(after);
      },
    }),
  ];
}

function passwordRoutes(parts: SellerRoutesParts): readonly OperatorRoute[] {
  return [
    operatorRoute({
      method: 'POST',
      path: '/api/sellers/:id/password',
      access: 'admin',
      params: byId,
      body: rotation,
      handle: async ({ params, body, actor }): Promise<RotatedPassword | OperatorRefusal> => {
        const { overlapHours, reason = '' } = body;
        const rotated = await rotatePassword(parts, params.id, { overlapHours, actor, reason, now: parts.clock() });
        if (isOperatorRefusal(rotated)) return rotated;
        const { secret, previousUntil } = rotated;
        return { password: secret, previousPasswordUntil: previousUntil?.toISOString() ?? null };
      },
    }),
    operatorRoute({
      method: 'DELETE',
      path: '/api/sellers/:id/previous-password',
      access: 'admin',
      params: byId,
      query: reasonQuery,
      handle: ({ params, query, actor }) =>
        revokePreviousPassword(parts, params.id, { actor, reason: query.reason ?? '', now: parts.clock() }),
    }),
  ];
}

export function wireSeller(record: SellerRecord): WireSeller {
  return {
    ...record,
    createdAt: record.createdAt.toISOString(),
    passwordIssuedAt: record.passwordIssuedAt.toISOString(),
    previousPasswordUntil: record.previousPasswordUntil?.toISOString() ?? null,
  };
}
