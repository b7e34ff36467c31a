import { useState } from 'react';
import type {
  CancellationAnswer,
  CancellationPreview,
  RescissionOrder,
} from '../../../../src/operator/wire/correct.ts';
import { useWords } from '../../words/words.tsx';
import { ActModal } from '../act-modal.tsx';
import { api } from '../api.ts';
import { CancelledResult } from './cancelled-result.tsx';
import { PreviewedTerms } from './previewed-terms.tsx';

interface RescindModalProps {
  readonly policyNumber: string;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Everything is given back: there is nothing to choose, and the law is the reason. */
export function RescindModal({ policyNumber, ...state }: RescindModalProps) {
  const { correct, format } = useWords();
  const words = correct.rescind;
  const path = `/api/policies/${policyNumber}/rescission`;
  const [terms, setTerms] = useState<CancellationPreview | null>(null);
  return (
    <ActModal
      {...state}
      size="xl"
      title={words.title(policyNumber)}
      lead={words.lead}
      confirm={terms && terms.refundCents > 0 ? words.confirm(format.money(terms.refundCents)) : words.act}
      dismiss={correct.cancel.keep}
      isDanger
      reason="none"
      mayConfirm={() => terms !== null}
      done={correct.cancel.done}
      send={() => {
        const order: RescissionOrder = { shown: { refundCents: terms!.refundCents, settlement: terms!.settlement } };
        return api.post<CancellationAnswer>(path, order);
      }}
      result={(answer, close) => <CancelledResult answer={answer} onClose={close} />}
    >
      {() => <PreviewedTerms path={path} onTerms={setTerms} />}
    </ActModal>
  );
}
