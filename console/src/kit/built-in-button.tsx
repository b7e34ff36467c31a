import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { saveFile } from './save-file.ts';

/** Saves the file that an own one begins with. */
export function BuiltInButton({ path, label, filename }: Readonly<Record<'path' | 'label' | 'filename', string>>) {
  const save = useMutation({ mutationFn: () => saveFile(`${path}/built-in`, filename) });
  return (
    <Button variant="default" onClick={() => save.mutate()} loading={save.isPending}>
      {label}
    </Button>
  );
}
