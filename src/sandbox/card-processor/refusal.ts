/** The reasons by which the processor refuses a merchant's call, and their HTTP status. */
export const refusalStatuses = {
  declined: 402,
  'unknown order': 404,
  'unknown card': 404,
  'invalid ticket': 404,
  // A repeated order is refused: the merchant has to look up what became of the first.
  'duplicate order': 409,
  'not held': 409,
  'already captured': 409,
  'already released': 409,
  'not charged': 409,
  'not disputed': 409,
  'already disputed': 409,
  // The issuer has released the hold.
  expired: 410,
  'amount too high': 422,
} as const satisfies Record<string, number>;

type RefusalReason = keyof typeof refusalStatuses;

export type Judged<T> =
  | { readonly ok: true; readonly value: T }
  | {
      readonly ok: false;
      readonly reason: RefusalReason;
      /** What the issuer and the scheme of a declined card gave as codes. */
      readonly codes: string | null;
    };

export function accept<T>(value: T): Judged<T> {
  return { ok: true, value };
}

export function refuse(reason: RefusalReason, codes: string | null = null): Judged<never> {
  return { ok: false, reason, codes };
}
