import { useWords } from '../words/words.tsx';
import { Below } from './data-table.tsx';

/** A cause in words. In English also as the other party or the service wrote it, where that says more. */
export function Cause({ text }: { readonly text: string | null }) {
  const { today, kit, language, format } = useWords();
  if (text === null) return <>{kit.none}</>;
  const lapse = lapseNoticed.exec(text)?.[1];
  const cause = withDates(text.replace(lapseNoticed, ''), format.date);
  const [known, match] = tell(cause);
  const words = known === null ? cause : today.causes[known];
  return (
    <>
      {typeof words === 'string' ? words : (words as (...named: readonly string[]) => string)(...match)}
      {known !== null && typeof words === 'string' && language === 'en' && <Below>{cause}</Below>}
      {lapse !== undefined && <Below>{today.lapseNoticed(format.date(lapse))}</Below>}
    </>
  );
}

const lapseNoticed = / Notice of lapse on (\d{4}-\d\d-\d\d): cover may be ended\.$/;

/** In the order in which they are tried; what a cause names is told with it. */
const beginnings = [
  [/^missing in the (?:payout|settlement) file, reference (.+)$/, 'missing'],
  [/^different: line (\d+) has (-?[\d.]+), reference (.+)$/, 'different'],
  [/^unknown: line (\d+) is not in the books, or there twice, reference (.+)$/, 'notBooked'],
  [/the tax rate change[sd]/, 'taxChanged'],
  [/^refused for good/i, 'refusedForGood'],
  [/^to be paid by you/, 'toPay'],
  [/^(?:refused|declined)/i, 'refused'],
  [/^(?:unknown|not known)/i, 'unknown'],
  [/ECONN|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|timeout|unreachable|silent|no answer|answered 5\d\d/i, 'unreachable'],
  [/^tried \d+ times|died at every try/i, 'tired'],
  [/document could not be made/i, 'document'],
] as const;

type Told = readonly [known: (typeof beginnings)[number][1] | null, match: readonly string[]];

function tell(cause: string): Told {
  for (const [beginning, known] of beginnings) {
    const match = beginning.exec(cause);
    if (match !== null) return [known, match.slice(1)];
  }
  return [null, []];
}

function withDates(text: string, date: (day: string) => string): string {
  return text.replace(/\b\d{4}-\d\d-\d\d\b/g, date);
}
