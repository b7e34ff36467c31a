import { Text } from '@mantine/core';
import { Link } from 'react-router';
import type { WireDealer, WireLienHolder } from '../../../../src/operator/wire/onboard.ts';
import { ActButton, type ActButtonProps, actTexts } from '../../kit/act-modal.tsx';
import { patch, post, withQuery } from '../../kit/api.ts';
import type { Column } from '../../kit/data-table.tsx';
import type { FieldsOf } from '../../kit/fields.tsx';
import { ImportButton } from '../../kit/import-button.tsx';
import { ListPage } from '../../kit/list.tsx';
import { useMay } from '../../kit/session.tsx';
import type { Words } from '../../words/dictionary.ts';
import { useWords } from '../../words/words.tsx';

export function Dealers() {
  const { onboard, licences, column } = useWords();
  const { dealers } = onboard;
  return (
    <Places<WireDealer>
      path="/api/dealers"
      words={dealers}
      hasProvince
      columns={[
        column.count(dealers.sellers, (row) => row.sellerCount),
        column.bare(licences.title, ({ id, name }) => (
          <Link to={withQuery('/licences', { dealerId: id })} aria-label={licences.of(name)}>
            {licences.title}
          </Link>
        )),
      ]}
    />
  );
}

export function LienHolders() {
  return <Places path="/api/lien-holders" words={useWords().onboard.lienHolders} />;
}

/** A dealer or a lienholder. A lienholder has no province. */
type Place = WireLienHolder & Partial<WireDealer>;

interface PlacesProps<Row extends Place> {
  readonly path: string;
  readonly words: Words['onboard']['dealers'] | Words['onboard']['lienHolders'];
  readonly hasProvince?: boolean;
  readonly columns?: readonly Column<Row>[];
}

const textFields = { name: 120, addressLine1: 120, city: 80, postalCode: 10 } as const;

function Places<Row extends Place>({ path, words, hasProvince = false, columns = [] }: PlacesProps<Row>) {
  const { onboard, kit, column } = useWords();
  const mayChange = useMay('support');
  const mayImport = useMay('admin');
  const fields = { ...textFields, ...(hasProvince && { province: 'province' as const }) };
  const actions = mayChange && (
    <>
      {mayImport && (
        <ImportButton
          path={`${path}/import`}
          title={words.importTitle}
          columns={['id', ...Object.keys(fields)]}
          note={words.importNote}
        />
      )}
      <PlaceButton {...actTexts(words, 'add')} look="add" to={post(path)} fields={{ id: 64, ...fields }} />
    </>
  );
  return (
    <ListPage<Row>
      path={path}
      words={{ ...onboard.place, ...words }}
      searched={onboard.searchPlace}
      actions={actions}
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
            to={patch(`${path}/${encodeURIComponent(row.id)}`)}
            fields={fields}
          />
        ))
      }
    />
  );
}

type Given = Pick<Place, 'id' | 'province' | keyof typeof textFields>;

type ActProps = Pick<ActButtonProps<Given, unknown>, 'label' | 'look' | 'title' | 'confirm' | 'done' | 'to'>;

interface PlaceButtonProps extends ActProps {
  readonly place?: Place;
  readonly fields: FieldsOf<Given>;
}

/** All of its fields must be given. */
function PlaceButton({ place, fields, ...act }: PlaceButtonProps) {
  const names = Object.keys(fields) as (keyof Given)[];
  const usual = (name: keyof Given) => (name === 'province' ? null : '');
  const initial = Object.fromEntries(names.map((name) => [name, place?.[name] ?? usual(name)])) as unknown as Given;
  const texts = useWords().onboard.place;
  return <ActButton {...act} initial={initial} fields={fields} texts={texts} reason="optional" required={names} />;
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
