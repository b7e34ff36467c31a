/** A rise wears its sign, as a fall does. */
export function signed(text: string, value: number): string {
  return value > 0 ? `+${text}` : text;
}
