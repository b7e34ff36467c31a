import { ActionIcon, Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import { useWords } from '../words/words.tsx';
import { DotsIcon } from './icons.tsx';

/** What can be done to one row. */
export function RowMenu({ subject, children }: { readonly subject: string; readonly children: ReactNode }) {
  const { kit } = useWords();
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={kit.actionsFor(subject)}>
          <DotsIcon />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
