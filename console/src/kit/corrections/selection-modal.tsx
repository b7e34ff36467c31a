import { TextInput } from '@mantine/core';
import type { SelectionDone } from '../../../../src/domain/work/needs-person.ts';
import { useWords } from '../../words/words.tsx';
import { ActModal } from '../act-modal.tsx';
import { ActResult } from '../act-result.tsx';
import { api } from '../api.ts';
import { type CorrectionModalProps, isSettling, type OfSelection } from './correction.ts';

/** The same correction for all stuck work of a kind, or for that whose cause begins with some words. */
export function SelectionModal({ correction, ...state }: CorrectionModalProps<OfSelection>) {
  const { correct, labels, today } = useWords();
  const { act, lead, done } = correct[correction.kind];
  const { cause, causeHint, counts } = correct.selection;
  const settles = isSettling(correction.kind);
  return (
    <ActModal
      {...{ ...state, lead, done }}
      title={`${act}: ${today.kinds[correction.work]}`}
      confirm={act}
      isDanger={settles}
      initial={{ cause: '', reference: '' }}
      mayConfirm={({ reference }) => !settles || reference.trim() !== ''}
      send={(reason, { cause: begins, reference }) =>
        sendPortions(`/api/work/${correction.work}/${settles ? 'settle' : 'retry'}`, {
          reason,
          ...(begins !== '' && { cause: begins }),
          ...(settles && { reference }),
        })
      }
      result={(answer, close) => <ActResult title={done} text={counts(answer.done, answer.refused)} onClose={close} />}
    >
      {({ text }) => (
        <>
          <TextInput label={cause} description={causeHint} maxLength={100} data-autofocus {...text('cause')} />
          {settles && (
            <TextInput
              label={labels.reference}
              description={correct.referenceHint}
              withAsterisk
              maxLength={100}
              {...text('reference')}
            />
          )}
        </>
      )}
    </ActModal>
  );
}

/** The service does a few hundred at a time. */
async function sendPortions(path: string, order: object): Promise<Pick<SelectionDone, 'done' | 'refused'>> {
  const sum = { done: 0, refused: 0 };
  for (let cursor: string | null = null; ; ) {
    const portion: SelectionDone = await api.post(path, { ...order, ...(cursor !== null && { cursor }) });
    sum.done += portion.done;
    sum.refused += portion.refused;
    if (portion.nextCursor === null) return sum;
    cursor = portion.nextCursor;
  }
}
