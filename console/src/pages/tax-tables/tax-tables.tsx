import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import type { NewTaxTable, TaxTableRow } from '../../../../src/operator/wire/tariff.ts';
import { ActModal } from '../../kit/act-modal.tsx';
import { api } from '../../kit/api.ts';
import { PagedTable } from '../../kit/data-table.tsx';
import { type CheckedDocument, DocumentFile } from '../../kit/document-file.tsx';
import { useFormat } from '../../kit/format.ts';
import { PlusIcon } from '../../kit/icons.tsx';
import { Empty, Page, Panel } from '../../kit/page.tsx';
import { usePages } from '../../kit/pages.ts';
import { useMay } from '../../kit/session.tsx';
import { StateBadge } from '../../kit/state-badge.tsx';
import { useWords } from '../../words/words.tsx';

export function TaxTables() {
  const { tariff } = useWords();
  const words = tariff.taxes;
  const format = useFormat();
  const pages = usePages<TaxTableRow>('/api/tax-tables');
  const [isLoading, loading] = useDisclosure(false);
  const add = useMay('admin') && (
    <Button leftSection={<PlusIcon size={16} />} onClick={loading.open}>
      {words.add}
    </Button>
  );
  return (
    <Page title={words.title} lead={words.lead} actions={add}>
      <Panel isFlush>
        <PagedTable
          caption={words.caption}
          pages={pages}
          keyOf={({ version }) => version}
          empty={<Empty title={words.empty}>{words.emptyText}</Empty>}
          columns={[
            { header: tariff.books.version, isName: true, cell: ({ version }) => version },
            {
              header: tariff.books.state,
              cell: ({ isInForce }) => (
                <StateBadge tone={isInForce ? 'good' : 'past'}>{isInForce ? words.inForce : words.former}</StateBadge>
              ),
            },
            { header: tariff.books.loadedAt, isOneLine: true, cell: ({ loadedAt }) => format.time(loadedAt) },
          ]}
        />
      </Panel>
      <LoadTable opened={isLoading} onClose={loading.close} />
    </Page>
  );
}

function LoadTable({ opened, onClose }: { readonly opened: boolean; readonly onClose: () => void }) {
  const words = useWords().tariff.taxes;
  const [checked, setChecked] = useState<CheckedDocument | null>(null);
  useEffect(() => {
    if (opened) setChecked(null);
  }, [opened]);
  return (
    <ActModal
      opened={opened}
      onClose={onClose}
      size="lg"
      title={words.addTitle}
      lead={words.addLead}
      confirm={words.add}
      reason="optional"
      mayConfirm={checked !== null}
      done={words.loaded}
      send={(reason) => {
        const wanted: NewTaxTable = { document: checked!.document, reason };
        return api.post('/api/tax-tables', wanted);
      }}
    >
      <DocumentFile label={words.file} checkPath="/api/tax-tables/check" onChecked={setChecked} />
    </ActModal>
  );
}
