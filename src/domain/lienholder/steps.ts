/**
 * Long work cut into short steps: whoever runs it can let others have their turn between two of them. The lienholders'
 * index takes seconds at 100,000 names, and no request may wait for it.
 */
export type Steps<Result> = Generator<void, Result>;

// About a millisecond of work.
const stepSize = 500;

/** Runs all steps at once. */
export function runSteps<Result>(steps: Steps<Result>): Result {
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}

export function* forEachInSteps<One>(list: Iterable<One>, work: (one: One, at: number) => void): Steps<void> {
  let at = 0;
  for (const one of list) {
    work(one, at++);
    if (at % stepSize === 0) yield;
  }
}

export function* mapInSteps<One, Other>(list: Iterable<One>, map: (one: One, at: number) => Other): Steps<Other[]> {
  const mapped: Other[] = [];
  yield* forEachInSteps(list, (one, at) => void mapped.push(map(one, at)));
  return mapped;
}

/** Sorts short runs, then merges them two by two. Equal ones keep their order. */
export function* sortInSteps<One>(list: readonly One[], compare: (a: One, b: One) => number): Steps<One[]> {
  let from = list.slice();
  for (let start = 0; start < from.length; start += stepSize) {
    const run = from.slice(start, start + stepSize).sort(compare);
    for (let at = 0; at < run.length; at++) from[start + at] = run[at]!;
    yield;
  }
  for (let width = stepSize; width < from.length; width *= 2) {
    const to: One[] = [];
    for (let start = 0; start < from.length; start += 2 * width) {
      yield* mergeInSteps(from, start, Math.min(start + width, from.length), start + 2 * width, to, compare);
    }
    from = to;
  }
  return from;
}

function* mergeInSteps<One>(
  from: readonly One[],
  start: number,
  middle: number,
  end: number,
  to: One[],
  compare: (a: One, b: One) => number,
): Steps<void> {
  const last = Math.min(end, from.length);
  for (let left = start, right = middle; left < middle || right < last; ) {
    const isLeft = right >= last || (left < middle && compare(from[left]!, from[right]!) <= 0);
    to.push(isLeft ? from[left++]! : from[right++]!);
    if (to.length % stepSize === 0) yield;
  }
}
