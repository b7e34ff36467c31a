import { Select, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { type Province, provinces } from '../../../src/domain/address/province.ts';
import { useWords } from '../words/words.tsx';
import { ActModal } from './act-modal.tsx';

/** What a dealer and a lienholder have alike. A lienholder has no province of its own. */
export interface Place {
  readonly id: string;
  readonly name: string;
  readonly addressLine1: string;
  readonly city: string;
  readonly postalCode: string;
  readonly province?: Province;
}

interface PlaceModalProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  /** Null: a new one. */
  readonly place: Place | null;
  readonly hasProvince: boolean;
  readonly title: string;
  readonly confirm: string;
  readonly done: string;
  readonly send: (place: Place, reason: string) => Promise<unknown>;
}

const emptyPlace: Place = { id: '', name: '', addressLine1: '', city: '', postalCode: '' };
const texts = [
  { field: 'name', lengthMax: 120 },
  { field: 'addressLine1', lengthMax: 120 },
  { field: 'city', lengthMax: 80 },
  { field: 'postalCode', lengthMax: 10 },
] as const;

export function PlaceModal({ opened, onClose, place, hasProvince, title, confirm, done, send }: PlaceModalProps) {
  const { onboard } = useWords();
  const words = onboard.place;
  const [value, setValue] = useState<Place>(emptyPlace);
  useEffect(() => {
    if (opened) setValue(place ?? emptyPlace);
  }, [opened, place]);
  const isWhole =
    value.id.trim() !== '' &&
    texts.every(({ field }) => value[field].trim() !== '') &&
    (!hasProvince || value.province !== undefined);
  return (
    <ActModal
      opened={opened}
      onClose={onClose}
      title={title}
      confirm={confirm}
      reason="optional"
      mayConfirm={isWhole}
      done={done}
      send={(reason) => send(value, reason)}
    >
      {(faultAt) => (
        <>
          {place === null && (
            <TextInput
              label={words.id}
              description={words.idHint}
              withAsterisk
              data-autofocus
              maxLength={64}
              value={value.id}
              onChange={(event) => setValue({ ...value, id: event.currentTarget.value })}
              error={faultAt('id')}
            />
          )}
          {texts.map(({ field, lengthMax }) => (
            <TextInput
              key={field}
              label={words[field]}
              withAsterisk
              maxLength={lengthMax}
              value={value[field]}
              onChange={(event) => setValue({ ...value, [field]: event.currentTarget.value })}
              error={faultAt(field)}
            />
          ))}
          {hasProvince && (
            <Select
              label={words.province}
              withAsterisk
              searchable
              data={provinces.map((one) => ({ value: one, label: `${one} · ${onboard.sellers.provinceNames[one]}` }))}
              value={value.province ?? null}
              onChange={(province) => setValue({ ...value, ...(province && { province: province as Province }) })}
              error={faultAt('province')}
            />
          )}
        </>
      )}
    </ActModal>
  );
}
