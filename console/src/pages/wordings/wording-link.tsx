import { Button } from '@mantine/core';
import { smallButton } from '../../kit/act-modal.tsx';
import { DownloadIcon } from '../../kit/icons.tsx';
import { useWords } from '../../words/words.tsx';

export function WordingLink({ id, name }: { readonly id: string; readonly name: string }) {
  const { kit } = useWords();
  return (
    <Button
      component="a"
      href={`/api/wordings/${id}/content`}
      download
      {...smallButton}
      leftSection={<DownloadIcon size={15} />}
      aria-label={`${kit.download}: ${name}`}
    >
      {kit.download}
    </Button>
  );
}
