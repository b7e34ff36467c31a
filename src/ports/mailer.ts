import type { Outcome } from './outcome.ts';

/** What we need of a mail server. */
export interface Mailer {
  /** Done: the mail server accepted it. Refused: it never will (no such address). Unknown: it may have. */
  readonly send: (mail: OutgoingMail) => Promise<Outcome<void>>;
}

export interface OutgoingMail {
  /** Becomes the message id, so that a mail program can recognise a mail that was sent twice. */
  readonly key: string;
  readonly to: string;
  /** Shown with the address that mail comes from; the mailer's own if not given. */
  readonly fromName?: string;
  /** Where an answer goes, if not to the address that mail comes from. */
  readonly replyTo?: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** A picture that the HTML shows as `cid:logo`. */
  readonly logo?: { readonly contentType: string; readonly bytes: Buffer };
  readonly attachments: readonly { readonly filename: string; readonly contentType: string; readonly bytes: Buffer }[];
}
