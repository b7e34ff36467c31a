import { Alert, Button, Group, Paper, Progress, Stack, Text, Textarea } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { ImportFault } from '../../../src/operator/wire/onboard.ts';
import { useWords } from '../words/words.tsx';
import { Dialog } from './act-modal.tsx';
import { DataTable } from './data-table.tsx';
import { Faults } from './faults.tsx';
import { CheckIcon, UploadIcon, WarningIcon } from './icons.tsx';
import { type ImportRun, useImport } from './import-run.ts';
import { PickFile } from './inputs.tsx';
import { tell } from './tell-faults.ts';

interface ImportProps {
  readonly path: string;
  readonly title: string;
  readonly columns: readonly string[];
  readonly note: string;
}

export function ImportButton({ title, ...form }: ImportProps) {
  const words = useWords().onboard.imports;
  const [isOpen, opening] = useDisclosure(false);
  return (
    <>
      <Button variant="default" leftSection={<UploadIcon size={16} />} onClick={opening.open}>
        {words.open}
      </Button>
      <Dialog opened={isOpen} onClose={opening.close} title={title} size="lg" withCloseButton={false}>
        <ImportForm {...form} onClose={opening.close} />
      </Dialog>
    </>
  );
}

/** A file is always checked first; only a valid one can be imported. Mounted only while its modal is open. */
function ImportForm({ path, columns, note, onClose }: Omit<ImportProps, 'title'> & { readonly onClose: () => void }) {
  const { kit, onboard, format } = useWords();
  const words = onboard.imports;
  const queries = useQueryClient();
  const [file, setFile] = useState<File | null>(null);
  const [reason, setReason] = useState('');
  const { run, start, reset } = useImport(path);
  const isGood = run !== null && !run.isRunning && run.error === null && run.isDryRun && run.result?.faultCount === 0;
  const isDone = run?.result?.isDone ?? false;
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (file === null || run?.isRunning) return;
    const result = await start(file, !isGood, reason.trim());
    if (result?.isDone) await queries.invalidateQueries();
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack gap="md">
        <Text size="sm">
          {words.lead} <code>{columns.join(', ')}</code>. {note}
        </Text>
        {!isDone && (
          <PickFile
            label={words.file}
            accept=".csv,text/csv"
            withAsterisk
            value={file}
            onChange={(next) => {
              reset();
              setFile(next);
            }}
          />
        )}
        {run && <ImportState run={run} />}
        {isGood && (
          <Textarea
            label={kit.reasonOptional}
            description={kit.reasonHint}
            autosize
            maxLength={500}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {isDone ? kit.close : kit.cancel}
          </Button>
          {!isDone && (
            <Button type="submit" disabled={file === null} loading={run?.isRunning ?? false}>
              {isGood ? words.doImport(format.number(run.rowsRead)) : words.check}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}

function ImportState({ run }: { readonly run: ImportRun }) {
  const { onboard, format } = useWords();
  const words = onboard.imports;
  const { result } = run;
  const label = run.isDryRun ? words.checking : words.importing;
  return (
    <Stack gap="sm">
      <div>
        <Progress.Root size="lg">
          <Progress.Section value={run.progress * 100} aria-label={label} animated={run.isRunning} />
        </Progress.Root>
        <Text size="xs" c="dimmed" mt={4} aria-live="polite">
          {label} · {words.rowsRead(format.number(run.rowsRead))}
        </Text>
      </div>
      <Faults error={run.error} />
      {result !== null && result.faultCount > 0 && <ImportFaults count={result.faultCount} faults={run.faults} />}
      {result !== null && result.faultCount === 0 && (
        <Alert color="teal" icon={<CheckIcon />} title={result.isDone ? words.done : words.isGood} role="status">
          {(['added', 'changed', 'unchanged', 'linked'] as const)
            .map((kind) => `${format.number(result[kind])} ${words[kind]}`)
            .join(' · ')}
        </Alert>
      )}
    </Stack>
  );
}

/** Every fault with its line, as an editor counts them. */
function ImportFaults({ count, faults }: { readonly count: number; readonly faults: readonly ImportFault[] }) {
  const words = useWords();
  const { format, column } = words;
  const { imports } = words.onboard;
  return (
    <>
      <Alert color="red" icon={<WarningIcon />} role="alert">
        {imports.hasFaults(format.number(count))}
      </Alert>
      <Paper withBorder radius={8} mah={320} style={{ overflowY: 'auto' }}>
        <DataTable<ImportFault>
          caption={imports.faultsCaption}
          rows={faults}
          columns={[
            column.count(imports.line, ({ line }) => line),
            column.text(imports.column, (fault) => <code>{fault.column}</code>),
            column.text(imports.fault, (fault) => tell(fault, words)),
            column.text(imports.value, ({ value }) => <code>{value}</code>),
          ]}
        />
      </Paper>
      {count > faults.length && (
        <Text size="xs" c="dimmed">
          {imports.someShown(faults.length)}
        </Text>
      )}
    </>
  );
}
