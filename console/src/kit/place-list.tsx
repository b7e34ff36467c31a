import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Words } from '../words/dictionary.ts';
import { useWords } from '../words/words.tsx';
import { api } from './api.ts';
import type { Column } from './data-table.tsx';
import { addButton, UploadIcon } from './icons.tsx';
import { ImportModal } from './import-modal.tsx';
import { ListPage } from './list.tsx';
import { type Place, PlaceButton } from './place-button.tsx';
import { SearchBox, useFilter } from './search-box.tsx';
import { useMay } from './session.tsx';

interface PlaceListProps<Row extends Place> {
  readonly path: string;
  readonly words: Words['onboard']['dealers'] | Words['onboard']['lienHolders'];
  readonly hasProvince: boolean;
  readonly columns: readonly Column<Row>[];
}

/** The page of dealers or lienholders: search, add, change, import. */
export function PlaceList<Row extends Place>({ path, words, hasProvince, columns }: PlaceListProps<Row>) {
  const { onboard, kit } = useWords();
  const [search] = useFilter('search');
  const mayChange = useMay('support');
  const mayImport = useMay('admin');
  const [isImporting, importing] = useDisclosure(false);
  const change: Column<Row> = {
    header: kit.actions,
    isBare: true,
    cell: (row) => (
      <PlaceButton
        label={kit.edit}
        button={{ variant: 'subtle', color: 'gray', size: 'compact-xs', 'aria-label': kit.editTitle(row.name) }}
        place={row}
        hasProvince={hasProvince}
        title={kit.editTitle(row.name)}
        confirm={kit.edit}
        done={words.changed}
        send={({ id: _, ...changes }) => api.patch(`${path}/${encodeURIComponent(row.id)}`, changes)}
      />
    ),
  };
  const actions = mayChange && (
    <>
      {mayImport && (
        <Button variant="default" leftSection={<UploadIcon size={16} />} onClick={importing.open}>
          {onboard.imports.open}
        </Button>
      )}
      <PlaceButton
        label={words.add}
        button={addButton}
        place={null}
        hasProvince={hasProvince}
        title={words.addTitle}
        confirm={words.create}
        done={words.created}
        send={(place) => api.post(path, place)}
      />
    </>
  );
  return (
    <ListPage<Row>
      path={path}
      filters={{ search }}
      words={{ ...onboard.place, ...words }}
      actions={actions}
      toolbar={<SearchBox label={onboard.search} placeholder={onboard.searchPlace} />}
      keyOf={(row) => row.id}
      columns={mayChange ? [...columns, change] : columns}
    >
      <ImportModal
        opened={isImporting}
        onClose={importing.close}
        path={`${path}/import`}
        title={words.importTitle}
        columns={words.importColumns}
        note={words.importNote}
      />
    </ListPage>
  );
}

/** A name with its id below. */
export function Named({ name, id }: { readonly name: string; readonly id: string }) {
  return (
    <>
      {name}
      <Text component="div" size="xs" c="dimmed" fw={400}>
        <code>{id}</code>
      </Text>
    </>
  );
}
