import { NumberInput, Select, TextInput } from '@mantine/core';
import { bodyClasses, driveTypes } from '../../../../src/domain/operator/onboard/judge-vin-pattern.ts';
import { fuelTypes } from '../../../../src/domain/vehicle/vehicle.ts';
import { bodyWord, driveWord, fuelWord } from '../../../../src/domain/vehicle/vehicle-words.ts';
import type { NewVinPattern, WireUnresolvedVin, WireVinPattern } from '../../../../src/operator/wire/vehicles.ts';
import { ActButton, type ActButtonProps } from '../../kit/act-modal.tsx';
import { api } from '../../kit/api.ts';
import { addButton } from '../../kit/icons.tsx';
import { useWords } from '../../words/words.tsx';

type Values = Omit<Required<NewVinPattern>, 'reason' | 'bodyClass' | 'driveType' | 'fuelType'> & {
  readonly bodyClass: string | null;
  readonly driveType: string | null;
  readonly fuelType: string | null;
};

const quiet: ActButtonProps<object, unknown>['button'] = { variant: 'subtle', color: 'gray', size: 'compact-xs' };

/** Adds a pattern, of its own or for VINs that could not be read. */
export function AddPattern({ vins }: { readonly vins?: WireUnresolvedVin }) {
  const { vehicles, language } = useWords();
  const words = vehicles.patterns;
  const year = vins?.modelYear ?? new Date().getFullYear();
  const [make = '', ...model] = vins?.guess?.split(' ') ?? [];
  const choice = (word: (phrase: string, language: 'en' | 'fr') => string, phrases: readonly string[]) =>
    phrases.map((value) => ({ value, label: word(value, language) }));
  return (
    <ActButton<Values, unknown>
      label={vins === undefined ? vehicles.add : vehicles.addFor}
      button={vins === undefined ? addButton : { ...quiet, 'aria-label': vehicles.addForTitle(vins.beginning) }}
      title={vins === undefined ? vehicles.addTitle : vehicles.addForTitle(vins.beginning)}
      confirm={vehicles.create}
      reason="required"
      initial={{
        ...{ pattern: vins?.beginning ?? '', yearFrom: year, yearTo: year, make, model: model.join(' ') },
        ...{ trim: '', bodyClass: null, driveType: null, fuelType: null, engine: '' },
      }}
      mayConfirm={({ pattern, make, model }) => [pattern, make, model].every((text) => text.trim() !== '')}
      done={vehicles.created}
      send={(reason, { bodyClass, driveType, fuelType, ...given }) => {
        const chosen = { bodyClass: bodyClass ?? '', driveType: driveType ?? '', fuelType: fuelType ?? '' };
        return api.post('/api/vin-patterns', { ...given, ...chosen, reason } satisfies NewVinPattern);
      }}
    >
      {(form) => (
        <>
          <TextInput
            label={words.pattern}
            description={words.patternHint}
            withAsterisk
            data-autofocus
            maxLength={8}
            {...form.text('pattern')}
          />
          {(['yearFrom', 'yearTo'] as const).map((field) => (
            <NumberInput
              key={field}
              label={words[field]}
              withAsterisk
              min={1980}
              max={2039}
              hideControls
              value={form.values[field]}
              onChange={(next) => form.set({ [field]: Number(next) })}
              error={form.control(field).error}
            />
          ))}
          <TextInput label={words.make} withAsterisk maxLength={120} {...form.text('make')} />
          <TextInput label={words.model} withAsterisk maxLength={120} {...form.text('model')} />
          <TextInput label={words.trim} maxLength={60} {...form.text('trim')} />
          <Select
            label={words.bodyClass}
            data={choice(bodyWord, bodyClasses)}
            placeholder={words.unknown}
            clearable
            {...form.control('bodyClass')}
          />
          <Select
            label={words.driveType}
            data={choice(driveWord, driveTypes)}
            placeholder={words.unknown}
            clearable
            {...form.control('driveType')}
          />
          <Select
            label={words.fuelType}
            data={choice(fuelWord, fuelTypes)}
            placeholder={words.unknown}
            clearable
            {...form.control('fuelType')}
          />
          <TextInput label={words.engine} maxLength={60} {...form.text('engine')} />
        </>
      )}
    </ActButton>
  );
}

export function RemovePattern({ row: { id, pattern } }: { readonly row: WireVinPattern }) {
  const { vehicles } = useWords();
  return (
    <ActButton
      label={vehicles.remove}
      button={{ ...quiet, 'aria-label': vehicles.removeTitle(pattern) }}
      title={vehicles.removeTitle(pattern)}
      lead={vehicles.removeLead}
      confirm={vehicles.remove}
      isDanger
      reason="required"
      done={vehicles.removed}
      send={(reason) => api.post(`/api/vin-patterns/${id}/remove`, { reason })}
    />
  );
}
