export interface MonerisTimeouts {
  readonly connectMs: number;
  readonly callMs: number;
  readonly lookUpMs: number;
}

/**
 * The vendor's own library waits 20 s for a connection and 35 s in all. A partner's client and the proxies before us
 * commonly give up after 30 s, so the longest story here (a call, refused as a duplicate, then looked up) has to end by
 * then.
 */
export const defaultTimeouts: MonerisTimeouts = {
  // Giving up on a connection is free: nothing was sent. A healthy one takes well under a second.
  connectMs: 4_000,
  // An issuer may take its time, so most of the budget is here. Past it the outcome is `unknown`, never "no".
  callMs: 18_000,
  // For a whole look-up, with all its questions and retries.
  lookUpMs: 10_000,
};
