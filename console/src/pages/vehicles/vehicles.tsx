import type { WireUnresolvedVin, WireVinPattern } from '../../../../src/operator/wire/vehicles.ts';
import type { Column } from '../../kit/data-table.tsx';
import { List } from '../../kit/list.tsx';
import { Page, Panel } from '../../kit/page.tsx';
import { useMay } from '../../kit/session.tsx';
import { useWords } from '../../words/words.tsx';
import { AddPattern, RemovePattern } from './pattern-acts.tsx';

/** VINs that could not be read, and the operator's patterns. */
export function Vehicles() {
  const { vehicles, kit, format } = useWords();
  const { unresolved, patterns } = vehicles;
  const mayChange = useMay('support');
  const vinColumns: Column<WireUnresolvedVin>[] = [
    { header: unresolved.beginning, isName: true, cell: (row) => <code>{row.beginning}</code> },
    { header: unresolved.modelYear, cell: (row) => row.modelYear },
    { header: unresolved.guess, cell: (row) => row.guess ?? unresolved.nothing },
    { header: unresolved.seenCount, isNumber: true, cell: (row) => row.seenCount },
    { header: unresolved.lastSeenAt, isOneLine: true, cell: (row) => format.time(row.lastSeenAt) },
  ];
  const patternColumns: Column<WireVinPattern>[] = [
    { header: patterns.pattern, isName: true, cell: (row) => <code>{row.pattern}</code> },
    {
      header: patterns.years,
      cell: ({ yearFrom, yearTo }) => (yearFrom === yearTo ? yearFrom : `${yearFrom}–${yearTo}`),
    },
    { header: patterns.vehicle, cell: vehicleOf },
  ];
  return (
    <Page title={vehicles.title} lead={vehicles.lead} actions={mayChange && <AddPattern />}>
      <Panel title={unresolved.title} isFlush>
        <List<WireUnresolvedVin>
          path="/api/unresolved-vins"
          words={unresolved}
          keyOf={(row) => `${row.beginning} ${row.modelYear}`}
          columns={
            mayChange
              ? [...vinColumns, { header: kit.actions, isBare: true, cell: (row) => <AddPattern vins={row} /> }]
              : vinColumns
          }
        />
      </Panel>
      <Panel title={patterns.title} isFlush>
        <List<WireVinPattern>
          path="/api/vin-patterns"
          words={patterns}
          keyOf={(row) => row.id}
          columns={
            mayChange
              ? [...patternColumns, { header: kit.actions, isBare: true, cell: (row) => <RemovePattern row={row} /> }]
              : patternColumns
          }
        />
      </Panel>
    </Page>
  );
}

function vehicleOf({ make, model, trim, bodyClass, driveType, fuelType, engine }: WireVinPattern): string {
  const details = [trim, bodyClass, driveType, fuelType, engine].filter((detail) => detail !== null);
  return [`${make} ${model}`, ...details].join(' · ');
}
