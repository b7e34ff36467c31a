import type { TObject } from 'typebox';
import type { OperatorRefusalCode } from '../../domain/operator/operator-refusal.ts';
import type { Parts } from '../../flows/parts.ts';
import { readTariffs } from '../../store/reference/tariffs.ts';
import { accepted, refuse } from '../kit/accepted.ts';
import { requestFault } from '../kit/lazy-validator.ts';
import type { OperatorCall, OperatorRoute } from '../kit/operator-route.ts';
import { unstorablePlace } from '../kit/unstorable-text.ts';
import { type OperatorRoutesParts, operatorRoutes } from '../operator-routes.ts';
import type { CallRoute, CommandLine, Values } from './command-kit.ts';
import type { Words } from './command-words.ts';

// The routes' definitions need none of their parts.
const definitions = new Map(
  operatorRoutes({} as OperatorRoutesParts).map((route) => [`${route.method} ${route.path}`, route]),
);

export function definitionOf(endpoint: string): OperatorRoute {
  const route = definitions.get(endpoint);
  if (route === undefined) throw new Error(`No route ${endpoint}.`);
  return route;
}

/**
 * Calls routes with the rights of who has the database: an admin who sees all integrations. The request is checked by
 * the route's schemas, as the server does.
 */
export async function openRoutes(line: CommandLine, needs: Words['needs']): Promise<CallRoute> {
  const tariffs = needs === 'links' ? await readTariffs(line.database) : null;
  const parts = {
    ...line,
    lender: lenderOf(line),
    reference: () => ({ tariffs }),
    direct: line.database,
    reads: line.database,
    hasher: { hash: line.hash },
    // The one that an import writes is thrown as well.
    log: { error: () => undefined },
    isProduction: line.mode === 'production',
    ...(needs === 'webhooks' && (await line.openWebhooks())),
    ...(needs === 'links' && { linkBox: await line.openLinkBox() }),
    ...(needs === 'printer' && { printer: await line.openPrinter() }),
    // Without what only sign-in needs.
  } as unknown as OperatorRoutesParts;
  const routes = operatorRoutes(parts);
  return async <Sent>(endpoint: string, values: Values = {}) => {
    const { method, path } = definitionOf(endpoint);
    const route = routes.find((one) => one.method === method && one.path === path)!;
    const request = requestOf(route, values);
    const fault = requestFault(route, request);
    if (fault !== null) {
      const code: OperatorRefusalCode = fault.part === 'params' ? 'NotFound' : 'RequestInvalid';
      refuse(code, fault.field, fault.part === 'params' ? undefined : { fault: fault.message });
    }
    const place = unstorablePlace(request);
    if (place !== null) refuse('RequestInvalid', place);
    const call = { ...request, operator: admin, actor: line.actor, request, reply: noReply };
    const sent = accepted(await Promise.try(route.handle, call as unknown as OperatorCall));
    return (isFile(sent) ? sent : asSent(sent)) as Sent;
  };
}

/** Opened when it is asked: whether a loan is in default. */
function lenderOf({ openLender }: CommandLine): Pick<Parts<'lender'>['lender'], 'find'> {
  return { find: async (...asked) => (await openLender()).find(...asked) };
}

const admin = { accountId: '', name: '', role: 'admin', visibleIntegrations: null, sellerId: null } as const;

/** Takes the headers of a file, which nobody reads here. */
const noReply = { header: () => noReply, headers: () => noReply, type: () => noReply };

/** A moment is its text. What has no content is an empty object. */
function asSent(sent: unknown): unknown {
  return sent == null ? {} : JSON.parse(JSON.stringify(sent));
}

function isFile(sent: unknown): boolean {
  return Buffer.isBuffer(sent) || (typeof sent === 'object' && sent !== null && Symbol.asyncIterator in sent);
}

function requestOf(route: OperatorRoute, values: Values) {
  const request: Record<'params' | 'query' | 'body', unknown> = { params: {}, query: {}, body: {} };
  for (const [path, value] of Object.entries(values)) {
    if (value === undefined) continue;
    if (path === 'file' && route.takesCsv) {
      request.body = value;
      continue;
    }
    const [first = '', within] = path.split('.');
    const part = partOf(route, first);
    const target = request[part] as Record<string, unknown>;
    if (within === undefined) target[first] = value;
    else target[first] = { ...(target[first] as object | undefined), [within]: value };
  }
  if (route.body !== undefined) request.body = { ...emptyObjects(route.body), ...(request.body as object) };
  return request;
}

/** An object that must be sent, even if nothing of it is given: the filters of a whole list. */
function emptyObjects(body: TObject): object {
  const required: readonly string[] = body.required ?? [];
  const objects = required.filter((name) => (body.properties[name] as { readonly type?: string }).type === 'object');
  return Object.fromEntries(objects.map((name) => [name, {}]));
}

export function partOf(route: OperatorRoute, property: string): 'params' | 'query' | 'body' {
  const part = (['params', 'body', 'query'] as const).find((one) => property in (route[one]?.properties ?? {}));
  if (part === undefined) throw new Error(`${route.method} ${route.path} takes no ${property}.`);
  return part;
}
