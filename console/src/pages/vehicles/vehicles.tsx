import { NumberInput, Select } from '@mantine/core';
import { bodyClasses, driveTypes } from '../../../../src/domain/vehicle/judge-vin-pattern.ts';
import { fuelTypes } from '../../../../src/domain/vehicle/vehicle.ts';
import { bodyWord, driveWord, fuelWord } from '../../../../src/domain/vehicle/vehicle-words.ts';
import type { NewVinPattern, WireUnresolvedVin, WireVinPattern } from '../../../../src/operator/wire/vehicles.ts';
import { ActButton, actTexts } from '../../kit/act-modal.tsx';
import { post } from '../../kit/api.ts';
import type { Control } from '../../kit/form.ts';
import { ListPanel } from '../../kit/list.tsx';
import { Page } from '../../kit/page.tsx';
import { useMay } from '../../kit/session.tsx';
import { useWords } from '../../words/words.tsx';

export function Vehicles() {
  const { vehicles, column } = useWords();
  const { unresolved, patterns } = vehicles;
  const mayChange = useMay('support');
  return (
    <Page title={vehicles.title} lead={vehicles.lead} actions={mayChange && <AddPattern />}>
      <ListPanel<WireUnresolvedVin>
        path="/api/unresolved-vins"
        words={unresolved}
        keyOf={(row) => `${row.beginning} ${row.modelYear}`}
        columns={[
          column.name(unresolved.beginning, (row) => <code>{row.beginning}</code>),
          column.text(unresolved.modelYear, (row) => row.modelYear),
          column.text(unresolved.guess, (row) => row.guess ?? unresolved.nothing),
          column.number(unresolved.seenCount, (row) => row.seenCount),
          column.time(unresolved.lastSeenAt, (row) => row.lastSeenAt),
        ]}
        rowActions={mayChange && ((row) => <AddPattern vins={row} />)}
      />
      <ListPanel<WireVinPattern>
        path="/api/vin-patterns"
        words={patterns}
        columns={[
          column.name(patterns.pattern, (row) => <code>{row.pattern}</code>),
          column.text(patterns.years, ({ yearFrom, yearTo }) =>
            yearFrom === yearTo ? yearFrom : `${yearFrom}–${yearTo}`,
          ),
          column.text(patterns.vehicle, vehicleOf),
        ]}
        rowActions={mayChange && ((row) => <RemovePattern row={row} />)}
      />
    </Page>
  );
}

function vehicleOf({ make, model, trim, bodyClass, driveType, fuelType, engine }: WireVinPattern): string {
  const details = [trim, bodyClass, driveType, fuelType, engine].filter((detail) => detail !== null);
  return [`${make} ${model}`, ...details].join(' · ');
}

type Choice = 'bodyClass' | 'driveType' | 'fuelType';
type Values = Omit<Required<NewVinPattern>, 'reason' | Choice> & Readonly<Record<Choice, string | null>>;

const choices: Readonly<Record<Choice, readonly [phrases: readonly string[], word: typeof bodyWord]>> = {
  bodyClass: [bodyClasses, bodyWord],
  driveType: [driveTypes, driveWord],
  fuelType: [fuelTypes, fuelWord],
};

/** Adds a pattern, of its own or for VINs that could not be read. */
function AddPattern({ vins }: { readonly vins?: WireUnresolvedVin }) {
  const { vehicles, language } = useWords();
  const words = vehicles.patterns;
  const year = vins?.modelYear ?? new Date().getFullYear();
  const [make = '', ...model] = vins?.guess?.split(' ') ?? [];
  const choose = (field: Choice) => (input: Control<string | null>) => {
    const [phrases, word] = choices[field];
    const data = phrases.map((value) => ({ value, label: word(value, language) }));
    return <Select data={data} placeholder={words.unknown} clearable {...input} />;
  };
  return (
    <ActButton<Values, unknown>
      {...actTexts(vehicles, 'add')}
      {...(vins && { label: vehicles.addFor, title: vehicles.addForTitle(vins.beginning) })}
      look={vins ? 'row' : 'add'}
      initial={{
        pattern: vins?.beginning ?? '',
        yearFrom: year,
        yearTo: year,
        make,
        model: model.join(' '),
        trim: '',
        bodyClass: null,
        driveType: null,
        fuelType: null,
        engine: '',
      }}
      required={['pattern', 'yearFrom', 'yearTo', 'make', 'model']}
      to={post<NewVinPattern>('/api/vin-patterns')}
      texts={words}
      fields={{
        pattern: 8,
        yearFrom: yearInput,
        yearTo: yearInput,
        make: 120,
        model: 120,
        trim: 60,
        bodyClass: choose('bodyClass'),
        driveType: choose('driveType'),
        fuelType: choose('fuelType'),
        engine: 60,
      }}
    />
  );
}

function yearInput({ onChange, ...input }: Control<number>) {
  return <NumberInput min={1980} max={2039} hideControls {...input} onChange={(next) => onChange(Number(next))} />;
}

function RemovePattern({ row: { id, pattern } }: { readonly row: WireVinPattern }) {
  return (
    <ActButton
      {...actTexts(useWords().vehicles, 'remove', pattern)}
      look="row"
      isDanger
      to={post(`/api/vin-patterns/${id}/remove`)}
    />
  );
}
