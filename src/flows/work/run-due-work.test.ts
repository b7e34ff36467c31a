import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { TimedOut, Unavailable } from '../../domain/unavailable.ts';
import { type DueWork, type Ending, type Lease, leaseFor, runDueWork } from './run-due-work.ts';

/** Work that is due, in its order, and what becomes of each. */
function due(endings: readonly (Ending | Error)[], handled: number[] = []): DueWork<number> {
  let next = 0;
  return {
    take: async () => {
      next += 1;
      return next > endings.length ? null : next;
    },
    handle: async (place) => {
      handled.push(place);
      const ending = endings[place - 1]!;
      if (ending instanceof Error) throw ending;
      return ending;
    },
    trySeconds: 60,
    batchMax: 100,
  };
}

/** A clock that stands still until the test moves it. */
function stopClock(t: TestContext): { seconds: number } {
  const clock = { seconds: 1_000 };
  t.mock.method(performance, 'now', () => clock.seconds * 1_000);
  return clock;
}

test('a run takes what is due until there is nothing more, and counts what has ended', async () => {
  const handled: number[] = [];
  const work = due(['ended', 'open', 'ended'], handled);
  assert.deepEqual(await runDueWork(work), { taken: 3, ended: 2 });
  assert.deepEqual(handled, [1, 2, 3]);
});

test('where nothing is due, the database is asked once, whatever the lanes', async () => {
  let asked = 0;
  const take = async (): Promise<null> => {
    asked += 1;
    return null;
  };
  assert.deepEqual(await runDueWork({ ...due([]), take, lanes: 4 }), { taken: 0, ended: 0 });
  assert.equal(asked, 1);
});

test('a run leaves to the next one what is more than its turn', async () => {
  const handled: number[] = [];
  const work = due(['ended', 'ended', 'ended'], handled);
  assert.deepEqual(await runDueWork({ ...work, batchMax: 2 }), { taken: 2, ended: 2 });
  assert.deepEqual(await runDueWork({ ...work, batchMax: 2 }), { taken: 1, ended: 1 });
  assert.deepEqual(handled, [1, 2, 3]);
});

test('while the other party is away, the rest waits for the next run', async () => {
  assert.deepEqual(await runDueWork(due(['ended', 'unreachable', 'ended'])), { taken: 2, ended: 1 });
});

test('while the other party is away, no further lane begins', async () => {
  const work = due(['unreachable', 'ended', 'ended', 'ended']);
  let underWay = 0;
  const handle = async (place: number, lease: Lease): Promise<Ending> => {
    if (place === 1) return work.handle(place, lease);
    underWay += 1;
    assert.equal(underWay, 1);
    await new Promise((resolve) => setTimeout(resolve, 2));
    underWay -= 1;
    return 'ended';
  };
  const take = async (): Promise<number | null> => {
    const taken = await work.take();
    // The second is on its way while the first learns that the party is away.
    if (taken === 2) await new Promise((resolve) => setTimeout(resolve, 2));
    return taken;
  };
  assert.deepEqual(await runDueWork({ ...work, take, handle, lanes: 2 }), { taken: 4, ended: 3 });
});

test('as many as the lanes are handled at once, and never more', async () => {
  for (const [lanes, most] of [
    [undefined, 1],
    [2, 2],
    [3, 3],
  ] as const) {
    const work = due(['ended', 'ended', 'ended', 'ended', 'ended', 'ended']);
    let underWay = 0;
    let highest = 0;
    const handle = async (): Promise<Ending> => {
      underWay += 1;
      highest = Math.max(highest, underWay);
      await new Promise((resolve) => setTimeout(resolve, 2));
      underWay -= 1;
      return 'ended';
    };
    const counts = await runDueWork({ ...work, handle, ...(lanes !== undefined && { lanes }) });
    assert.deepEqual([counts, highest], [{ taken: 6, ended: 6 }, most]);
  }
});

test('what throws keeps nothing from the rest, and is thrown when the run is over', async () => {
  const handled: number[] = [];
  const broken = new Error('broken');
  await assert.rejects(runDueWork(due(['ended', broken, 'ended'], handled)), (error) => error === broken);
  assert.deepEqual(handled, [1, 2, 3]);
});

test('if several throw, all are told', async () => {
  const [one, other] = [new Error('one'), new TimedOut('other')];
  await assert.rejects(runDueWork(due([one, 'ended', other])), (error: AggregateError) => {
    assert.deepEqual(error.errors, [one, other]);
    assert.equal(error.message, '2 of 3 could not be handled.');
    return true;
  });
});

test('a lock that is waited for too long fails alone; a database that is away stops the run', async () => {
  const handled: number[] = [];
  await assert.rejects(runDueWork(due([new TimedOut('locked'), 'ended'], handled)), /locked/);
  assert.deepEqual(handled, [1, 2]);
  const stopped: number[] = [];
  await assert.rejects(runDueWork(due([new Unavailable('away'), 'ended'], stopped)), /away/);
  assert.deepEqual(stopped, [1]);
});

test('a run that is stopped takes no more', async () => {
  const stop = new AbortController();
  const work = due(['ended', 'ended', 'ended']);
  const handle = async (): Promise<Ending> => {
    stop.abort();
    return 'ended';
  };
  assert.deepEqual(await runDueWork({ ...work, handle }, stop.signal), { taken: 1, ended: 1 });
});

test('after 30 seconds, or as long as the work says, a run takes no more', async (t) => {
  const clock = stopClock(t);
  const each = (seconds: number) => ({
    ...due(['ended', 'ended', 'ended']),
    handle: async (): Promise<Ending> => {
      clock.seconds += seconds;
      return 'ended';
    },
  });
  assert.equal((await runDueWork(each(29))).taken, 2);
  assert.equal((await runDueWork(each(30))).taken, 1);
  assert.equal((await runDueWork({ ...each(30), runSeconds: 31 })).taken, 2);
});

test('work may be acted on for as long as a try takes, counted from before it was taken', async (t) => {
  const clock = stopClock(t);
  const work = due(['ended']);
  const said: (string | null)[] = [];
  const take = async (): Promise<number | null> => {
    clock.seconds += 20;
    return work.take();
  };
  const handle = async (_: number, lease: Lease): Promise<Ending> => {
    said.push(lease.endedReason());
    clock.seconds += 39.999;
    said.push(lease.endedReason());
    clock.seconds += 0.001;
    said.push(lease.endedReason());
    return 'ended';
  };
  await runDueWork({ ...work, take, handle, batchMax: 1 });
  assert.deepEqual(said, [null, null, 'the lease has run out']);
});

test('a run that was stopped says so to whoever would still send', () => {
  const stop = new AbortController();
  const lease = leaseFor(60, stop.signal);
  assert.equal(lease.endedReason(), null);
  stop.abort();
  assert.equal(lease.endedReason(), 'the run was stopped');
});
