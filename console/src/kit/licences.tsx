import { Link } from 'react-router';
import type { Province } from '../../../src/domain/province.ts';
import type { KeptLicence, WireLicence } from '../../../src/operator/wire/licences.ts';
import { useWords } from '../words/words.tsx';
import { ActButton, actTexts } from './act-modal.tsx';
import { api, put, type Query, withQuery } from './api.ts';
import type { Column } from './data-table.tsx';
import { List } from './list.tsx';
import { useMay } from './session.tsx';
import { StateBadge } from './state-badge.tsx';

type Holder = WireLicence['holder'];

const pathOf = ({ kind, id }: Holder): string => `/api/${kind}s/${encodeURIComponent(id)}/licences`;

/** The console warns so many days ahead, as the first mail does. */
export const soonDays = 60;

export function LicenceList({ filters }: { readonly filters: Query }) {
  const mayChange = useMay('support');
  return (
    <List<WireLicence>
      path="/api/licences"
      filters={filters}
      words={useWords().licences}
      columns={useLicenceColumns()}
      rowActions={
        mayChange &&
        ((row) => (
          <>
            <KeepLicence holder={row.holder} row={row} />
            <RemoveLicence row={row} />
          </>
        ))
      }
    />
  );
}

export function useLicenceColumns(): readonly Column<WireLicence>[] {
  const { licences: words, labels, onboard, column } = useWords();
  return [
    column.name(words.holder, ({ holder }) =>
      holder.kind === 'seller' ? (
        <Link to={`/sellers/${holder.id}`}>{holder.name}</Link>
      ) : (
        `${holder.name} (${labels.dealer})`
      ),
    ),
    column.text(onboard.sellers.province, (row) => row.province),
    column.text(words.class, (row) => row.class),
    column.code(words.number, (row) => row.number),
    column.date(words.expiresOn, (row) => row.expiresOn),
    column.text(labels.state, ({ daysLeft }) => <Validity daysLeft={daysLeft} />),
  ];
}

function Validity({ daysLeft }: { readonly daysLeft: number }) {
  const { licences: words } = useWords();
  if (daysLeft < 0) return <StateBadge tone="bad">{words.expired}</StateBadge>;
  if (daysLeft > soonDays) return <StateBadge tone="good">{words.valid}</StateBadge>;
  return <StateBadge tone="waits">{daysLeft === 0 ? words.lastDay : words.daysLeft(daysLeft)}</StateBadge>;
}

interface KeepLicenceProps {
  readonly holder: Holder;
  /** Changes this one. Its province and class stay: they say which licence it is. */
  readonly row?: WireLicence;
  readonly province?: Province;
}

export function KeepLicence({ holder, row, province = row?.province }: KeepLicenceProps) {
  const { licences: words, kit } = useWords();
  return (
    <ActButton
      {...actTexts(words, 'add')}
      {...(row && { label: kit.edit, title: words.editTitle(row.number), lead: undefined })}
      look={row ? 'row' : 'panel'}
      reason="optional"
      initial={{
        province: province ?? null,
        class: row?.class ?? '',
        number: row?.number ?? '',
        expiresOn: row?.expiresOn ?? '',
      }}
      required={['province', 'class', 'number', 'expiresOn']}
      to={put<KeptLicence>(pathOf(holder))}
      texts={words}
      fields={{
        province: row ? false : 'province',
        class: row ? false : 60,
        number: 60,
        expiresOn: 'date',
      }}
    />
  );
}

function RemoveLicence({ row }: { readonly row: WireLicence }) {
  const { holder, province, class: licenceClass, number } = row;
  return (
    <ActButton
      {...actTexts(useWords().licences, 'remove', number)}
      look="row"
      isDanger
      reason="optional"
      send={(reason) => api.delete(withQuery(pathOf(holder), { province, class: licenceClass, reason }))}
    />
  );
}
