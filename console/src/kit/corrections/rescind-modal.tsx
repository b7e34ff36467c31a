import type { CancellationAnswer, RescissionOrder } from '../../../../src/operator/wire/correct.ts';
import { useWords } from '../../words/words.tsx';
import { ActModal } from '../act-modal.tsx';
import { api } from '../api.ts';
import type { PolicyModalProps } from './correction.ts';
import { PreviewedTerms, usePreviewedTerms } from './previewed-terms.tsx';

/** Everything is given back: there is nothing to choose, and the law is the reason. */
export function RescindModal({ policyNumber, ...state }: PolicyModalProps) {
  const words = useWords().correct.rescind;
  const path = `/api/policies/${policyNumber}/rescission`;
  const { modal, shown, setTerms } = usePreviewedTerms(policyNumber, words);
  return (
    <ActModal
      {...state}
      {...modal}
      lead={words.lead}
      reason="none"
      send={() => {
        const order: RescissionOrder = { shown: shown() };
        return api.post<CancellationAnswer>(path, order);
      }}
    >
      {() => <PreviewedTerms path={path} onTerms={setTerms} />}
    </ActModal>
  );
}
