import { TextInput } from '@mantine/core';
import { Link } from 'react-router';
import type { Province } from '../../../src/domain/address/province.ts';
import type { KeptLicence, WireLicence } from '../../../src/operator/wire/licences.ts';
import { useWords } from '../words/words.tsx';
import { ActButton, type ActButtonProps } from './act-modal.tsx';
import { api, type Query, withQuery } from './api.ts';
import type { Column } from './data-table.tsx';
import { DateInput } from './date-input.tsx';
import { List } from './list.tsx';
import { PickProvince } from './pick-province.tsx';
import { useMay } from './session.tsx';
import { StateBadge } from './state-badge.tsx';

type Holder = WireLicence['holder'];

const pathOf = ({ kind, id }: Holder): string => `/api/${kind}s/${encodeURIComponent(id)}/licences`;

/** From how many days ahead the console warns: as the first mail does. */
export const soonDays = 60;

/** Licences by expiry, of one holder or of all. */
export function LicenceList({ filters }: { readonly filters: Query }) {
  const { licences: words, kit } = useWords();
  const mayChange = useMay('support');
  const columns = useLicenceColumns();
  const acts: Column<WireLicence> = {
    header: kit.actions,
    isBare: true,
    cell: (row) => (
      <>
        <EditLicence row={row} />
        <RemoveLicence row={row} />
      </>
    ),
  };
  return (
    <List<WireLicence>
      path="/api/licences"
      filters={filters}
      words={words}
      keyOf={(row) => row.id}
      columns={mayChange ? [...columns, acts] : columns}
    />
  );
}

export function useLicenceColumns(): readonly Column<WireLicence>[] {
  const { licences: words, labels, onboard, column } = useWords();
  return [
    {
      header: words.holder,
      isName: true,
      cell: ({ holder }) =>
        holder.kind === 'seller' ? (
          <Link to={`/sellers/${holder.id}`}>{holder.name}</Link>
        ) : (
          `${holder.name} (${labels.dealer})`
        ),
    },
    { header: onboard.sellers.province, cell: (row) => row.province },
    { header: words.class, cell: (row) => row.class },
    column.code(words.number, (row) => row.number),
    column.date(words.expiresOn, (row) => row.expiresOn),
    { header: words.state, cell: ({ daysLeft }) => <Validity daysLeft={daysLeft} /> },
  ];
}

function Validity({ daysLeft }: { readonly daysLeft: number }) {
  const { licences: words } = useWords();
  if (daysLeft < 0) return <StateBadge tone="bad">{words.expired}</StateBadge>;
  if (daysLeft > soonDays) return <StateBadge tone="good">{words.valid}</StateBadge>;
  return <StateBadge tone="waits">{daysLeft === 0 ? words.lastDay : words.daysLeft(daysLeft)}</StateBadge>;
}

interface AddLicenceProps {
  readonly holder: Holder;
  readonly province?: Province;
}

export function AddLicence({ holder, province }: AddLicenceProps) {
  const { licences: words } = useWords();
  return (
    <LicenceButton
      label={words.add}
      button={{ variant: 'light', size: 'xs' }}
      title={words.add}
      lead={words.addLead}
      holder={holder}
      initial={{ province: province ?? null, class: '', number: '', expiresOn: '' }}
    />
  );
}

const quiet: ActButtonProps<object, unknown>['button'] = { variant: 'subtle', color: 'gray', size: 'compact-xs' };

function EditLicence({ row }: { readonly row: WireLicence }) {
  const { licences: words, kit } = useWords();
  const { holder, province, class: licenceClass, number, expiresOn } = row;
  return (
    <LicenceButton
      label={kit.edit}
      button={{ ...quiet, 'aria-label': words.editTitle(number) }}
      title={words.editTitle(number)}
      holder={holder}
      isFixed
      initial={{ province, class: licenceClass, number, expiresOn }}
    />
  );
}

interface Values extends Omit<KeptLicence, 'province' | 'reason'> {
  readonly province: Province | null;
}

interface LicenceButtonProps
  extends Pick<ActButtonProps<Values, unknown>, 'label' | 'button' | 'title'>,
    Required<Pick<ActButtonProps<Values, unknown>, 'initial'>> {
  readonly lead?: string;
  readonly holder: Holder;
  /** Its province and class stay: they say which licence it is. */
  readonly isFixed?: true;
}

function LicenceButton({ holder, isFixed, ...act }: LicenceButtonProps) {
  const { licences: words } = useWords();
  return (
    <ActButton<Values, unknown>
      {...act}
      confirm={words.save}
      reason="optional"
      mayConfirm={({ province, class: licenceClass, number, expiresOn }) =>
        province !== null && [licenceClass, number, expiresOn].every((text) => text.trim() !== '')
      }
      done={words.saved}
      send={(reason, { province, ...given }) =>
        api.put(pathOf(holder), { ...given, province: province!, reason } satisfies KeptLicence)
      }
    >
      {(form) => (
        <>
          {!isFixed && (
            <>
              <PickProvince {...form.control('province')} />
              <TextInput
                label={words.class}
                description={words.classHint}
                withAsterisk
                maxLength={60}
                {...form.text('class')}
              />
            </>
          )}
          <TextInput label={words.number} withAsterisk maxLength={60} {...form.text('number')} />
          <DateInput label={words.expiresOn} isRequired {...form.control('expiresOn')} />
        </>
      )}
    </ActButton>
  );
}

function RemoveLicence({ row }: { readonly row: WireLicence }) {
  const { licences: words } = useWords();
  const { holder, province, class: licenceClass, number } = row;
  return (
    <ActButton
      label={words.remove}
      button={{ ...quiet, 'aria-label': words.removeTitle(number) }}
      title={words.removeTitle(number)}
      lead={words.removeLead}
      confirm={words.remove}
      isDanger
      reason="optional"
      done={words.removed}
      send={(reason) => api.delete(withQuery(pathOf(holder), { province, class: licenceClass, reason }))}
    />
  );
}
