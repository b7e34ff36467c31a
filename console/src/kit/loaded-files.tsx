import type { ReactNode } from 'react';
import type { FileRow, NewFile } from '../../../src/operator/wire/tariff.ts';
import { useWords } from '../words/words.tsx';
import { ActButton } from './act-modal.tsx';
import { api } from './api.ts';
import { type CheckedDocument, DocumentFile } from './document-file.tsx';
import { addButton } from './icons.tsx';
import { ListPage, type ListWords } from './list.tsx';
import { useMay } from './session.tsx';
import { StateBadge } from './state-badge.tsx';

interface LoadedFilesProps {
  /** Lists them, takes a new one, and checks one under `/check`. */
  readonly path: string;
  readonly words: ListWords & {
    readonly title: string;
    readonly lead: string;
    readonly former: string;
    readonly add: string;
    readonly addLead: string;
    readonly file: string;
    readonly loaded: string;
  };
  /** Beside the button that loads one. */
  readonly actions?: ReactNode;
  readonly rowAction?: (row: FileRow) => ReactNode;
}

/** The page of files that are in force as soon as they are loaded: tax tables, disclosure texts. */
export function LoadedFiles({ path, words, actions, rowAction }: LoadedFilesProps) {
  const { tariff, labels, kit, column } = useWords();
  const mayLoad = useMay('admin');
  return (
    <ListPage<FileRow>
      path={path}
      words={words}
      actions={
        <>
          {actions}
          {mayLoad && <LoadFile path={path} words={words} />}
        </>
      }
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
        ...(rowAction ? [{ header: kit.actions, isBare: true, cell: rowAction }] : []),
      ]}
    />
  );
}

const nothing: { readonly checked: CheckedDocument | null } = { checked: null };

function LoadFile({ path, words }: Pick<LoadedFilesProps, 'path' | 'words'>) {
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
        const wanted: NewFile = { document: checked!.document, reason };
        return api.post(path, wanted);
      }}
    >
      {({ set }) => (
        <DocumentFile label={words.file} checkPath={`${path}/check`} onChecked={(checked) => set({ checked })} />
      )}
    </ActButton>
  );
}
