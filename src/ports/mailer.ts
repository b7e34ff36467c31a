import type { Outcome } from './outcome.ts';

/** What we need of whoever carries mail. */
export interface Mailer {
  /** Done: the mail server has taken it. Refused: it never will (no such address). Unknown: it may have. */
  readonly send: (mail: OutgoingMail) => Promise<Outcome<void>>;
}

export interface OutgoingMail {
  /** Ours, of this mail: the message's id, so that a mail sent twice by accident can be told as one. */
  readonly key: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly attachments: readonly { readonly filename: string; readonly contentType: string; readonly bytes: Buffer }[];
}
