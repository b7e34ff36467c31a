import type { NewTaxTable, TaxTableRow } from '../../../../src/operator/wire/tariff.ts';
import { ActButton } from '../../kit/act-modal.tsx';
import { api } from '../../kit/api.ts';
import { type CheckedDocument, DocumentFile } from '../../kit/document-file.tsx';
import { addButton } from '../../kit/icons.tsx';
import { ListPage } from '../../kit/list.tsx';
import { useMay } from '../../kit/session.tsx';
import { StateBadge } from '../../kit/state-badge.tsx';
import { useWords } from '../../words/words.tsx';

export function TaxTables() {
  const { tariff, labels, column } = useWords();
  const words = tariff.taxes;
  return (
    <ListPage<TaxTableRow>
      path="/api/tax-tables"
      words={words}
      actions={useMay('admin') && <LoadTable />}
      keyOf={({ version }) => version}
      columns={[
        { header: tariff.books.version, isName: true, cell: ({ version }) => version },
        {
          header: labels.state,
          cell: ({ isInForce }) => (
            <StateBadge tone={isInForce ? 'good' : 'past'}>
              {isInForce ? tariff.books.states['in force'] : words.former}
            </StateBadge>
          ),
        },
        column.time(tariff.books.loadedAt, (row) => row.loadedAt),
      ]}
    />
  );
}

const nothing: { readonly checked: CheckedDocument | null } = { checked: null };

function LoadTable() {
  const words = useWords().tariff.taxes;
  return (
    <ActButton
      label={words.add}
      button={addButton}
      size="lg"
      title={words.add}
      lead={words.addLead}
      confirm={words.add}
      reason="optional"
      initial={nothing}
      mayConfirm={({ checked }) => checked !== null}
      done={words.loaded}
      send={(reason, { checked }) => {
        const wanted: NewTaxTable = { document: checked!.document, reason };
        return api.post('/api/tax-tables', wanted);
      }}
    >
      {({ set }) => (
        <DocumentFile label={words.file} checkPath="/api/tax-tables/check" onChecked={(checked) => set({ checked })} />
      )}
    </ActButton>
  );
}
