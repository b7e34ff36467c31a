import type { Outcome } from './outcome.ts';

/** Who says which operator it is, instead of a password of ours. */
export interface IdentityProvider {
  /** The operators call it this. */
  readonly name: string;
  /** Where to send the browser, and what must be kept, for this browser alone, until it comes back. */
  readonly begin: (returnUrl: string) => Promise<Outcome<BegunSignIn>>;
  /** `arrivedUrl` is the address at which the browser came back, with what the provider added. */
  readonly finish: (arrivedUrl: string, kept: KeptSignIn) => Promise<Outcome<Identity>>;
}

export interface BegunSignIn {
  readonly url: string;
  readonly kept: KeptSignIn;
}

export interface KeptSignIn {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

export interface Identity {
  readonly issuer: string;
  /** Names the person at that issuer, for good. */
  readonly subject: string;
  readonly claims: Readonly<Record<string, unknown>>;
}
