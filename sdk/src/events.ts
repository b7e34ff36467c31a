import type { OperationName } from './operation.ts';

/**
 * What happens inside a call, for your log. No event contains a secret, a customer's name or number, or a URL with an
 * id.
 */
export type NorthbindEvent = {
  readonly operation: OperationName;
  readonly requestId: string;
  /** 1 for the first time that the call is sent. */
  readonly attempt: number;
} & (
  | { readonly type: 'sent' }
  | { readonly type: 'answered'; readonly status: number; readonly durationMs: number }
  | { readonly type: 'unanswered'; readonly code: string; readonly durationMs: number }
  | { readonly type: 'waiting'; readonly code: string; readonly waitMs: number }
);

export type OnEvent = (event: NorthbindEvent) => void;

/** A log that fails must not fail a bind. */
export function emit(onEvent: OnEvent | undefined, event: NorthbindEvent): void {
  try {
    const result: unknown = onEvent?.(event);
    if (result instanceof Promise) result.catch(() => undefined);
  } catch {
    // The partner's log reports its own errors.
  }
}
