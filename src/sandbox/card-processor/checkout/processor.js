/** The form's calls to the processor it came from. */

// Longer than the processor takes for its slowest answer, so that a slow yes is not taken for silence.
const timeoutMs = 45_000;

/**
 * The answer's status and body, or null when there was none that can be relied on: then it is not known whether
 * the processor acted.
 */
export async function askProcessor(what, question) {
  try {
    const response = await fetch(new URL(what, location.href), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(question),
      credentials: 'omit',
      cache: 'no-store',
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (response.status >= 500) return null;
    return { status: response.status, body: await response.json() };
  } catch {
    // No connection, no answer in time, or one that broke off: fetch throws for all of them.
    return null;
  }
}
