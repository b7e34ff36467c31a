import { Alert, Text } from '@mantine/core';
import type { ImportFault } from '../../../src/operator/wire/onboard.ts';
import { useWords } from '../words/words.tsx';
import { DataTable } from './data-table.tsx';
import { tell } from './faults.tsx';
import { useFormat } from './format.ts';
import { WarningIcon } from './icons.tsx';
import classes from './import-faults.module.css';

/** Every fault with its line, as an editor counts them. */
export function ImportFaults({ count, faults }: { readonly count: number; readonly faults: readonly ImportFault[] }) {
  const words = useWords();
  const { imports } = words.onboard;
  const format = useFormat();
  return (
    <>
      <Alert color="red" icon={<WarningIcon />} role="alert">
        {imports.hasFaults(format.number(count))}
      </Alert>
      <div className={classes.faults}>
        <DataTable
          caption={imports.faultsCaption}
          rows={faults}
          keyOf={({ line, column, code }) => `${line} ${column} ${code}`}
          columns={[
            { header: imports.line, isNumber: true, cell: ({ line }) => format.number(line) },
            { header: imports.column, cell: ({ column }) => <code>{column}</code> },
            { header: imports.fault, cell: (fault) => tell(fault, words) },
            { header: imports.value, cell: ({ value }) => <code>{value}</code> },
          ]}
        />
      </div>
      {count > faults.length && (
        <Text size="xs" c="dimmed">
          {imports.someShown(faults.length)}
        </Text>
      )}
    </>
  );
}
