import type { Token } from './contract-types.ts';

/** Holds the token until shortly before it ends. However many calls need one, only one authentication is under way. */
export class TokenKeeper {
  readonly #authenticate: () => Promise<Token>;
  #kept: { readonly token: string; readonly staleAt: number } | null = null;
  #underWay: Promise<string> | null = null;

  constructor(authenticate: () => Promise<Token>) {
    this.#authenticate = authenticate;
  }

  current(): Promise<string> {
    if (this.#kept !== null && Date.now() < this.#kept.staleAt) return Promise.resolve(this.#kept.token);
    if (this.#underWay === null) {
      this.#underWay = this.#renew().finally(() => {
        this.#underWay = null;
      });
      this.#underWay.catch(() => undefined); // Whoever waited may have been cancelled meanwhile.
    }
    return this.#underWay;
  }

  /** After a 401. A newer token, which another call has got by now, stays. */
  forget(token: string): void {
    if (this.#kept?.token === token) this.#kept = null;
  }

  async #renew(): Promise<string> {
    const askedAt = Date.now();
    const { token, expiryMinutes } = await this.#authenticate();
    // By its lifetime and not by expiryTime: this machine's clock may be wrong.
    const lifetimeMs = expiryMinutes * 60_000;
    this.#kept = { token, staleAt: askedAt + lifetimeMs - Math.min(marginMs, lifetimeMs / 10) };
    return token;
  }
}

// A call that is sent now still has to arrive, and to be repeated perhaps.
const marginMs = 60_000;
