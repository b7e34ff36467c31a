import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import { openApiDocument } from '@northbind/contract/openapi.ts';
import { type Answer, type CallOptions, startTestService, type TestService } from '../kit/service/service.ts';

/* What the OpenAPI document shows of failures is what the service answers. */
interface Example {
  readonly value: { readonly errors: readonly { readonly code: string; readonly field: string }[] };
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId: string }>>>>;
  readonly components: { readonly examples: Readonly<Record<string, Example>> };
}

const { paths, components } = openApiDocument() as unknown as Document;
let service: TestService;
let token: string;

before(async () => {
  service = await startTestService();
  token = await service.login();
});

test('every refusal that the document shows is the answer to a request with that fault', async () => {
  const wrong: unknown[] = [];
  for (const [path, methods] of Object.entries(paths))
    for (const [method, { operationId }] of Object.entries(methods)) {
      const shown = exampleOf(`${operationId === 'getDocument' ? 'document' : operationId}Refused`);
      // That of a reset needs a running bind; the pages of the codes provoke it.
      if (shown === undefined || operationId === 'sandboxReset') continue;
      const { body } = await provoke(method.toUpperCase(), path, operationId, shown.value.errors);
      if (JSON.stringify(body) !== JSON.stringify(shown.value)) wrong.push({ operationId, body, shown: shown.value });
    }
  assert.deepEqual(wrong, []);
});

/** Sends the example of the request with the properties in question left out, or with a value that has no form. */
function provoke(method: string, path: string, id: string, errors: Example['value']['errors']): Promise<Answer> {
  const address = path.replaceAll(/\{\w+\}/g, 'unknown');
  const spoilt = errors
    .filter(({ code, field }) => code.endsWith('Invalid') && !path.includes(`{${field}}`))
    .map(({ field }) => [field, 'x'.repeat(3_000)]);
  const strange = errors.filter(({ code }) => code === 'ParameterUnknown').map(({ field }) => [field, 'x']);
  const credentials = { client_id: 'northbind-sandbox', client_secret: 'sandbox-client-secret' };
  const options: CallOptions = { token, headers: id === 'authenticate' ? credentials : {} };
  if (method === 'GET')
    return service.call(method, `${address}?${new URLSearchParams([...spoilt, ...strange])}`, options);
  const sent = { ...(exampleOf(`${id}Request`) ?? exampleOf(`${id}Request-byCard`))?.value } as Record<string, unknown>;
  for (const { field } of errors) delete sent[field];
  const asked = strange.length === 0 ? address : `${address}?${new URLSearchParams(strange)}`;
  return service.call(method, asked, { ...options, body: { ...sent, ...Object.fromEntries(spoilt) } });
}

test('403, 404, 413, 415, 429, 500 and 503 are shown as they are answered', async () => {
  const scoped = await fetch(`${service.url}/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      scope: 'read seller:ontario',
      client_id: 'northbind-sandbox-oauth',
      client_secret: 'sandbox-oauth-secret',
    }),
  });
  const { access_token: narrow } = (await scoped.json()) as { access_token: string };
  const faulty = (fault: string) =>
    service.call('GET', '/v1/quote/dealers', {
      token,
      headers: { 'sandbox-fault': fault, 'x-request-id': 'checkout-7f3d' },
    });
  const answers: Readonly<Record<string, Answer>> = {
    ScopeInsufficient: await service.call('GET', '/v1/quote/dealers', { token: narrow }),
    RouteNotFound: await service.call('GET', '/v1/nothing'),
    RequestTooLarge: await service.call('POST', '/v1/quote', { token, body: ' '.repeat(70_000) }),
    UnsupportedMediaType: await service.call('POST', '/v1/quote', {
      token,
      body: '<quote/>',
      headers: { 'content-type': 'text/xml' },
    }),
    RateLimitExceeded: await faulty('RateLimitExceeded'),
    InternalError: await faulty('InternalError'),
    ServiceUnavailable: await faulty('ServiceUnavailable'),
  };
  for (const [code, { body }] of Object.entries(answers))
    assert.equal(withoutSeconds(body), withoutSeconds(exampleOf(code)!.value), code);
});

/** How long to wait depends on the moment. */
function withoutSeconds(value: unknown): string {
  return JSON.stringify(value)
    .replace(/Wait \d+ seconds/, 'Wait some seconds')
    .replace(/"seconds":\d+/, '"seconds":0');
}

function exampleOf(name: string): Example | undefined {
  return components.examples[`${name.charAt(0).toUpperCase()}${name.slice(1)}`];
}
