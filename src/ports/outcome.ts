/**
 * How a foreign party answers. `unknown` is not "no": it may have acted, so whoever comes next asks before doing again.
 */
export type Outcome<T> =
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'refused'; readonly reason: string }
  /** Proven: the other side never saw it. */
  | { readonly kind: 'not-sent'; readonly cause: string }
  /** It may have acted: ask before doing again. */
  | { readonly kind: 'unknown'; readonly cause: string };

/** What goes along with every call to a foreign party. */
export interface CallContext {
  /** One id from the partner's request to the party's log. */
  readonly requestId: string;
  /** What the sandbox was asked to break. Null in production; adapters of real parties never look at it. */
  readonly fault: string | null;
  /**
   * Whether the caller's try is still its own. An adapter whose party would do a thing twice asks right before it sends, after
   * whatever it looked up: the caller may have stood still meanwhile. Left out: always.
   */
  readonly mayStillSend?: () => boolean;
}
