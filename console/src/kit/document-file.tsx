import { Alert, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { TariffCheck } from '../../../src/operator/wire/tariff.ts';
import { useWords } from '../words/words.tsx';
import { api } from './api.ts';
import { DataTable } from './data-table.tsx';
import { Faults } from './faults.tsx';
import { CheckIcon, WarningIcon } from './icons.tsx';
import { PickFile } from './inputs.tsx';

/** A rate book, a tax table or disclosure texts from a file, checked by the service as soon as it is chosen. */
export interface CheckedDocument {
  readonly document: unknown;
  readonly version: string;
}

interface DocumentFileProps {
  readonly label: string;
  /** The route of the list: a file is checked under `/check`. */
  readonly path: string;
  readonly onChange: (checked: CheckedDocument | null) => void;
}

export function DocumentFile({ label, path, onChange }: DocumentFileProps) {
  const words = useWords().tariff.load;
  const [file, setFile] = useState<File | null>(null);
  const check = useQuery({
    queryKey: [path, 'check', file?.name, file?.size, file?.lastModified],
    enabled: file !== null,
    staleTime: 0,
    gcTime: 0,
    retry: false,
    queryFn: async (): Promise<TariffCheck | null> => {
      const document = parse(await file!.text());
      if (document === undefined) return null;
      const answer = await api.post<TariffCheck>(`${path}/check`, { document });
      onChange(answer.isGood ? { document, version: answer.version ?? '' } : null);
      return answer;
    },
  });
  return (
    <Stack gap="md" __vars={{ '--edge': '0px' }}>
      <PickFile
        label={label}
        accept=".json,application/json"
        withAsterisk
        maw={480}
        value={file}
        onChange={(next) => {
          onChange(null);
          setFile(next);
        }}
        error={check.data === null && words.notJson}
      />
      <Faults error={check.error} />
      {check.data && <Verdict check={check.data} />}
    </Stack>
  );
}

function Verdict({ check }: { readonly check: TariffCheck }) {
  const { tariff, column } = useWords();
  const words = tariff.load;
  if (check.isGood) {
    return (
      <Alert color="teal" icon={<CheckIcon />} role="status">
        {words.good(check.version ?? '')}
      </Alert>
    );
  }
  return (
    <>
      <Alert color="red" icon={<WarningIcon />} role="alert">
        {words.faults(check.faults.length)}
      </Alert>
      <DataTable<TariffCheck['faults'][number]>
        caption={words.faultsCaption}
        rows={check.faults}
        columns={[
          column.text(words.path, ({ path }) => <code>{path}</code>),
          column.text(words.fault, ({ message }) => message),
        ]}
      />
    </>
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
