/** Dates are `YYYY-MM-DD`, without a zone: the seller's calendar. */
export function addDays(date: string, days: number): string {
  return atNoon(date, (day) => day.setUTCDate(day.getUTCDate() + days));
}

/** The same day of the next month, or that month's last day. */
export function addMonth(date: string): string {
  const lastDay = new Date(Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)) + 1, 0)).getUTCDate();
  const day = Math.min(Number(date.slice(8)), lastDay);
  return atNoon(`${date.slice(0, 7)}-01`, (first) => first.setUTCMonth(first.getUTCMonth() + 1, day));
}

export function toDate(date: string): Date {
  return new Date(`${date}T12:00:00Z`);
}

function atNoon(date: string, move: (day: Date) => void): string {
  const day = toDate(date);
  move(day);
  return day.toISOString().slice(0, 10);
}
