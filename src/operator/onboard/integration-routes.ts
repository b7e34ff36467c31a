import { Type } from 'typebox';
import type { Clock } from '../../domain/calendar/calendar.ts';
import { isOperatorRefusal, type OperatorRefusal, refuseOperator } from '../../domain/operator/refusal.ts';
import { revokePreviousSecret, rotateClientSecret } from '../../flows/onboard/credentials.ts';
import { createIntegration, type IssueParts, updateIntegration } from '../../flows/onboard/integrations.ts';
import { type IntegrationRecord, listIntegrations, readIntegration } from '../../store/onboard/integration.ts';
import { nameListQuery, readNameList } from '../kit/name-list.ts';
import { type OperatorRoute, operatorRoute } from '../kit/operator-route.ts';
import type { CreatedIntegration, IntegrationPage, RotatedSecret, WireIntegration } from '../wire/onboard.ts';
import { byId, line, rateLimit, reason, reasonQuery, rotation } from './onboard-schemas.ts';

export interface IntegrationRoutesParts extends IssueParts {
  readonly clock: Clock;
}

export function integrationRoutes(parts: IntegrationRoutesParts): readonly OperatorRoute[] {
  return [...readingRoutes(parts), ...writingRoutes(parts), ...secretRoutes(parts)];
}

function readingRoutes({ database }: IntegrationRoutesParts): readonly OperatorRoute[] {
  return [
    operatorRoute({
      method: 'GET',
      path: '/api/integrations',
      access: 'viewer',
      query: Type.Object(nameListQuery),
      handle: async ({ query }): Promise<IntegrationPage | OperatorRefusal> => {
        const list = readNameList(query, 'uuid');
        if (isOperatorRefusal(list)) return list;
        const { rows, nextCursor } = await listIntegrations(database, list);
        return { rows: rows.map(wireIntegration), nextCursor };
      },
    }),
    operatorRoute({
      method: 'GET',
      path: '/api/integrations/:id',
      access: 'viewer',
      params: byId,
      handle: async ({ params }): Promise<WireIntegration | OperatorRefusal> => {
        const found = await readIntegration(database, params.id);
        return found === null ? refuseOperator('NotFound') : wireIntegration(found);
      },
    }),
  ];
}

function writingRoutes(parts: IntegrationRoutesParts): readonly OperatorRoute[] {
  return [
    operatorRoute({
      method: 'POST',
      path: '/api/integrations',
      access: 'admin',
      body: Type.Object({
        name: line,
        clientId: Type.Optional(line),
        rateLimit: Type.Optional(rateLimit),
        reason,
      }),
      handle: async ({ body, actor }): Promise<CreatedIntegration | OperatorRefusal> => {
        const { reason = '', rateLimit = null, ...given } = body;
        const now = parts.clock();
        const issued = await createIntegration(parts, { ...given, rateLimit }, { actor, reason, now });
        if (isOperatorRefusal(issued)) return issued;
        return { integration: wireIntegration(issued.integration), clientSecret: issued.clientSecret };
      },
    }),
    operatorRoute({
      method: 'PATCH',
      path: '/api/integrations/:id',
      access: 'admin',
      params: byId,
      body: Type.Object({
        name: Type.Optional(line),
        rateLimit: Type.Optional(rateLimit),
        isDisabled: Type.Optional(Type.Boolean()),
        reason,
      }),
      handle: async ({ params, body, actor }): Promise<WireIntegration | OperatorRefusal> => {
        const { reason = '', ...changes } = body;
        const after = await updateIntegration(parts, params.id, changes, { actor, reason });
        return isOperatorRefusal(after) ? after : wireIntegration(after);
      },
    }),
  ];
}

function secretRoutes(parts: IntegrationRoutesParts): readonly OperatorRoute[] {
  return [
    operatorRoute({
      method: 'POST',
      path: '/api/integrations/:id/secret',
      access: 'admin',
      params: byId,
      body: rotation,
      handle: async ({ params, body, actor }): Promise<RotatedSecret | OperatorRefusal> => {
        const { overlapHours, reason = '' } = body;
        const asked = { overlapHours, actor, reason, now: parts.clock() };
        const rotated = await rotateClientSecret(parts, params.id, asked);
        if (isOperatorRefusal(rotated)) return rotated;
        const { secret, previousUntil } = rotated;
        return { clientSecret: secret, previousSecretUntil: previousUntil?.toISOString() ?? null };
      },
    }),
    operatorRoute({
      method: 'DELETE',
      path: '/api/integrations/:id/previous-secret',
      access: 'admin',
      params: byId,
      query: reasonQuery,
      handle: ({ params, query, actor }) =>
        revokePreviousSecret(parts, params.id, { actor, reason: query.reason ?? '', now: parts.clock() }),
    }),
  ];
}

export function wireIntegration(record: IntegrationRecord): WireIntegration {
  return {
    ...record,
    createdAt: record.createdAt.toISOString(),
    secretIssuedAt: record.secretIssuedAt.toISOString(),
    previousSecretUntil: record.previousSecretUntil?.toISOString() ?? null,
  };
}
