/** What a mail to a customer is about. */
export const mailKinds = [
  'policy',
  'receipt',
  'refund receipt',
  'refund by cheque',
  'amendment',
  'cancellation',
  'withdrawal',
  'refusal',
  'payment link',
  'lapse',
  'correction',
  'cover ended',
] as const;
export type MailKind = (typeof mailKinds)[number];

/** A policy can have several of these. Each has a number, so that an address gets each once. */
export const numberedMailKinds = [
  'receipt',
  'refund receipt',
  'refund by cheque',
  'amendment',
  'refusal',
  'correction',
] as const satisfies readonly MailKind[];
type NumberedMailKind = (typeof numberedMailKinds)[number];

export type NumberedMail =
  | { readonly kind: NumberedMailKind; readonly number: number }
  | { readonly kind: Exclude<MailKind, NumberedMailKind>; readonly number?: never };
