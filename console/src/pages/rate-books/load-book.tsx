import { Group, Skeleton } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import type { NewRateBook } from '../../../../src/operator/wire/tariff.ts';
import { ActButton } from '../../kit/act-modal.tsx';
import { api } from '../../kit/api.ts';
import { DateInput } from '../../kit/date-input.tsx';
import { type CheckedDocument, DocumentFile } from '../../kit/document-file.tsx';
import { todayHere } from '../../kit/format.ts';
import { Page, Panel } from '../../kit/page.tsx';
import { useMay } from '../../kit/session.tsx';
import { useWords } from '../../words/words.tsx';

const Comparison = lazy(async () => ({ default: (await import('./comparison.tsx')).Comparison }));

/** Check, compare, then load, and activate it from a day or later. */
export function LoadBook() {
  const { tariff, shell } = useWords();
  const words = tariff.load;
  const mayChange = useMay('admin');
  const [checked, setChecked] = useState<CheckedDocument | null>(null);
  return (
    <Page title={tariff.books.add} lead={words.lead} back={{ to: '/rate-books', label: shell.pages.rateBooks }}>
      <Panel>
        <DocumentFile label={words.file} checkPath="/api/rate-books/check" onChecked={setChecked} />
        {checked && mayChange && (
          <Group mt="md">
            <LoadButton checked={checked} isActivating />
            <LoadButton checked={checked} isActivating={false} />
          </Group>
        )}
      </Panel>
      {checked && (
        <Suspense fallback={<Skeleton height={300} />}>
          <Comparison asked={{ document: checked.document }} />
        </Suspense>
      )}
    </Page>
  );
}

interface LoadButtonProps {
  readonly checked: CheckedDocument;
  readonly isActivating: boolean;
}

function LoadButton({ checked: { document, version }, isActivating }: LoadButtonProps) {
  const { tariff } = useWords();
  const words = tariff.load;
  const navigate = useNavigate();
  return (
    <ActButton
      label={isActivating ? words.loadActivate : words.loadOnly}
      button={{ variant: isActivating ? 'filled' : 'default' }}
      title={isActivating ? words.loadActivateTitle(version) : words.loadOnlyTitle(version)}
      lead={isActivating ? tariff.books.activateLead : words.loadOnlyLead}
      confirm={isActivating ? words.loadActivate : words.loadOnly}
      reason={isActivating ? 'required' : 'optional'}
      initial={{ activeFrom: todayHere() }}
      mayConfirm={({ activeFrom }) => !isActivating || activeFrom !== ''}
      done={words.loaded}
      send={async (reason, { activeFrom }) => {
        const wanted: NewRateBook = { document, reason, ...(isActivating && { activeFrom }) };
        await api.post('/api/rate-books', wanted);
        await navigate(`/rate-books/${encodeURIComponent(version)}`);
      }}
    >
      {({ control }) =>
        isActivating && <DateInput isRequired label={tariff.books.activateFrom} {...control('activeFrom')} />
      }
    </ActButton>
  );
}
