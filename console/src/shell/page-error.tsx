import { Button } from '@mantine/core';
import { Empty, Page, Panel } from '../kit/page.tsx';
import { useWords } from '../words/words.tsx';

/** For a page that threw, or could not be loaded because a newer console was deployed. */
export function PageError() {
  const words = useWords();
  return (
    <Page title={words.kit.loadFaultTitle}>
      <Panel>
        <Empty
          title={words.kit.loadFaultTitle}
          action={<Button onClick={() => window.location.reload()}>{words.kit.tryAgain}</Button>}
        />
      </Panel>
    </Page>
  );
}
