import type { Failure } from '../../../src/domain/work/failure.ts';
import { useWords } from '../words/words.tsx';
import { Below } from './data-table.tsx';

/** Whether the cause is shown as well: of some failures the words say all that there is to know. */
const showsCause: Readonly<Record<Failure, boolean>> = {
  unavailable: true,
  refused: true,
  'refused-for-good': false,
  'refused-before-tax-change': true,
  unknown: true,
  'tax-changed': true,
  'link-expired': false,
  'document-not-made': true,
  interrupted: true,
  waiting: true,
  'to-pay': false,
  'to-collect': false,
  unreconciled: true,
  error: true,
};

/** How work failed, in words. In English also as the other party or the service wrote it, where that says more. */
export function Cause({ failure, cause }: { readonly failure: Failure | null; readonly cause: string | null }) {
  const { today, kit, language, format } = useWords();
  if (cause === null) return <>{kit.none}</>;
  const written = withDates(cause, format.date);
  if (failure === null) return <>{written}</>;
  return (
    <>
      {today.failures[failure]}
      {showsCause[failure] && language === 'en' && <Below>{written}</Below>}
    </>
  );
}

function withDates(text: string, date: (day: string) => string): string {
  return text.replace(/\b\d{4}-\d\d-\d\d\b/g, date);
}
