import { useWords } from '../words/words.tsx';
import { Below } from './data-table.tsx';

/** A cause in words, and below it as the other party or the service wrote it. */
export function Cause({ text }: { readonly text: string | null }) {
  const { today, kit } = useWords();
  if (text === null) return <>{kit.none}</>;
  const known = beginnings.find(([beginning]) => beginning.test(text))?.[1];
  if (known === undefined) return <>{text}</>;
  return (
    <>
      {today.causes[known]}
      <Below>{text}</Below>
    </>
  );
}

type KnownCause =
  | 'taxChanged'
  | 'unknown'
  | 'refused'
  | 'refusedForGood'
  | 'unreachable'
  | 'toPay'
  | 'tired'
  | 'document';

/** In the order in which they are tried. */
const beginnings: readonly (readonly [RegExp, KnownCause])[] = [
  [/the tax rate change[sd]/, 'taxChanged'],
  [/^refused for good/i, 'refusedForGood'],
  [/^to be paid by you/, 'toPay'],
  [/^(refused|declined)/i, 'refused'],
  [/^(unknown|not known)/i, 'unknown'],
  [/ECONN|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|timeout|unreachable|silent|no answer|answered 5\d\d/i, 'unreachable'],
  [/^tried \d+ times|died at every try/i, 'tired'],
  [/document could not be made/i, 'document'],
];
