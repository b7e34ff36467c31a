import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import test, { type TestContext } from 'node:test';
import { openTerminal, type Terminal } from './terminal.ts';

/** A terminal of 80 columns, and what was drawn on its error output since it was last asked. */
function terminalFor(t: TestContext, isTTY: boolean): readonly [Terminal, () => string] {
  t.mock.timers.enable({ apis: ['setInterval'] });
  let drawn = '';
  const stderr = Object.assign(new EventEmitter(), { isTTY, write: (text: string) => (drawn += text) });
  const streams = { stdin: { isTTY }, stdout: Object.assign(new EventEmitter(), { isTTY, columns: 80 }), stderr };
  const sinceLast = (): string => {
    const since = drawn;
    drawn = '';
    return since;
  };
  return [openTerminal(streams as unknown as NodeJS.Process), sinceLast];
}

test('a command that takes long counts the seconds, until it says how far it is', (t) => {
  const [terminal, drawn] = terminalFor(t, true);
  terminal.beginProgress();
  t.mock.timers.tick(1_000);
  assert.equal(drawn(), '');
  t.mock.timers.tick(2_000);
  assert.match(drawn(), /working: 3 s/);
  terminal.progress(1, 2);
  t.mock.timers.tick(2_000);
  assert.match(drawn(), /\[#{15}\.{15}\] {2}50 %$/);
  terminal.progress(2_000, 0);
  assert.match(drawn(), /2,000 *$/);
  terminal.endProgress();
  assert.match(drawn(), /^\r +\r$/);
});

test('without a terminal no progress is drawn, and tables are as wide as they are', (t) => {
  const [terminal, drawn] = terminalFor(t, false);
  terminal.beginProgress();
  t.mock.timers.tick(5_000);
  terminal.progress(1, 2);
  assert.equal(drawn(), '');
  assert.equal(terminal.width, undefined);
});

test('a reader that closes the pipe early, such as head, is no fault; another fault of the pipe is', () => {
  const [stdout, stderr] = [new EventEmitter(), new EventEmitter()];
  openTerminal({ stdin: {}, stdout, stderr } as unknown as NodeJS.Process);
  for (const stream of [stdout, stderr]) {
    stream.emit('error', Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }));
    assert.throws(() => stream.emit('error', Object.assign(new Error('disk'), { code: 'ENOSPC' })), /disk/);
  }
});
