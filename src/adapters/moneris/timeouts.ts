export type MonerisTimeouts = Readonly<Record<'connectMs' | 'callMs' | 'lookUpMs', number>>;

/**
 * Moneris's own library waits 20 s for a connection and 35 s in all. Partners' clients and proxies commonly time out
 * after 30 s, so the longest sequence (a call, refused as a duplicate, then looked up) has to end by then.
 */
export const defaultTimeouts: MonerisTimeouts = {
  // Safe to cut short, since nothing was sent. A healthy connection takes well under a second.
  connectMs: 4_000,
  // Issuers can be slow, so most of the time is for them. After it the outcome is `unknown`, never `refused`.
  callMs: 18_000,
  // A whole look-up may take this long, with all its requests and retries.
  lookUpMs: 10_000,
};
