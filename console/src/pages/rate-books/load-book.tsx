import { Group } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { NewRateBook } from '../../../../src/operator/wire/tariff.ts';
import { ActButton, actTexts } from '../../kit/act-modal.tsx';
import { api } from '../../kit/api.ts';
import { type CheckedDocument, DocumentFile } from '../../kit/document-file.tsx';
import { DateInput } from '../../kit/inputs.tsx';
import { Page, Panel } from '../../kit/page.tsx';
import { useMay } from '../../kit/session.tsx';
import { useWords } from '../../words/words.tsx';
import { LazyComparison, operatorDay } from './rate-books.tsx';

export function LoadBook() {
  const { tariff, shell } = useWords();
  const words = tariff.load;
  const mayChange = useMay('admin');
  const [checked, setChecked] = useState<CheckedDocument | null>(null);
  return (
    <Page title={tariff.books.add} lead={words.lead} back={{ to: '/rate-books', label: shell.pages.rateBooks }}>
      <Panel>
        <DocumentFile label={words.file} path="/api/rate-books" onChange={setChecked} />
        {checked && mayChange && (
          <Group mt="md">
            <LoadButton checked={checked} act="loadActivate" />
            <LoadButton checked={checked} act="loadOnly" />
          </Group>
        )}
      </Panel>
      {checked && <LazyComparison asked={{ document: checked.document }} />}
    </Page>
  );
}

interface LoadButtonProps {
  readonly checked: CheckedDocument;
  readonly act: 'loadActivate' | 'loadOnly';
}

function LoadButton({ checked: { document, version }, act }: LoadButtonProps) {
  const { tariff } = useWords();
  const words = tariff.load;
  const navigate = useNavigate();
  const isActivating = act === 'loadActivate';
  return (
    <ActButton
      {...actTexts({ ...words, loadOnlyDone: words.loaded, loadActivateDone: words.loaded }, act, version)}
      button={{ variant: isActivating ? 'filled' : 'default' }}
      {...(isActivating && { lead: tariff.books.activateLead })}
      reason={isActivating ? 'required' : 'optional'}
      initial={{ activeFrom: operatorDay() }}
      required={['activeFrom']}
      send={async (reason, { activeFrom }) => {
        const wanted: NewRateBook = { document, reason, ...(isActivating && { activeFrom }) };
        await api.post('/api/rate-books', wanted);
        await navigate(`/rate-books/${encodeURIComponent(version)}`);
      }}
    >
      {({ control }) => isActivating && <DateInput label={tariff.books.activateFrom} {...control('activeFrom')} />}
    </ActButton>
  );
}
