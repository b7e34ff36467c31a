/** A phone number or an engine among other words: no line ends inside it. */
export function unbroken(text: string): string {
  return text.replaceAll(' ', '\u00a0').replaceAll('-', '\u2011');
}
