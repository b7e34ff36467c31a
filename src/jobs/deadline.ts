/**
 * Runs until the work has ended, or fails when the time is up. The work gets a signal that is aborted then, and with
 * `stopping`.
 */
export async function withDeadline(
  deadlineMs: number,
  stopping: AbortSignal,
  run: (signal: AbortSignal) => Promise<unknown>,
): Promise<void> {
  const late = new AbortController();
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    late.abort();
    reject(new Error(`It did not end within ${deadlineMs} ms.`));
  }, deadlineMs);
  try {
    await Promise.race([run(AbortSignal.any([stopping, late.signal])), tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
