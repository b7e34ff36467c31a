import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { Empty, Page, Panel } from '../kit/page.tsx';
import { useWords } from '../words/words.tsx';

export function Lost() {
  const { shell } = useWords();
  return (
    <Page title={shell.notFoundTitle}>
      <Panel>
        <Empty
          title={shell.notFoundTitle}
          action={
            <Button component={Link} to="/" mt="xs">
              {shell.toToday}
            </Button>
          }
        >
          {shell.notFoundText}
        </Empty>
      </Panel>
    </Page>
  );
}
