import { Button, Group, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { PayoutFileRow } from '../../../../src/operator/wire/books.ts';
import { withQuery } from '../../kit/api.ts';
import { DateInput } from '../../kit/date-input.tsx';
import { Faults } from '../../kit/faults.tsx';
import { List } from '../../kit/list.tsx';
import { Page, Panel } from '../../kit/page.tsx';
import { Pick } from '../../kit/pick.tsx';
import { saveFile } from '../../kit/save-file.ts';
import { useMay, useSession } from '../../kit/session.tsx';
import { useWords } from '../../words/words.tsx';
import { ComparePayoutFile } from './compare-payout-file.tsx';

/** Reports of the books as files, and the payout files that were compared with them. */
export function Books() {
  const { books: words, shell, kit, column } = useWords();
  const { account } = useSession();
  const mayCompare = useMay('admin');
  return (
    <Page
      title={shell.pages.books}
      lead={words.lead}
      actions={!account.isLimited && mayCompare && <ComparePayoutFile />}
    >
      <Statements />
      {!account.isLimited && (
        <>
          <Bordereaux />
          <Taxes />
          <Panel title={words.payoutFiles.title} isFlush>
            <List<PayoutFileRow>
              path="/api/books/settlements"
              words={words.payoutFiles}
              keyOf={({ id }) => id}
              columns={[
                { header: words.payoutFiles.file, isName: true, cell: ({ name }) => name },
                { header: words.payoutFiles.party, cell: ({ party }) => words.parties[party] },
                column.date(kit.from, (row) => row.from),
                column.date(kit.to, (row) => row.to),
                column.count(words.payoutFiles.lines, (row) => row.lines),
                column.count(words.payoutFiles.matched, (row) => row.matched),
                column.count(words.payoutFiles.open, (row) => row.open),
                column.time(words.payoutFiles.compared, (row) => row.uploadedAt),
              ]}
            />
          </Panel>
        </>
      )}
    </Page>
  );
}

function Statements() {
  const { books: words, labels } = useWords();
  const [seller, setSeller] = useState('');
  const [month, setMonth] = useState('');
  const path = (as: string) => withQuery(`/api/books/statements/${seller}/${month}`, { as });
  const isReady = seller !== '' && month !== '';
  return (
    <Report title={words.statements.title} lead={words.statements.lead}>
      {(save) => (
        <>
          <Pick
            path="/api/sellers"
            aria-label={labels.seller}
            placeholder={labels.seller}
            value={seller === '' ? null : seller}
            onChange={(id) => setSeller(id ?? '')}
            w={220}
          />
          <MonthInput value={month} onChange={setMonth} />
          <Button variant="default" disabled={!isReady} onClick={() => save(path('pdf'), 'statement.pdf')}>
            {words.pdf}
          </Button>
          <Button variant="default" disabled={!isReady} onClick={() => save(path('csv'), 'statement.csv')}>
            {words.csv}
          </Button>
        </>
      )}
    </Report>
  );
}

function Bordereaux() {
  const { books: words } = useWords();
  const [month, setMonth] = useState('');
  const [insurer, setInsurer] = useState('');
  const path = withQuery(`/api/books/bordereaux/${month}`, { insurer });
  return (
    <Report title={words.bordereaux.title} lead={words.bordereaux.lead}>
      {(save) => (
        <>
          <MonthInput value={month} onChange={setMonth} />
          <TextInput
            aria-label={words.bordereaux.insurer}
            placeholder={words.bordereaux.insurer}
            maxLength={12}
            value={insurer}
            onChange={(event) => setInsurer(event.currentTarget.value.toUpperCase())}
          />
          <Button variant="default" disabled={month === ''} onClick={() => save(path, 'bordereau.csv')}>
            {words.csv}
          </Button>
        </>
      )}
    </Report>
  );
}

function Taxes() {
  const { books: words, kit } = useWords();
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const path = withQuery('/api/books/taxes', { from, to });
  return (
    <Report title={words.taxes.title} lead={words.taxes.lead}>
      {(save) => (
        <>
          <DateInput isFilter label={kit.from} value={from} onChange={setFrom} />
          <DateInput isFilter label={kit.to} value={to} onChange={setTo} />
          <Button variant="default" disabled={from === '' || to === ''} onClick={() => save(path, 'taxes.csv')}>
            {words.csv}
          </Button>
        </>
      )}
    </Report>
  );
}

interface ReportProps {
  readonly title: string;
  readonly lead: string;
  readonly children: (save: (path: string, filename: string) => void) => ReactNode;
}

function Report({ title, lead, children }: ReportProps) {
  const [error, setError] = useState<unknown>(null);
  const save = (path: string, filename: string): void => {
    setError(null);
    saveFile(path, filename).catch(setError);
  };
  return (
    <Panel title={title}>
      <p>{lead}</p>
      <Group gap={8}>{children(save)}</Group>
      <Faults error={error} />
    </Panel>
  );
}

/** The browser's own input. Values are `2026-11`. */
function MonthInput({ value, onChange }: { readonly value: string; readonly onChange: (month: string) => void }) {
  const { books: words } = useWords();
  return (
    <TextInput
      type="month"
      aria-label={words.month}
      placeholder="2026-11"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
