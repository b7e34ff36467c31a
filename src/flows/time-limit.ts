/** Rejects with `late` when the work is not done in time. The work itself goes on. */
export function withTimeLimit<T>(limitMs: number, work: Promise<T>, late: Error): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const timer = setTimeout(() => reject(late), limitMs);
  work.then(resolve, reject).finally(() => clearTimeout(timer));
  return promise;
}
