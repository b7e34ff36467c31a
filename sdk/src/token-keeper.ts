export interface FreshToken {
  readonly token: string;
  /** Counted from when it was asked for. */
  readonly lifetimeMs: number;
}

/** Caches the token until shortly before it expires. Concurrent calls share one authentication. */
export class TokenKeeper {
  readonly #getToken: () => Promise<FreshToken>;
  #kept: { readonly token: string; readonly staleAt: number } | null = null;
  #underWay: Promise<string> | null = null;

  constructor(getToken: () => Promise<FreshToken>) {
    this.#getToken = getToken;
  }

  current(): Promise<string> {
    if (this.#kept !== null && Date.now() < this.#kept.staleAt) return Promise.resolve(this.#kept.token);
    if (this.#underWay === null) {
      this.#underWay = this.#renew().finally(() => {
        this.#underWay = null;
      });
      this.#underWay.catch(() => undefined); // The calls that waited may have been cancelled.
    }
    return this.#underWay;
  }

  /** Forgets a token after a 401. Keeps a newer one that another call has got meanwhile. */
  forget(token: string): void {
    if (this.#kept?.token === token) this.#kept = null;
  }

  async #renew(): Promise<string> {
    const askedAt = Date.now();
    // The lifetime counts, not the time at which it ends: this machine's clock may be wrong.
    const { token, lifetimeMs } = await this.#getToken();
    this.#kept = { token, staleAt: askedAt + lifetimeMs - Math.min(marginMs, lifetimeMs / 10) };
    return token;
  }
}

// Time for a call to arrive, and perhaps to be repeated.
const marginMs = 60_000;
