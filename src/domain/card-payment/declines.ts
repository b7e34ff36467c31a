/**
 * A thief who tries stolen cards needs many tries. A customer with a card that is refused has one or two more. So after
 * five declined cards an application takes no more for an hour, and after thirty in a minute neither does the address
 * that sent them.
 */
export const declinesPerApplication = 5;
export const declineMinutes = 60;
export const declinesPerAddressAndMinute = 30;

/** Returns how many seconds to wait before the application's next card; null if it may come now. */
export function waitAfterDeclines(declinedAt: readonly Date[], now: Date): number | null {
  const counted = declinedAt
    .map((moment) => moment.getTime() + declineMinutes * 60_000 - now.getTime())
    .filter((leftMs) => leftMs > 0)
    .sort((one, other) => other - one);
  const leftMs = counted[declinesPerApplication - 1];
  return leftMs === undefined ? null : Math.ceil(leftMs / 1_000);
}
