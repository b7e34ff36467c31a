import { Button } from '@mantine/core';
import { Empty, Page, Panel } from '../kit/page.tsx';
import { useWords } from '../words/words.tsx';

/** A page that fell over, or could not be loaded because a newer console was put in its place. */
export function Broken() {
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
