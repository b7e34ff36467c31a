import type { MailKind } from '../../domain/mail/mail-kind.ts';
import type {
  CancellationFacts,
  CorrectionFacts,
  CoverEndedFacts,
  MailFacts,
  ReceiptFacts,
  RedirectedFacts,
  RefundFacts,
  UnpaidFacts,
  WithdrawalFacts,
} from '../../store/mail/mail.ts';

/** A mail as it is stored. */
export interface AskedMail {
  readonly kind: MailKind;
  /** What was so when the mail was asked for; null for a mail that only brings documents. */
  readonly facts: MailFacts | null;
}

export type DocumentTopic = 'policy' | 'amendment';
export type UnpaidTopic = 'refusal' | 'payment link' | 'lapse';

/** Each kind has the facts that such a mail has. */
type About =
  | { readonly topic: DocumentTopic }
  | { readonly topic: 'cancellation'; readonly facts: CancellationFacts }
  | { readonly topic: 'withdrawal'; readonly facts: WithdrawalFacts }
  | { readonly topic: 'receipt'; readonly facts: ReceiptFacts }
  | { readonly topic: 'refund receipt'; readonly facts: RefundFacts }
  | { readonly topic: 'refund by cheque'; readonly facts: RedirectedFacts }
  | { readonly topic: 'correction'; readonly facts: CorrectionFacts }
  | { readonly topic: 'cover ended'; readonly facts: CoverEndedFacts }
  | { readonly topic: UnpaidTopic; readonly facts: UnpaidFacts };

export function aboutOf({ kind: topic, facts }: AskedMail): About {
  switch (topic) {
    case 'policy':
    case 'amendment':
      return { topic };
    case 'cancellation':
    case 'withdrawal':
    case 'receipt':
    case 'refund receipt':
    case 'refund by cheque':
    case 'refusal':
    case 'payment link':
    case 'lapse':
    case 'correction':
    case 'cover ended':
      if (facts === null) throw new Error(`A mail of kind ${topic} was stored without its facts.`);
      return { topic, facts } as About;
  }
}
