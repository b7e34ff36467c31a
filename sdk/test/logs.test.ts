import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { logs } from '../src/cli/logs.ts';
import {
  refusal,
  type ScriptedAnswer,
  type ScriptedService,
  type Step,
  startScriptedService,
} from './scripted-service.ts';

const noon = Date.parse('2026-11-16T17:00:00Z');

/** A call so many seconds after noon. */
function called(second: number, operation = 'quote', requestId = `r${second}`) {
  const at = new Date(noon + second * 1_000).toISOString();
  return { requestId, at, operation, status: 422, codes: ['VinInvalid'], durationMs: 84 };
}

function page(...requests: readonly object[]): ScriptedAnswer {
  return { body: { isValid: true, errors: [], requests, nextCursor: null } };
}

suite('logs', () => {
  async function read(answers: readonly Step[], options: Parameters<typeof follow>[1] = {}) {
    return follow(await startScriptedService(answers), options);
  }

  async function follow(service: ScriptedService, { isFollowing = true, count = 25, last = '' } = {}) {
    const stop = new AbortController();
    const lines: string[] = [];
    const said: string[] = [];
    const print = (line: string): void => {
      lines.push(line);
      if (last !== '' && line.endsWith(last)) stop.abort();
    };
    await logs({
      northbind: service.client(),
      filter: {},
      count,
      isFollowing,
      signal: stop.signal,
      print,
      pollMs: 1,
      say: (line) => void said.push(line),
    });
    return { ids: lines.map((line) => line.split(' ').at(-1)), lines, said };
  }

  test('the past is printed oldest first, as many as asked for, without the calls that read it', async () => {
    const { ids, lines } = await read([page(called(3), called(2, 'requests'), called(1), called(0))], {
      isFollowing: false,
      count: 2,
    });
    assert.deepEqual(ids, ['r1', 'r3']);
    assert.equal(lines[0], '2026-11-16T17:00:01.000Z 422 quote 84 ms VinInvalid r1');
  });

  test('what comes is printed once, also what comes later than younger ones, and over an outage', async () => {
    const away = [{ status: 502, body: '' }, 'drop', refusal('InternalError', { status: 500 })] as const;
    const { ids, said } = await read(
      [
        page(called(10)),
        page(called(12), called(10)),
        ...away,
        page(called(20), called(12), called(11), called(10), called(-500)),
        page(called(21), called(20), called(12), called(11), called(10)),
      ],
      { last: 'r21' },
    );
    assert.deepEqual(ids, ['r10', 'r12', 'r11', 'r20', 'r21']);
    assert.equal(said.length, 2);
  });

  test('wrong credentials end it', async () => {
    const service = startScriptedService([page()], [{ status: 401 }]);
    await assert.rejects(follow(await service), { code: 'AuthenticationFailed' });
  });
});
