import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type {
  CancellationAnswer,
  CancellationPreview,
  CancellationQuestion,
} from '../../../../src/operator/wire/correct.ts';
import type { Words } from '../../words/dictionary.ts';
import { useWords } from '../../words/words.tsx';
import { ActResult } from '../act-result.tsx';
import { api } from '../api.ts';
import { Faults } from '../faults.tsx';
import { CancellationTerms } from './cancellation-terms.tsx';

type TermsWords = Pick<Words['correct']['cancel'], 'act' | 'title' | 'confirm'>;

/**
 * The modal of a cancellation or a rescission shows the refund before it can be confirmed, and sends it along as
 * `shown`: when it has changed since, it is refused.
 */
export function usePreviewedTerms(policyNumber: string, words: TermsWords) {
  const { correct, format } = useWords();
  const { keep, done, doneText, notice } = correct.cancel;
  const [terms, setTerms] = useState<CancellationPreview | null>(null);
  const modal = {
    size: 'xl',
    title: words.title(policyNumber),
    confirm: terms && terms.refundCents > 0 ? words.confirm(format.money(terms.refundCents)) : words.act,
    dismiss: keep,
    isDanger: true,
    mayConfirm: () => terms !== null,
    done,
    result: (answer: CancellationAnswer, close: () => void) => (
      <ActResult title={done} text={doneText} made={{ label: notice, ...answer }} onClose={close}>
        <CancellationTerms terms={answer} />
      </ActResult>
    ),
  };
  const shown = () => ({ refundCents: terms!.refundCents, settlement: terms!.settlement });
  return { modal, shown, setTerms };
}

interface PreviewProps {
  /** Of the cancellation; its preview is below it. */
  readonly path: string;
  /** Nothing is asked of a rescission. */
  readonly question?: CancellationQuestion;
  /** Null until they are loaded. */
  readonly onTerms: (terms: CancellationPreview | null) => void;
}

/** What a cancellation would come to now, as the server says. */
export function PreviewedTerms({ path, question, onTerms }: PreviewProps) {
  const preview = useQuery({
    queryKey: [`${path}/preview`, question],
    queryFn: () => api.post<CancellationPreview>(`${path}/preview`, question ?? {}),
    enabled: question?.cancelledOn !== '',
    staleTime: 0,
  });
  const terms = preview.isSuccess ? preview.data : null;
  const known = preview.isFetching ? null : terms;
  useEffect(() => onTerms(known), [known, onTerms]);
  return (
    <>
      <Faults error={preview.error} />
      {terms && <CancellationTerms terms={terms} />}
    </>
  );
}
