import assert from 'node:assert/strict';
import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import test from 'node:test';
import { openApiDocument } from '@northbind/contract/openapi.ts';
import type { Operation } from '@northbind/contract/operation.ts';
import { operations } from '@northbind/contract/operations.ts';
import type { OperatorRoute } from '../../src/operator/kit/operator-route.ts';
import { type OperatorRoutesParts, operatorRoutes } from '../../src/operator/operator-routes.ts';
import { assertBound, binder, byReferral, steadySeller } from '../kit/sale/binding.ts';
import { openSaleClient } from '../kit/sale/paying.ts';
import { inDatabase, type Json } from '../kit/sale/quoting.ts';
import {
  isHeaderValue,
  jsonEdges,
  type RequestSchema,
  textEdges,
  urlEncoded,
  validValue,
  withEdges,
} from '../kit/service/edges.ts';
import { signInOperator } from '../kit/service/operator.ts';
import { type Answer, type CallOptions, startTestService } from '../kit/service/service.ts';

/*
 * No request is answered as a fault of ours. Operations and their parameters are those of the contract and of the
 * operator's routes: a new one is tried without a change here.
 */
const oidc = {
  OIDC_ISSUER: 'http://127.0.0.1:1',
  OIDC_CLIENT_ID: 'console',
  OIDC_CLIENT_SECRET: 'never asked for',
  OIDC_ROLES: 'admin=it',
};
const service = await startTestService({ environment: { RATE_LIMIT: '1000000', ...oidc } });
const { name: seller, today } = steadySeller();
const client = await openSaleClient(service, seller);
const { token } = client.quoteClient;
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const ids: Record<string, string> = { nobody: '00000000-0000-7000-8000-000000000000' };
const known = await makeThings();
let admin = await signInOperator(service);

test('every claim of an assertion takes every edge', async () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const clientId = 'northbind-sandbox-2-oauth';
  const jwks = JSON.stringify([publicKey.export({ format: 'jwk' })]);
  const sql = 'UPDATE oauth_client SET public_keys = $2 WHERE client_id = $1';
  await inDatabase(service.databaseUrl, sql, [clientId, jwks]);
  const { issuer } = (await service.call('GET', '/.well-known/oauth-authorization-server')).body;
  // By hand: a library would not write what is no claim.
  const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signed = (claims: Json): string => {
    const text = `${encoded({ alg: 'EdDSA' })}.${encoded(claims)}`;
    return `${text}.${sign(null, Buffer.from(text), privateKey).toString('base64url')}`;
  };
  const ask = (claims: Json) =>
    service.call('POST', '/oauth2/token', {
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        client_assertion: signed(claims),
      }).toString(),
      headers: form,
    });
  const good = (): Json => {
    const seconds = Math.floor(Date.now() / 1_000);
    return {
      iss: clientId,
      sub: clientId,
      aud: issuer,
      jti: randomUUID(),
      exp: seconds + 60,
      iat: seconds,
      nbf: seconds,
    };
  };
  // The key is known a moment after it was stored.
  for (let tries = 0; (await ask(good())).status !== 200; tries += 1) {
    assert.ok(tries < 200);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const failed: string[] = [];
  for (const claim of Object.keys(good()))
    for (const edge of jsonEdges) {
      const asked = await ask({ ...good(), [claim]: edge });
      if (asked.status >= 500) failed.push(`${claim} = ${shown(edge)}: ${asked.status}`);
    }
  assertNothingFailed(failed);
});

for (const operation of operations as readonly Operation[]) {
  test(`${operation.method} ${operation.path} takes every edge`, async () => {
    const failed: string[] = [];
    for (const { place, edge, path, options } of partnerCalls(operation)) {
      const { status } = await service.call(operation.method, path, { token, ...options });
      if (status >= 500) failed.push(`${place} = ${shown(edge)}: ${status}`);
    }
    assertNothingFailed(failed);
  });
}

for (const route of operatorRoutes({ oidc: { provider: {} } } as OperatorRoutesParts)) {
  test(`${route.method} ${route.path} takes every edge`, async () => {
    const failed: string[] = [];
    for (const { place, edge, path, options } of operatorCalls(route)) {
      const { status } = await asAdmin(route.method, path, options);
      if (status >= 500) failed.push(`${place} = ${shown(edge)}: ${status}`);
    }
    assertNothingFailed(failed);
  });
}

interface Call {
  readonly place: string;
  readonly edge: unknown;
  readonly path: string;
  readonly options: CallOptions;
}

function* partnerCalls({ id, path, request }: Operation): Generator<Call> {
  const headers = validHeaders(request.headers as RequestSchema | undefined);
  const template = path.replaceAll(/\{(\w+)\}/g, ':$1');
  const body = request.body as RequestSchema | undefined;
  const valid = body && { ...(exampleOf(id) ?? (validValue(body, known) as Json)), ...pick(known, body) };
  const options = { headers, ...(valid && { body: valid }) };
  yield* inAddress(template, request.params, request.query, options);
  for (const name of Object.keys(headers))
    for (const edge of textEdges.filter(isHeaderValue))
      yield {
        place: name,
        edge,
        path: address(template),
        options: { ...options, headers: { ...headers, [name]: edge } },
      };
  if (body && valid)
    for (const { place, edge, value } of withEdges(body, valid, jsonEdges, known))
      yield { place, edge, path: address(template), options: { ...options, body: value } };
  if (request.form !== undefined) {
    const schema = request.form as RequestSchema;
    for (const { place, edge, value } of withEdges(schema, validValue(schema, known) as Json, textEdges, known)) {
      const sent = Object.entries(value).map(([name, text]) => `${name}=${urlEncoded(String(text))}`);
      yield { place, edge, path: address(template), options: { headers: form, body: sent.join('&') } };
    }
  }
}

