/** What a mail to a customer is about. */
export const mailTopics = [
  'policy',
  'receipt',
  'refund receipt',
  'amendment',
  'cancellation',
  'withdrawal',
  'refusal',
  'payment link',
  'lapse',
] as const;
export type MailTopic = (typeof mailTopics)[number];

/** Of these a policy can have several; each has a number. */
type NumberedTopic = 'amendment' | 'refusal';

/** What a mail is stored as, so that an address gets each once: `refusal 2`. */
export type MailKind = Exclude<MailTopic, NumberedTopic> | `${NumberedTopic} ${number}`;

export function topicOf(kind: MailKind): MailTopic {
  return withoutNumber(kind) as MailTopic;
}

export function withoutNumber(text: string): string {
  return text.replace(/ \d+$/, '');
}
