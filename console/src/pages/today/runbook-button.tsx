import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import cancel from '../../../../docs/runbooks/cancel-a-policy.md?raw';
import jobs from '../../../../docs/runbooks/jobs.md?raw';
import refunds from '../../../../docs/runbooks/refund-to-pay.md?raw';
import binds from '../../../../docs/runbooks/stuck-bind.md?raw';
import charges from '../../../../docs/runbooks/stuck-charge.md?raw';
import differences from '../../../../docs/runbooks/stuck-difference.md?raw';
import letters from '../../../../docs/runbooks/stuck-letter.md?raw';
import linkMails from '../../../../docs/runbooks/stuck-link-mail.md?raw';
import mails from '../../../../docs/runbooks/stuck-mail.md?raw';
import reversals from '../../../../docs/runbooks/stuck-reversal.md?raw';
import type { StuckKind } from '../../../../src/operator/wire/sales.ts';
import { Dialog } from '../../kit/act-modal.tsx';
import { useWords } from '../../words/words.tsx';

// The build contains them: production serves no guide.
const runbooks: Readonly<Record<StuckKind, string | null>> = {
  requests: cancel,
  reversals: `${reversals}\n\n${refunds}`,
  charges,
  mails,
  linkMails,
  letters,
  binds,
  differences,
  limits: null,
  jobs,
};

export function RunbookButton({ kind }: { readonly kind: StuckKind }) {
  const { today } = useWords();
  const [isOpen, opening] = useDisclosure(false);
  const text = runbooks[kind];
  if (text === null) return null;
  const [title = '', ...lines] = text.trim().split('\n');
  return (
    <>
      <Button size="compact-sm" fz={13} variant="default" onClick={opening.open}>
        {today.runbook}
      </Button>
      <Dialog opened={isOpen} onClose={opening.close} title={title.replace(/^# /, '')} size="xl" closeOnClickOutside>
        <Text size="sm" lang="en" style={{ whiteSpace: 'pre-wrap' }}>
          {unmarked(lines.join('\n').trim())}
        </Text>
      </Dialog>
    </>
  );
}

/** Headings, code, links and tables as one reads them. */
function unmarked(text: string): string {
  return text
    .replace(/^#+ (.+)$/gm, (_, heading: string) => heading.toUpperCase())
    .replace(/^```.*\n|`|\*\*|\]\([^)]*\)|\[(?=[^\]]+\]\()|^\|[-|: ]+\|\n/gm, '')
    .replace(/^\| (.+) \|$/gm, (_, row: string) => row.replaceAll(' | ', ': '));
}
