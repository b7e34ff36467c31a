import type { WireUnresolvedVin, WireVinPattern } from '../../../../src/operator/wire/vehicles.ts';
import { ListPanel } from '../../kit/list.tsx';
import { Page } from '../../kit/page.tsx';
import { useMay } from '../../kit/session.tsx';
import { useWords } from '../../words/words.tsx';
import { AddPattern, RemovePattern } from './pattern-acts.tsx';

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
