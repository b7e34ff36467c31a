import { Text } from '@mantine/core';
import type { WireDealer, WireLienHolder } from '../../../src/operator/wire/onboard.ts';
import type { Words } from '../words/dictionary.ts';
import { useWords } from '../words/words.tsx';
import { ActButton, type ActButtonProps, actTexts } from './act-modal.tsx';
import { api } from './api.ts';
import type { Column } from './data-table.tsx';
import { ImportButton } from './import-button.tsx';
import { ListPage } from './list.tsx';
import { useMay } from './session.tsx';

/** A dealer or a lienholder. A lienholder has no province. */
type Place = WireLienHolder & Partial<WireDealer>;

interface PlaceListProps<Row extends Place> {
  readonly path: string;
  readonly words: Words['onboard']['dealers'] | Words['onboard']['lienHolders'];
  readonly hasProvince: boolean;
  readonly columns?: readonly Column<Row>[];
}

export function PlaceList<Row extends Place>({ path, words, hasProvince, columns = [] }: PlaceListProps<Row>) {
  const { onboard, kit, column } = useWords();
  const mayChange = useMay('support');
  const mayImport = useMay('admin');
  const actions = mayChange && (
    <>
      {mayImport && (
        <ImportButton
          path={`${path}/import`}
          title={words.importTitle}
          columns={fieldsOf(hasProvince)}
          note={words.importNote}
        />
      )}
      <PlaceButton
        {...actTexts(words, 'add')}
        look="add"
        hasProvince={hasProvince}
        send={(place) => api.post(path, place)}
      />
    </>
  );
  return (
    <ListPage<Row>
      path={path}
      words={{ ...onboard.place, ...words }}
      searched={onboard.searchPlace}
      actions={actions}
      keyOf={(row) => row.id}
      columns={[
        column.name(onboard.place.name, (row) => <Named {...row} />),
        column.text(onboard.place.addressLine1, addressOf),
        ...columns,
      ]}
      rowActions={
        mayChange &&
        ((row) => (
          <PlaceButton
            {...actTexts({ ...kit, ...words }, 'edit', row.name)}
            look="row"
            place={row}
            hasProvince={hasProvince}
            send={({ id: _, ...changes }) => api.patch(`${path}/${encodeURIComponent(row.id)}`, changes)}
          />
        ))
      }
    />
  );
}

interface PlaceButtonProps extends Pick<ActButtonProps<object, unknown>, 'label' | 'look' | 'title' | 'done'> {
  readonly confirm: string;
  readonly place?: Place;
  readonly hasProvince: boolean;
  readonly send: (place: WireLienHolder & { readonly reason: string }) => Promise<unknown>;
}

const lengthMax = { name: 120, addressLine1: 120, city: 80, postalCode: 10 } as const;
const fields = Object.keys(lengthMax) as readonly (keyof typeof lengthMax)[];
const fieldsOf = (hasProvince: boolean) => ['id', ...fields, ...(hasProvince ? (['province'] as const) : [])] as const;

function PlaceButton({ place, hasProvince, send, ...act }: PlaceButtonProps) {
  const words = useWords().onboard.place;
  const { id = '', name = '', addressLine1 = '', city = '', postalCode = '', province = null } = place ?? {};
  return (
    <ActButton
      {...act}
      reason="optional"
      initial={{ id, name, addressLine1, city, postalCode, province }}
      required={fieldsOf(hasProvince)}
      send={(reason, { province, ...given }) => send({ ...given, ...(hasProvince && { province }), reason })}
      texts={words}
      fields={{ id: place ? false : 64, ...lengthMax, province: hasProvince ? 'province' : false }}
    />
  );
}

function addressOf({ addressLine1, city, province, postalCode }: Place): string {
  return [`${addressLine1}, ${city}`, province, postalCode].filter(Boolean).join(' ');
}

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
