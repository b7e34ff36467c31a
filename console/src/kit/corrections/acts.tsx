import { ActionIcon, Group, Menu } from '@mantine/core';
import { mayAct } from '../../../../src/domain/operator/operator.ts';
import { useWords } from '../../words/words.tsx';
import { DotsIcon } from '../icons.tsx';
import { useSession } from '../session.tsx';
import { CorrectButton } from './correct-button.tsx';
import { type Choose, type Correction, roleFor } from './correction.ts';

interface ActsProps {
  readonly corrections: readonly Correction[];
  readonly onChoose: Choose;
  /** Names what they act on, where a table has a button in each row. */
  readonly subject?: string | undefined;
  /** They are what the page leads with. */
  readonly isFirst?: boolean;
}

export function Acts({ corrections, onChoose, subject, isFirst = false }: ActsProps) {
  const { kit } = useWords();
  const { role } = useSession().account;
  const [first, ...rest] = corrections.filter(({ kind }) => mayAct(role, roleFor(kind)));
  if (first === undefined) return null;
  return (
    <Group gap={6} wrap="nowrap" display="inline-flex">
      <CorrectButton correction={first} onChoose={onChoose} subject={subject} isFirst={isFirst} />
      {rest.length > 0 && (
        <Menu position="bottom-end" shadow="md">
          <Menu.Target>
            <ActionIcon variant="default" aria-label={subject ? `${kit.more}: ${subject}` : kit.more}>
              <DotsIcon size={16} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <CorrectItems corrections={rest} onChoose={onChoose} />
          </Menu.Dropdown>
        </Menu>
      )}
    </Group>
  );
}

export function CorrectItems({ corrections, onChoose }: Pick<ActsProps, 'corrections' | 'onChoose'>) {
  const { correct } = useWords();
  return corrections.map((correction) => (
    <Menu.Item key={correction.kind} onClick={() => onChoose(correction)}>
      {correct[correction.kind].act}
    </Menu.Item>
  ));
}
