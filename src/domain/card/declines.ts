/**
 * A thief who tries stolen cards needs many tries. A customer with a card that is refused has one or two more. So after
 * some declined cards an application takes no more for an hour, and after more in a minute neither does the address
 * that sent them.
 */
export interface DeclineLimits {
  readonly perApplicationAndHour: number;
  readonly perAddressAndMinute: number;
}

/** Partners' tests in the sandbox decline cards on purpose, all from one address. */
export function declineLimitsOf(isProduction: boolean): DeclineLimits {
  return isProduction
    ? { perApplicationAndHour: 5, perAddressAndMinute: 30 }
    : { perApplicationAndHour: declineCountMax, perAddressAndMinute: 3_000 };
}

/** No limit of an application is higher. */
export const declineCountMax = 100;
const declineMinutes = 60;

/** Returns how many seconds to wait before the application's next card; null if it may come now. */
export function waitAfterDeclines(declinedAt: readonly Date[], now: Date, limits: DeclineLimits): number | null {
  const counted = declinedAt
    .map((moment) => moment.getTime() + declineMinutes * 60_000 - now.getTime())
    .filter((leftMs) => leftMs > 0)
    .sort((one, other) => other - one);
  const leftMs = counted[limits.perApplicationAndHour - 1];
  return leftMs === undefined ? null : Math.ceil(leftMs / 1_000);
}
