import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, suite, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { listen } from '../src/cli/listen.ts';
import { RefusedError } from '../src/index.ts';
import {
  type Heard,
  refusal,
  type ScriptedAnswer,
  type ScriptedService,
  startScriptedService,
} from './scripted-service.ts';

const secret = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';

function eventsOf(...ids: readonly string[]): ScriptedAnswer {
  const events = ids.map((id) => ({ id, type: 'policy.issued', policyNumber: 'NB-1', data: { name: 'Zoë' } }));
  return { body: { isValid: true, errors: [], events, nextAfter: ids.at(-1) ?? null } };
}

const nothing = ({ path }: Heard): ScriptedAnswer => ({
  body: { isValid: true, errors: [], events: [], nextAfter: new URL(path, 'http://a').searchParams.get('after') },
});

/** A receiver that answers as scripted, then 204. */
async function startReceiver(statuses: readonly (number | 'drop')[]) {
  const heard: string[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const id = request.headers['webhook-id'] as string;
    // The reference library throws unless id, time and signature are right.
    new Webhook(secret).verify(body, request.headers as Record<string, string>);
    const status = statuses[heard.push(id) - 1] ?? 204;
    if (status === 'drop') return void response.destroy();
    response.writeHead(status, { location: '/elsewhere' }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { heard, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks` };
}

/** Listens until the event is said to be taken. */
async function listenUntil(
  last: string,
  service: ScriptedService,
  { statuses = [] as readonly (number | 'drop')[], begin = undefined as string | undefined },
) {
  const stop = new AbortController();
  const lines: string[] = [];
  const print = (line: string): void => {
    lines.push(line);
    if (/ → 2\d\d$/.test(line) && line.includes(` ${last} `)) stop.abort();
  };
  const receiver = await startReceiver(statuses);
  const parts = { northbind: service.client(), forwardTo: receiver.url, secret, after: begin, types: undefined };
  const ended = await listen({ ...parts, signal: stop.signal, print, pollMs: 1 });
  return { ended, lines, heard: receiver.heard };
}

function askedAfter({ heard }: ScriptedService): readonly (string | null)[] {
  return heard.map(({ path }) => new URL(path, 'http://a').searchParams.get('after'));
}

// Most of their time is waiting, so they wait together.
suite('listening', { concurrency: true }, () => {
  test('from now on: what the feed has at the start is skipped, what comes is forwarded in order', async () => {
    const service = await startScriptedService([eventsOf('e1', 'e2'), nothing, nothing, eventsOf('e3', 'e4'), nothing]);
    const { heard, lines } = await listenUntil('e4', service, {});
    assert.deepEqual(heard, ['e3', 'e4']);
    assert.deepEqual(askedAfter(service).slice(0, 4), [null, 'e2', 'e2', 'e2']);
    assert.ok(lines.includes('policy.issued NB-1 e3 → 204'), lines.join('\n'));
  });

  test('after a given event: all that follow are forwarded, and the last one is known at the end', async () => {
    const service = await startScriptedService([eventsOf('e2', 'e3'), nothing]);
    const { heard, ended } = await listenUntil('e3', service, { begin: 'e1' });
    assert.deepEqual(heard, ['e2', 'e3']);
    assert.deepEqual(askedAfter(service)[0], 'e1');
    assert.equal(ended, 'e3');
  });

  test('a receiver that fails gets the same event again, and the next one waits for it', async () => {
    const service = await startScriptedService([eventsOf('e2', 'e3'), nothing]);
    const { heard, lines } = await listenUntil('e3', service, { begin: 'e1', statuses: [500, 'drop', 302, 200, 503] });
    assert.deepEqual(heard, ['e2', 'e2', 'e2', 'e2', 'e3', 'e3']);
    assert.ok(lines.includes('policy.issued NB-1 e2 → 500. Trying again.'), lines.join('\n'));
  });

  test('a service that is away, or fails, is asked again where it ended', async () => {
    const away = [{ status: 502, body: '' }, 'drop', refusal('InternalError', { status: 500 })] as const;
    const service = await startScriptedService([eventsOf('e2'), ...away, eventsOf('e3'), nothing]);
    const { heard, lines } = await listenUntil('e3', service, { begin: 'e1' });
    assert.deepEqual(heard, ['e2', 'e3']);
    assert.deepEqual(askedAfter(service).slice(0, 5), ['e1', 'e2', 'e2', 'e2', 'e2']);
    assert.equal(lines.filter((line) => line.includes("can't be read")).length, 1);
    assert.ok(lines.includes('The service answers again.'));
  });

  test('after a reset of the feed it begins at its beginning; an unknown event that was given is a mistake', async () => {
    const service = await startScriptedService([eventsOf('e2'), refusal('AfterInvalid'), eventsOf('f1'), nothing]);
    const { heard } = await listenUntil('f1', service, { begin: 'e1' });
    assert.deepEqual(heard, ['e2', 'f1']);
    const wrong = await startScriptedService([refusal('AfterInvalid')]);
    await assert.rejects(listenUntil('f1', wrong, { begin: 'e1' }), RefusedError);
  });

  test('wrong credentials end it', async () => {
    const service = await startScriptedService([nothing], [{ status: 401 }]);
    await assert.rejects(listenUntil('e1', service, {}), { code: 'AuthenticationFailed' });
  });
});
