/** The result of a call to an outside party. */
export type Outcome<T> =
  | { readonly kind: 'done'; readonly value: T }
  | Refused
  /** The party certainly did not receive it. */
  | { readonly kind: 'not-sent'; readonly cause: string }
  /** Not a no: the party may have acted, so look up what it did before trying again. */
  | { readonly kind: 'unknown'; readonly cause: string };

/** A no. The reason is for people to read: whoever decides something reads the values beside it. */
export interface Refused {
  readonly kind: 'refused';
  readonly reason: string;
  readonly by: Refuser;
  /** A hard decline: it said that it will never do it, however often it is asked. Stored as `refused-for-good`. */
  readonly isFinal: boolean;
  /** When a refused charge may be tried again, if the card schemes say so. */
  readonly retryAfterDays?: number;
  /** Why, if the bind tells this refusal otherwise than any other. */
  readonly reasonCode?: ReasonCode;
}

export type ReasonCode = 'hold-lapsed' | 'loan-term-not-offered' | 'policy-number-in-use';

/**
 * Who said no: the bank that issued the card, the party that we called, or we ourselves, by what the party has on
 * record or by what it can't be asked at all.
 */
export type Refuser = 'issuer' | 'party' | 'us';

export function refusedBy(
  by: Refuser,
  reason: string,
  {
    isFinal = false,
    retryAfterDays,
    reasonCode,
  }: Partial<Pick<Refused, 'isFinal' | 'retryAfterDays' | 'reasonCode'>> = {},
): Refused {
  return {
    kind: 'refused',
    reason,
    by,
    isFinal,
    ...(retryAfterDays !== undefined && { retryAfterDays }),
    ...(reasonCode !== undefined && { reasonCode }),
  };
}

export function mapDone<T, U>(outcome: Outcome<T>, map: (value: T) => U): Outcome<U> {
  return outcome.kind === 'done' ? { kind: 'done', value: map(outcome.value) } : outcome;
}

/** The lease ended while this process stood still. Another instance may have tried since, so this one must not send. */
export const tooLate = { kind: 'not-sent', cause: 'the time for this try is over' } as const;

/** Passed with every call to an outside party. */
export interface CallContext {
  /** One id from the partner's request to the party's log. */
  readonly requestId: string;
  /** The fault that the partner asked the sandbox for. Null in production, and ignored by adapters of real parties. */
  readonly fault: string | null;
  /**
   * Whether the caller still owns the attempt. Adapters ask right before they send a charge, and a refund that the
   * party would make twice, since the caller may have been suspended meanwhile. Absent: always.
   */
  readonly mayStillSend?: () => boolean;
}