function* operatorCalls({ path, params, query, body, takesCsv, method }: OperatorRoute): Generator<Call> {
  const schema = body as RequestSchema | undefined;
  const valid = schema && (validValue(schema, known) as Json);
  const csv = { headers: { 'content-type': 'text/csv' }, body: 'id,name\n' };
  const options = takesCsv ? csv : method === 'GET' ? {} : { body: valid ?? {} };
  yield* inAddress(path, params, query, options);
  if (takesCsv)
    for (const edge of textEdges)
      yield { place: 'csv', edge, path: address(path), options: { ...csv, body: `id,name\n"${edge}",${edge}\n` } };
  if (schema && valid)
    for (const { place, edge, value } of withEdges(schema, valid, jsonEdges, known))
      yield { place, edge, path: address(path), options: { body: value } };
}

/** Puts each edge into each parameter of the path and of the query. */
function* inAddress(template: string, params: unknown, query: unknown, options: CallOptions): Generator<Call> {
  yield { place: 'valid', edge: null, path: address(template), options };
  for (const [, name = ''] of template.matchAll(/:(\w+)/g))
    for (const edge of textEdges) yield { place: name, edge, path: address(template, { [name]: edge }), options };
  const schema = query as RequestSchema | undefined;
  assert.ok(template.includes(':') === (params !== undefined), `${template} has no schema of its parameters`);
  if (schema === undefined) return;
  const valid = validValue(schema, known) as Json;
  for (const { place, edge, value } of withEdges(schema, valid, textEdges, known)) {
    const text = Object.entries(value).map(([name, one]) => `${name}=${urlEncoded(String(one))}`);
    yield { place, edge, path: `${address(template)}?${text.join('&')}`, options };
  }
}

/** The path with real things in it: those of the collection, such as `sellers`, or by the parameter's name. */
function address(template: string, changes: Json = {}): string {
  return template.replaceAll(/(\w[\w-]*)\/:(\w+)/g, (_, collection: string, name: string) => {
    const value = changes[name] ?? (name === 'id' ? ids[collection] : known[name]) ?? ids.nobody;
    return `${collection}/${urlEncoded(String(value))}`;
  });
}

function validHeaders(schema: RequestSchema | undefined): Record<string, string> {
  const headers = { 'idempotency-key': randomUUID(), 'x-request-id': 'a-test', 'accept-language': 'fr' };
  return {
    ...headers,
    ...(schema && (validValue({ ...schema, required: Object.keys(schema.properties ?? {}) }, known) as object)),
  };
}

function pick(values: Json, { properties = {} }: RequestSchema): Json {
  return Object.fromEntries(Object.entries(values).filter(([name]) => name in properties));
}

function exampleOf(id: string): Json | undefined {
  const { examples } = (openApiDocument() as unknown as { components: { examples: Record<string, { value: Json }> } })
    .components;
  return (examples[`${id}Request`] ?? examples[`${id}Request-byCard`])?.value;
}

async function asAdmin(method: string, path: string, options: CallOptions): Promise<Answer> {
  const answer = await admin.call(method, path, options);
  if (!answer.codes.includes('SignInRequired')) return answer;
  admin = await signInOperator(service);
  return admin.call(method, path, options);
}

/** A policy with its documents, a webhook endpoint, and what the sandbox comes with. */
async function makeThings(): Promise<Json> {
  const quoted = await client.quote({ effectiveDate: today });
  const choice = quoted.choose('Replacement', quoted.terms('Replacement')[0]!);
  const { policyNumber } = assertBound(await binder(service, token)({ ...choice, ...byReferral }));
  const open = await client.quote({ effectiveDate: today });
  const endpoint = await service.call('POST', '/v1/webhook-endpoints', {
    token,
    body: { url: 'https://partner.example.ca/' },
  });
  const one = async (sql: string): Promise<string> => (await inDatabase(service.databaseUrl, sql))[0]?.id;
  Object.assign(ids, {
    integrations: await one('SELECT id FROM integration ORDER BY client_id LIMIT 1'),
    sellers: await one(`SELECT id FROM seller WHERE username = '${seller}'`),
    'oauth-clients': await one('SELECT id FROM oauth_client ORDER BY client_id LIMIT 1'),
    'webhook-endpoints': endpoint.body.id,
    documents: await one('SELECT id FROM document LIMIT 1'),
    dealers: await one('SELECT id FROM dealer LIMIT 1'),
    'lien-holders': await one('SELECT id FROM lien_holder LIMIT 1'),
    accounts: await one("SELECT id FROM operator_account WHERE name = 'viewer'"),
    wordings: await one('SELECT id FROM wording LIMIT 1'),
    mails: await one('SELECT id FROM mail LIMIT 1'),
  });
  const { applicationId: _, ...chosen } = open.choose('Replacement', open.terms('Replacement')[0]!);
  return {
    ...(await client.quoteClient.request({ effectiveDate: today })),
    ...chosen,
    ...byReferral,
    policyNumber,
    today,
    applicationId: open.applicationId,
    sellerId: ids.sellers,
    integrationId: ids.integrations,
    kind: 'mails',
    month: today.slice(0, 7),
    reason: 'a test',
    id: endpoint.body.id,
    client_id: 'northbind-sandbox',
    client_secret: 'sandbox-client-secret',
    username: seller,
    password: 'sandbox-password',
  };
}

function shown(edge: unknown): string {
  return (JSON.stringify(edge) ?? 'undefined').slice(0, 60);
}

function assertNothingFailed(failed: readonly string[]): void {
  const stacks = service.lines.filter((line) => /"event":"(operator )?request failed"/.test(line)).splice(-3);
  assert.deepEqual(failed, [], stacks.join('\n'));
}
