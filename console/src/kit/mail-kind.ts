/** Of a mail of which a policy can have several, the kind without its number: `refusal 2`. */
export function unnumbered(mailKind: string): string {
  return mailKind.replace(/ \d+$/, '');
}
