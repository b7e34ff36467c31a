import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runInNewContext } from 'node:vm';
import { postmanCollection } from '@northbind/contract/collection.ts';
import { openApiDocument } from '@northbind/contract/openapi.ts';
import { operations } from '@northbind/contract/operations.ts';
import { startTestService } from '../kit/service/service.ts';
import { readPage } from './run-page.ts';

interface Item {
  readonly name: string;
  readonly event: readonly {
    readonly listen: string;
    readonly script: { readonly exec: readonly string[] };
  }[];
  readonly request: {
    readonly method: string;
    readonly auth?: { readonly type: string };
    readonly header: readonly { readonly key: string; readonly value: string; readonly disabled?: boolean }[];
    readonly url: { readonly raw: string };
    readonly body?: {
      readonly raw?: string;
      readonly urlencoded?: readonly { readonly key: string; readonly value: string }[];
    };
  };
}

interface Collection {
  readonly variable: readonly { readonly key: string; readonly value: string }[];
  readonly item: readonly { readonly item: readonly Item[] }[];
}

const file = 'docs/guide/northbind.postman_collection.json';

test('the collection is what the OpenAPI document says', async () => {
  const made = postmanCollection(openApiDocument());
  assert.equal(await readPage(file), `${JSON.stringify(made, null, 2)}\n`, 'Run `npm run generate`.');
});

test('the collection has every operation, and run from top to bottom each answers as it should, up to the policy', async () => {
  const { url, call } = await startTestService();
  const collection = JSON.parse(await readPage(file)) as Collection;
  const variables = new Map(collection.variable.map(({ key, value }) => [key, value]));
  variables.set('baseUrl', url);
  const items = collection.item.flatMap(({ item }) => item);
  assert.equal(items.length, operations.length);
  for (const item of items) await send(item, variables);
  assert.match(variables.get('policyNumber') ?? '', /^NB\d{9}$/);
  const stillThere = async () => {
    const [token, policyNumber] = [variables.get('token')!, variables.get('policyNumber')];
    return (await call('GET', `/v1/policies/${policyNumber}`, { token })).status === 200;
  };
  assert.ok(await stillThere(), 'A run leaves the sales alone.');
  variables.set('mayErase', 'yes');
  await send(items.find(({ name }) => name === 'Start afresh as this seller')!, variables);
  assert.ok(!(await stillThere()), 'Who says so starts afresh.');
});

/** What an API client does with a request: fills in the variables, sends it, and runs the script on the answer. */
async function send({ name, request, event }: Item, variables: Map<string, string>): Promise<void> {
  const run = (when: string, pm: object): void => {
    for (const { listen, script } of event)
      if (listen === when) runInNewContext(script.exec.join('\n'), { pm: { collectionVariables, ...pm } });
  };
  const collectionVariables = {
    get: (key: string) => variables.get(key),
    set: (key: string, value: string) => variables.set(key, value),
  };
  let isSkipped = false;
  run('prerequest', {
    execution: {
      skipRequest: () => {
        isSkipped = true;
      },
    },
  });
  if (isSkipped) return;
  const fill = (text: string): string =>
    text.replaceAll(/\{\{(\w+)\}\}/g, (_, key: string) => variables.get(key) ?? '');
  const headers = request.header
    .filter(({ disabled }) => disabled !== true)
    .map(({ key, value }) => [key, fill(value)]);
  const response = await fetch(fill(request.url.raw), {
    method: request.method,
    headers: {
      ...(request.auth?.type !== 'noauth' && { authorization: `Bearer ${variables.get('token')}` }),
      ...(Object.fromEntries(headers) as Record<string, string>),
    },
    ...(request.body?.raw !== undefined && { body: fill(request.body.raw) }),
    ...(request.body?.urlencoded !== undefined && {
      body: new URLSearchParams(request.body.urlencoded.map(({ key, value }) => [key, fill(value)])),
    }),
  });
  const text = await response.text();
  run('test', {
    test: (_title: string, check: () => void) => check(),
    response: {
      json: () => JSON.parse(text),
      to: { have: { status: (wanted: number) => assert.equal(response.status, wanted, `${name}: ${text}`) } },
    },
  });
}
