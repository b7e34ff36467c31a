/** The form's calls to the processor it came from. */

// Longer than the processor's slowest answer, so that a slow approval is not taken for a timeout.
const timeoutMs = 45_000;

/**
 * Returns the answer's status and body, or null without a usable answer: then it is not known whether the processor
 * acted.
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
    // fetch throws for no connection, a timeout and a broken answer.
    return null;
  }
}
