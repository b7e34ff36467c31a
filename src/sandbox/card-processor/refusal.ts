/** How the processor says no to the merchant, and with which status. */
export const refusalStatuses = {
  declined: 402,
  'unknown order': 404,
  'unknown card': 404,
  'invalid ticket': 404,
  // The processor never repeats an order: whoever sends one twice has to look up what became of the first.
  'duplicate order': 409,
  'not held': 409,
  'already captured': 409,
  'already released': 409,
  'not charged': 409,
  // The issuer has let go of the hold by itself.
  expired: 410,
  'amount too high': 422,
} as const satisfies Record<string, number>;

export type RefusalReason = keyof typeof refusalStatuses;

export type Judged<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly reason: RefusalReason };

export function accept<T>(value: T): Judged<T> {
  return { ok: true, value };
}

export function refuse(reason: RefusalReason): Judged<never> {
  return { ok: false, reason };
}
