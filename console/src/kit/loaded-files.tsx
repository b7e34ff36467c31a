import type { ReactNode } from 'react';
import type { FileRow, NewFile } from '../../../src/operator/wire/tariff.ts';
import type { Words } from '../words/dictionary.ts';
import { useWords } from '../words/words.tsx';
import { ActButton, actTexts } from './act-modal.tsx';
import { api } from './api.ts';
import { type CheckedDocument, DocumentFile } from './document-file.tsx';
import { ListPage } from './list.tsx';
import { useMay } from './session.tsx';
import { OnOff } from './state-badge.tsx';

interface LoadedFilesProps {
  /** Lists them, takes a new one, and checks one under `/check`. */
  readonly path: string;
  readonly words: Pick<
    Words['tariff']['taxes'],
    'title' | 'lead' | 'caption' | 'former' | 'add' | 'addLead' | 'addDone' | 'file' | 'empty' | 'emptyText'
  >;
  readonly actions?: ReactNode;
  readonly rowActions?: false | ((row: FileRow) => ReactNode);
  /** How a row is named, where it has a page of its own. */
  readonly name?: (row: FileRow) => ReactNode;
  readonly reason?: 'required' | 'optional';
  /** Shown of a file without a fault before it is loaded. */
  readonly preview?: (document: unknown) => ReactNode;
}

/** The page of files that are in force as soon as they are loaded: tax tables, disclosure texts. */
export function LoadedFiles({ path, words, actions, rowActions = false, name, ...load }: LoadedFilesProps) {
  const { tariff, labels, column } = useWords();
  const mayLoad = useMay('admin');
  return (
    <ListPage<FileRow>
      path={path}
      words={words}
      actions={
        <>
          {actions}
          {mayLoad && <LoadFile path={path} words={words} {...load} />}
        </>
      }
      keyOf={({ version }) => version}
      columns={[
        column.name(tariff.books.version, name ?? (({ version }) => version)),
        column.text(labels.state, ({ isInForce }) => (
          <OnOff isOn={isInForce} on={tariff.books.states['in force']} off={words.former} />
        )),
        column.time(tariff.books.loadedAt, (row) => row.loadedAt),
      ]}
      rowActions={rowActions}
    />
  );
}

function LoadFile({
  path,
  words,
  reason = 'optional',
  preview,
}: Pick<LoadedFilesProps, 'path' | 'words' | 'reason' | 'preview'>) {
  return (
    <ActButton
      {...actTexts(words, 'add')}
      look="add"
      size="lg"
      reason={reason}
      initial={{ checked: null as CheckedDocument | null }}
      required={['checked']}
      send={(why, { checked }) => api.post(path, { document: checked!.document, reason: why } satisfies NewFile)}
    >
      {({ control, values: { checked } }) => (
        <>
          <DocumentFile label={words.file} path={path} {...control('checked')} />
          {checked && preview?.(checked.document)}
        </>
      )}
    </ActButton>
  );
}
