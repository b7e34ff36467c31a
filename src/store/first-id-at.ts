/** The lowest UUID of version 7 that is made at this moment. Ids begin with their time, so it divides old from new. */
export function firstIdAt(moment: Date): string {
  const digits = Math.max(0, moment.getTime()).toString(16).padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}-7000-8000-000000000000`;
}
