import type { Failure } from '../../../src/domain/work/failure.ts';
import { useWords } from '../words/words.tsx';
import { Below } from './data-table.tsx';

/** Their words say all that there is to know. */
const plain: readonly (Failure | null)[] = ['refused-for-good', 'link-expired', 'to-pay', 'to-collect'];

/** How work failed, in words. In English also as the other party or the service wrote it, where that says more. */
export function Cause({ failure, cause }: { readonly failure: Failure | null; readonly cause: string | null }) {
  const { today, kit, language, format } = useWords();
  if (cause === null) return <>{kit.none}</>;
  const written = withDates(cause, format.date);
  if (failure === null) return <>{written}</>;
  return (
    <>
      {today.failures[failure]}
      {!plain.includes(failure) && language === 'en' && <Below>{written}</Below>}
    </>
  );
}

function withDates(text: string, date: (day: string) => string): string {
  return text.replace(/\b\d{4}-\d\d-\d\d\b/g, date);
}
