import { Alert, Button, Group, Radio, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type {
  CancellationAnswer,
  CancellationOrder,
  CancellationPreview,
  CancellationQuestion,
} from '../../../../src/operator/wire/correct.ts';
import { useWords } from '../../words/words.tsx';
import { ActModal } from '../act-modal.tsx';
import { api } from '../api.ts';
import { DateInput } from '../date-input.tsx';
import { Faults } from '../faults.tsx';
import { todayHere, useFormat } from '../format.ts';
import { CheckIcon, DownloadIcon } from '../icons.tsx';
import { saveFile } from '../save-file.ts';
import { CancellationTerms } from './cancellation-terms.tsx';
import type { CorrectionModalProps, CorrectionOf } from './correction.tsx';

const kinds = ['pro-rata', 'flat'] as const;

/** What it comes to is shown before it can be confirmed, and is sent along: when it has changed since, it is refused. */
export function CancelModal({ correction, opened, onClose }: CorrectionModalProps<CorrectionOf<'cancel'>>) {
  const words = useWords().correct.cancel;
  const format = useFormat();
  const { policyNumber, boundOn, effectiveDate } = correction;
  const today = todayHere();
  const [question, setQuestion] = useState<CancellationQuestion>(firstQuestion(today, effectiveDate));
  useEffect(() => {
    if (opened) setQuestion(firstQuestion(todayHere(), effectiveDate));
  }, [opened, effectiveDate]);
  const path = `/api/policies/${policyNumber}/cancellation`;
  const preview = useQuery({
    queryKey: [`${path}/preview`, question],
    queryFn: () => api.post<CancellationPreview>(`${path}/preview`, question),
    enabled: opened && question.cancelledOn !== '',
    staleTime: 0,
  });
  const terms = preview.isSuccess ? preview.data : null;
  return (
    <ActModal<CancellationAnswer>
      opened={opened}
      onClose={onClose}
      size="xl"
      title={words.title(policyNumber)}
      confirm={terms && terms.refundCents > 0 ? words.confirm(format.money(terms.refundCents)) : words.confirmNothing}
      dismiss={words.keep}
      isDanger
      mayConfirm={terms !== null && !preview.isFetching}
      done={words.done}
      send={(reason) => {
        const shown = { refundCents: terms!.refundCents, settlement: terms!.settlement };
        const order: CancellationOrder = { ...question, reason, shown };
        return api.post(path, order);
      }}
      result={(answer, close) => <Cancelled answer={answer} onClose={close} />}
    >
      {(faultAt) => (
        <>
          <Group align="flex-start" gap="xl">
            <Radio.Group
              label={words.kind}
              value={question.kind}
              onChange={(kind) => setQuestion({ ...question, kind: kind as CancellationQuestion['kind'] })}
              error={faultAt('kind')}
            >
              <Stack gap={8} mt={6}>
                {kinds.map((kind) => (
                  <Radio key={kind} value={kind} label={words.kinds[kind]} description={words.kindHelp[kind]} />
                ))}
              </Stack>
            </Radio.Group>
            <DateInput
              isRequired
              label={words.date}
              value={question.cancelledOn}
              onChange={(cancelledOn) => setQuestion({ ...question, cancelledOn })}
              min={boundOn}
              error={faultAt('cancelledOn')}
            />
          </Group>
          <Faults error={preview.error} />
          {terms && <CancellationTerms terms={terms} />}
        </>
      )}
    </ActModal>
  );
}

/** Before its first day a policy can only be cancelled flat. */
function firstQuestion(today: string, effectiveDate: string): CancellationQuestion {
  return { kind: today < effectiveDate ? 'flat' : 'pro-rata', cancelledOn: today };
}

function Cancelled({ answer, onClose }: { readonly answer: CancellationAnswer; readonly onClose: () => void }) {
  const { correct, kit } = useWords();
  const words = correct.cancel;
  return (
    <Stack gap="md">
      <Alert color="teal" icon={<CheckIcon />} title={words.done} role="status">
        {words.doneText}
      </Alert>
      <CancellationTerms terms={answer} />
      <Group justify="flex-end">
        <Button
          variant="default"
          leftSection={<DownloadIcon size={16} />}
          onClick={() => void saveFile(`/api/documents/${answer.documentId}/content`, `${answer.policyNumber}.pdf`)}
        >
          {words.notice}
        </Button>
        <Button onClick={onClose}>{kit.close}</Button>
      </Group>
    </Stack>
  );
}
