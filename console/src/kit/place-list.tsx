import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import type { Words } from '../words/en.ts';
import { useWords } from '../words/words.tsx';
import { api } from './api.ts';
import { type Column, PagedTable } from './data-table.tsx';
import { PlusIcon, UploadIcon } from './icons.tsx';
import { ImportModal } from './import-modal.tsx';
import { Empty, Page, Panel } from './page.tsx';
import { usePages } from './pages.ts';
import { type Place, PlaceModal } from './place-modal.tsx';
import { SearchBox, useFilter } from './search-box.tsx';
import { useMay } from './session.tsx';
import { Toolbar } from './toolbar.tsx';

interface PlaceListProps<Row extends Place> {
  readonly path: string;
  readonly words: Words['onboard']['dealers'] | Words['onboard']['lienHolders'];
  readonly hasProvince: boolean;
  readonly columns: readonly Column<Row>[];
}

/** Dealers, or lienholders: searched, entered one by one, changed, or imported by the thousand. */
export function PlaceList<Row extends Place>({ path, words, hasProvince, columns }: PlaceListProps<Row>) {
  const { onboard, kit } = useWords();
  const [search] = useFilter('search');
  const pages = usePages<Row>(path, { search });
  const mayChange = useMay('support');
  const mayImport = useMay('admin');
  const [isAdding, adding] = useDisclosure(false);
  const [isImporting, importing] = useDisclosure(false);
  const [changed, setChanged] = useState<Row | null>(null);
  const actions = mayChange && (
    <>
      {mayImport && (
        <Button variant="default" leftSection={<UploadIcon size={16} />} onClick={importing.open}>
          {onboard.imports.open}
        </Button>
      )}
      <Button leftSection={<PlusIcon size={16} />} onClick={adding.open}>
        {words.add}
      </Button>
    </>
  );
  const change: Column<Row> = {
    header: kit.actions,
    isBare: true,
    cell: (row) => (
      <Button
        variant="subtle"
        color="gray"
        size="compact-xs"
        onClick={() => setChanged(row)}
        aria-label={words.editTitle(row.name)}
      >
        {onboard.place.edit}
      </Button>
    ),
  };
  return (
    <Page title={words.title} lead={words.lead} actions={actions}>
      <Panel isFlush>
        <Toolbar>
          <SearchBox label={onboard.search} placeholder={onboard.searchPlace} />
        </Toolbar>
        <PagedTable
          caption={words.caption}
          pages={pages}
          keyOf={(row) => row.id}
          empty={
            search === '' ? (
              <Empty title={words.empty}>{words.emptyText}</Empty>
            ) : (
              <Empty title={onboard.place.nothing}>{onboard.place.nothingText}</Empty>
            )
          }
          columns={mayChange ? [...columns, change] : columns}
        />
      </Panel>
      <PlaceModal
        opened={isAdding}
        onClose={adding.close}
        place={null}
        hasProvince={hasProvince}
        title={words.addTitle}
        confirm={words.create}
        done={words.created}
        send={(place, reason) => api.post(path, { ...place, reason })}
      />
      <PlaceModal
        opened={changed !== null}
        onClose={() => setChanged(null)}
        place={changed}
        hasProvince={hasProvince}
        title={words.editTitle(changed?.name ?? '')}
        confirm={onboard.place.edit}
        done={words.changed}
        send={({ id, name, addressLine1, city, postalCode, province }, reason) =>
          api.patch(`${path}/${encodeURIComponent(id)}`, {
            ...{ name, addressLine1, city, postalCode, reason },
            ...(hasProvince && { province }),
          })
        }
      />
      <ImportModal
        opened={isImporting}
        onClose={importing.close}
        path={`${path}/import`}
        title={words.importTitle}
        columns={words.importColumns}
        note={words.importNote}
      />
    </Page>
  );
}

/** A name with its id below: what people say, and what software sends. */
export function Named({ name, id }: Pick<Place, 'name' | 'id'>) {
  return (
    <>
      {name}
      <Text component="div" size="xs" c="dimmed" fw={400}>
        <code>{id}</code>
      </Text>
    </>
  );
}
