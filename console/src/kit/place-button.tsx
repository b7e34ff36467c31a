import { TextInput } from '@mantine/core';
import type { WireDealer, WireLienHolder } from '../../../src/operator/wire/onboard.ts';
import { useWords } from '../words/words.tsx';
import { ActButton, type ActButtonProps } from './act-modal.tsx';
import { PickProvince } from './pick-province.tsx';

/** A dealer or a lienholder. A lienholder has no province. */
export type Place = WireLienHolder & Partial<WireDealer>;

interface PlaceButtonProps extends Pick<ActButtonProps<object, unknown>, 'label' | 'button' | 'title' | 'done'> {
  /** Null for a new one. */
  readonly place: Place | null;
  readonly hasProvince: boolean;
  readonly confirm: string;
  readonly send: (place: WireLienHolder & { readonly reason: string }) => Promise<unknown>;
}

const lengthMax = { name: 120, addressLine1: 120, city: 80, postalCode: 10 } as const;
const fields = Object.keys(lengthMax) as readonly (keyof typeof lengthMax)[];

/** Adds or changes a dealer or a lienholder. */
export function PlaceButton({ place, hasProvince, send, ...act }: PlaceButtonProps) {
  const words = useWords().onboard.place;
  const { id = '', name = '', addressLine1 = '', city = '', postalCode = '', province = null } = place ?? {};
  return (
    <ActButton
      {...act}
      reason="optional"
      initial={{ id, name, addressLine1, city, postalCode, province }}
      mayConfirm={(values) =>
        (['id', ...fields] as const).every((field) => values[field].trim() !== '') &&
        (!hasProvince || values.province !== null)
      }
      send={(reason, { province, ...given }) => send({ ...given, ...(hasProvince && { province }), reason })}
    >
      {(form) => (
        <>
          {place === null && (
            <TextInput
              label={words.id}
              description={words.idHint}
              withAsterisk
              data-autofocus
              maxLength={64}
              {...form.text('id')}
            />
          )}
          {fields.map((field) => (
            <TextInput
              key={field}
              label={words[field]}
              withAsterisk
              maxLength={lengthMax[field]}
              {...form.text(field)}
            />
          ))}
          {hasProvince && <PickProvince {...form.control('province')} />}
        </>
      )}
    </ActButton>
  );
}
