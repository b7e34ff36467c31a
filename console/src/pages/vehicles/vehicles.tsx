import { NumberInput, Select, TextInput } from '@mantine/core';
import { bodyClasses, driveTypes } from '../../../../src/domain/vehicle/judge-vin-pattern.ts';
import { fuelTypes } from '../../../../src/domain/vehicle/vehicle.ts';
import { bodyWord, driveWord, fuelWord } from '../../../../src/domain/vehicle/vehicle-words.ts';
import type { NewVinPattern, WireUnresolvedVin, WireVinPattern } from '../../../../src/operator/wire/vehicles.ts';
import { ActButton, actTexts } from '../../kit/act-modal.tsx';
import { api } from '../../kit/api.ts';
import { ListPanel } from '../../kit/list.tsx';
import { Page } from '../../kit/page.tsx';
import { useMay } from '../../kit/session.tsx';
import { useWords } from '../../words/words.tsx';

/** VINs that could not be read, and the operator's patterns. */
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
          { header: unresolved.beginning, isName: true, cell: (row) => <code>{row.beginning}</code> },
          { header: unresolved.modelYear, cell: (row) => row.modelYear },
          { header: unresolved.guess, cell: (row) => row.guess ?? unresolved.nothing },
          { header: unresolved.seenCount, isNumber: true, cell: (row) => row.seenCount },
          column.time(unresolved.lastSeenAt, (row) => row.lastSeenAt),
        ]}
        rowActions={mayChange && ((row) => <AddPattern vins={row} />)}
      />
      <ListPanel<WireVinPattern>
        path="/api/vin-patterns"
        words={patterns}
        keyOf={(row) => row.id}
        columns={[
          { header: patterns.pattern, isName: true, cell: (row) => <code>{row.pattern}</code> },
          {
            header: patterns.years,
            cell: ({ yearFrom, yearTo }) => (yearFrom === yearTo ? yearFrom : `${yearFrom}–${yearTo}`),
          },
          { header: patterns.vehicle, cell: vehicleOf },
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
  return (
    <ActButton<Values, unknown>
      {...actTexts(vehicles, 'add')}
      {...(vins && { label: vehicles.addFor, title: vehicles.addForTitle(vins.beginning) })}
      look={vins ? 'row' : 'add'}
      initial={{
        ...{ pattern: vins?.beginning ?? '', yearFrom: year, yearTo: year, make, model: model.join(' ') },
        ...{ trim: '', bodyClass: null, driveType: null, fuelType: null, engine: '' },
      }}
      required={['pattern', 'yearFrom', 'yearTo', 'make', 'model']}
      send={(reason, { bodyClass, driveType, fuelType, ...given }) => {
        const chosen = { bodyClass: bodyClass ?? '', driveType: driveType ?? '', fuelType: fuelType ?? '' };
        return api.post('/api/vin-patterns', { ...given, ...chosen, reason } satisfies NewVinPattern);
      }}
    >
      {({ text, control, set }) => (
        <>
          <TextInput data-autofocus maxLength={8} {...text('pattern', words)} />
          {(['yearFrom', 'yearTo'] as const).map((field) => (
            <NumberInput
              key={field}
              min={1980}
              max={2039}
              hideControls
              {...control(field, words)}
              onChange={(next) => set({ [field]: Number(next) })}
            />
          ))}
          <TextInput maxLength={120} {...text('make', words)} />
          <TextInput maxLength={120} {...text('model', words)} />
          <TextInput maxLength={60} {...text('trim', words)} />
          {(Object.keys(choices) as Choice[]).map((field) => {
            const [phrases, word] = choices[field];
            const data = phrases.map((value) => ({ value, label: word(value, language) }));
            return <Select key={field} data={data} placeholder={words.unknown} clearable {...control(field, words)} />;
          })}
          <TextInput maxLength={60} {...text('engine', words)} />
        </>
      )}
    </ActButton>
  );
}

function RemovePattern({ row: { id, pattern } }: { readonly row: WireVinPattern }) {
  return (
    <ActButton
      {...actTexts(useWords().vehicles, 'remove', pattern)}
      look="row"
      isDanger
      send={(reason) => api.post(`/api/vin-patterns/${id}/remove`, { reason })}
    />
  );
}
