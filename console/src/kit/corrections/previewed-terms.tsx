import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { CancellationPreview, CancellationQuestion } from '../../../../src/operator/wire/correct.ts';
import { api } from '../api.ts';
import { Faults } from '../faults.tsx';
import { CancellationTerms } from './cancellation-terms.tsx';

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
