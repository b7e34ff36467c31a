import type { DocumentContext } from './document-context.ts';

/** How the issuer is reached, at the end of most papers. */
export function contactText({ words, issuer }: DocumentContext): string {
  return words.contactText(issuer.name, issuer.addressLines.join(', '), issuer.phoneNumber, issuer.emailAddress);
}
