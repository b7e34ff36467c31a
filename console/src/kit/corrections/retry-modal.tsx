import { useWords } from '../../words/words.tsx';
import { ActModal } from '../act-modal.tsx';
import { api } from '../api.ts';
import type { CorrectionModalProps, CorrectionOf } from './correction.tsx';

type Retry = CorrectionOf<'retryReversal' | 'retryCharge' | 'resendMail' | 'retryBind'>;

/** What only has to be set going again. */
export function RetryModal({ correction, opened, onClose }: CorrectionModalProps<Retry>) {
  const { correct } = useWords();
  const { act, title, done } = correct[correction.kind];
  const lead =
    correction.kind === 'resendMail'
      ? correct.resendMail.lead(correction.to ?? correct.sameAddress)
      : correct[correction.kind].lead;
  return (
    <ActModal
      opened={opened}
      onClose={onClose}
      title={title}
      lead={lead}
      confirm={act}
      done={`${done} ${correct.soon}`}
      send={(reason) => api.post(pathOf(correction), { reason })}
    />
  );
}

function pathOf(correction: Retry): string {
  switch (correction.kind) {
    case 'retryReversal':
      return `/api/reversals/${correction.id}/retry`;
    case 'retryCharge':
      return `/api/due-charges/${correction.paymentId}/retry`;
    case 'resendMail':
      return `/api/mails/${correction.id}/resend`;
    case 'retryBind':
      return `/api/binds/${correction.applicationId}/retry`;
  }
}
