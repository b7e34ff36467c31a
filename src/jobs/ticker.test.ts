import assert from 'node:assert/strict';
import test from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startTicker } from './ticker.ts';
import { watchJobs } from './watch.ts';

const failed: string[] = [];
const log = { info: () => undefined, warn: () => undefined, error: (event: string) => void failed.push(event) };

test('a run that hangs is ended at its deadline, shows as late, and does not keep the next one from running', async () => {
  const watch = watchJobs();
  const signals: AbortSignal[] = [];
  const secondRun = Promise.withResolvers<void>();
  const stop = startTicker({
    name: 'hanging',
    everyMs: 5,
    deadlineMs: 20,
    log,
    watch,
    run: (signal) => {
      signals.push(signal);
      if (signals.length === 1) return new Promise(() => undefined);
      return secondRun.promise;
    },
  });
  while (signals.length < 2) await sleep(5);
  assert.deepEqual([signals[0]!.aborted, failed], [true, ['job failed']]);
  while (watch.late().length === 0) await sleep(5);
  assert.deepEqual(watch.late(), ['hanging']);
  secondRun.resolve();
  while (watch.late().length > 0) await sleep(5);
  await stop();
});

test('a success on another instance counts, and an older one does not replace a newer', () => {
  const watch = watchJobs();
  watch.expect('nightly', 60_000);
  watch.succeeded('nightly', 3_600_000);
  assert.ok(watch.ages().get('nightly')! < 60);
  watch.succeeded('unknown');
  assert.deepEqual([...watch.ages().keys()], ['nightly']);
});
