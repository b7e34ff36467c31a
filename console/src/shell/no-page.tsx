import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Empty, Page, Panel } from '../kit/page.tsx';
import { useWords } from '../words/words.tsx';

export function Lost() {
  const { shell } = useWords();
  const toToday = (
    <Button component={Link} to="/" mt="xs">
      {shell.toToday}
    </Button>
  );
  return <NoPage title={shell.notFoundTitle} text={shell.notFoundText} action={toToday} />;
}

/** Stands for a page that threw, or that could not be loaded because a newer console was deployed. */
export function PageError() {
  const { kit } = useWords();
  const reload = <Button onClick={() => window.location.reload()}>{kit.tryAgain}</Button>;
  return <NoPage title={kit.loadFaultTitle} action={reload} />;
}

function NoPage({ title, text, action }: { title: string; text?: string; action: ReactNode }) {
  return (
    <Page title={title}>
      <Panel>
        <Empty title={text ?? title} action={action} />
      </Panel>
    </Page>
  );
}
