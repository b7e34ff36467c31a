import type { PlainDate } from '../calendar.ts';

/** Flat: as if there had never been a policy; all is given back. Pro-rata: the days that are not used are. */
export const cancellationKinds = ['flat', 'pro-rata'] as const;
export type CancellationKind = (typeof cancellationKinds)[number];

export interface CancellationAsked {
  readonly kind: CancellationKind;
  /**
   * The first day without cover. A flat cancellation has covered nothing: in its terms the day is never after the
   * policy's own first day.
   */
  readonly cancelledOn: PlainDate;
}
