import { Alert, Button, Group, Stack } from '@mantine/core';
import type { CancellationAnswer } from '../../../../src/operator/wire/correct.ts';
import { useWords } from '../../words/words.tsx';
import { CheckIcon, DownloadIcon } from '../icons.tsx';
import { saveFile } from '../save-file.ts';
import { CancellationTerms } from './cancellation-terms.tsx';

/** A cancellation that was made: what is given back, and the notice. */
export function CancelledResult({
  answer,
  onClose,
}: {
  readonly answer: CancellationAnswer;
  readonly onClose: () => void;
}) {
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
