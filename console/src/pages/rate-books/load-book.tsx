import { Button, Group, Skeleton } from '@mantine/core';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import type { NewRateBook } from '../../../../src/operator/wire/tariff.ts';
import { ActModal } from '../../kit/act-modal.tsx';
import { api } from '../../kit/api.ts';
import { DateInput } from '../../kit/date-input.tsx';
import { type CheckedDocument, DocumentFile } from '../../kit/document-file.tsx';
import { todayHere } from '../../kit/format.ts';
import { Page, Panel } from '../../kit/page.tsx';
import { useMay } from '../../kit/session.tsx';
import { useWords } from '../../words/words.tsx';

const Comparison = lazy(async () => ({ default: (await import('./comparison.tsx')).Comparison }));

type Doing = 'load' | 'activate';

/** Check, compare, then load, and activate it from a day or later. */
export function LoadBook() {
  const { tariff, shell } = useWords();
  const words = tariff.load;
  const mayChange = useMay('admin');
  const [checked, setChecked] = useState<CheckedDocument | null>(null);
  const [doing, setDoing] = useState<Doing | null>(null);
  return (
    <Page title={words.title} lead={words.lead} back={{ to: '/rate-books', label: shell.pages.rateBooks }}>
      <Panel>
        <DocumentFile label={words.file} checkPath="/api/rate-books/check" onChecked={setChecked} />
        {checked && mayChange && (
          <Group mt="md">
            <Button onClick={() => setDoing('activate')}>{words.loadActivate}</Button>
            <Button variant="default" onClick={() => setDoing('load')}>
              {words.loadOnly}
            </Button>
          </Group>
        )}
      </Panel>
      {checked && (
        <Suspense fallback={<Skeleton height={300} />}>
          <Comparison asked={{ document: checked.document }} />
        </Suspense>
      )}
      {checked && <LoadModal checked={checked} doing={doing} onClose={() => setDoing(null)} />}
    </Page>
  );
}

interface LoadModalProps {
  readonly checked: CheckedDocument;
  readonly doing: Doing | null;
  readonly onClose: () => void;
}

function LoadModal({ checked: { document, version }, doing, onClose }: LoadModalProps) {
  const { tariff } = useWords();
  const words = tariff.load;
  const navigate = useNavigate();
  const [activeFrom, setActiveFrom] = useState(todayHere());
  const [isActivating, setActivating] = useState(false);
  useEffect(() => {
    if (doing !== null) setActivating(doing === 'activate');
  }, [doing]);
  return (
    <ActModal
      opened={doing !== null}
      onClose={onClose}
      title={isActivating ? words.loadActivateTitle(version) : words.loadOnlyTitle(version)}
      lead={isActivating ? tariff.books.activateLead : words.loadOnlyLead}
      confirm={isActivating ? words.loadActivate : words.loadOnly}
      reason={isActivating ? 'required' : 'optional'}
      mayConfirm={!isActivating || activeFrom !== ''}
      done={words.loaded}
      send={async (reason) => {
        const wanted: NewRateBook = { document, reason, ...(isActivating && { activeFrom }) };
        await api.post('/api/rate-books', wanted);
        await navigate(`/rate-books/${encodeURIComponent(version)}`);
      }}
    >
      {(faultAt) =>
        isActivating && (
          <DateInput
            isRequired
            label={tariff.books.activateFrom}
            value={activeFrom}
            onChange={setActiveFrom}
            error={faultAt('activeFrom')}
          />
        )
      }
    </ActModal>
  );
}
