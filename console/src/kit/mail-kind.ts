import type { Words } from '../words/dictionary.ts';

/** What a mail is called: each amendment's has its number, as in `amendment 2`. */
export function mailKindOf({ mailKinds }: Pick<Words['sale'], 'mailKinds'>, kind: string): string {
  const [topic = '', number = ''] = kind.split(' ');
  return `${mailKinds[topic] ?? topic} ${number}`.trim();
}
