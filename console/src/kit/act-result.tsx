import { Alert, Button, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useWords } from '../words/words.tsx';
import { CheckIcon, DownloadIcon, WarningIcon } from './icons.tsx';
import { saveFile } from './save-file.ts';

interface ActResultProps {
  readonly title: string;
  readonly text: string;
  readonly isWarning?: boolean;
  readonly made?: { readonly label: string; readonly documentId: string; readonly policyNumber: string };
  readonly children?: ReactNode;
  readonly onClose: () => void;
}

export function ActResult({ title, text, isWarning = false, made, children, onClose }: ActResultProps) {
  const { kit } = useWords();
  return (
    <Stack>
      <Alert
        color={isWarning ? 'ember' : 'teal'}
        icon={isWarning ? <WarningIcon /> : <CheckIcon />}
        title={title}
        role="status"
      >
        {text}
      </Alert>
      {children}
      <Group justify="flex-end">
        {made && (
          <Button
            variant="default"
            leftSection={<DownloadIcon size={16} />}
            onClick={() => void saveFile(`/api/documents/${made.documentId}/content`, `${made.policyNumber}.pdf`)}
          >
            {made.label}
          </Button>
        )}
        <Button onClick={onClose}>{kit.close}</Button>
      </Group>
    </Stack>
  );
}
