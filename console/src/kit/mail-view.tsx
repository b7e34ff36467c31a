import { SegmentedControl, Stack } from '@mantine/core';
import { useState } from 'react';
import { useWords } from '../words/words.tsx';
import classes from './mail-view.module.css';

interface MailViewProps {
  readonly title: string;
  /** The address of a part. Its answer has a policy of its own, by which nothing in it runs. */
  readonly path: (part: 'html' | 'text') => string;
}

/** A mail as the customer sees it, or its text, in a frame that may do nothing. */
export function MailView({ title, path }: MailViewProps) {
  const { mail: words } = useWords().kit;
  const [part, setPart] = useState<'html' | 'text'>('html');
  return (
    <Stack gap="sm">
      <SegmentedControl
        aria-label={words.part}
        value={part}
        onChange={(next) => setPart(next as 'html' | 'text')}
        data={[
          { value: 'html', label: words.html },
          { value: 'text', label: words.text },
        ]}
      />
      <iframe key={path(part)} className={classes.frame} title={title} sandbox="" src={path(part)} />
    </Stack>
  );
}
