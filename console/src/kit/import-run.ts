import { useEffect, useRef, useState } from 'react';
import type { ImportFault, ImportLine, ImportResult } from '../../../src/operator/wire/onboard.ts';
import { fetchAnswer, withQuery } from './api.ts';

/** The progress of an import, which the service streams line by line. */
export interface ImportRun {
  readonly isRunning: boolean;
  readonly isDryRun: boolean;
  readonly rowsRead: number;
  readonly progress: number;
  readonly faults: readonly ImportFault[];
  readonly result: ImportResult | null;
  readonly error: unknown;
}

/** More would not be read. The count is of all. */
const faultsShownMax = 200;

export function useImport(path: string) {
  const [run, setRun] = useState<ImportRun | null>(null);
  const abort = useRef<AbortController>(null);
  useEffect(() => () => abort.current?.abort(), []);

  const start = async (file: File, isDryRun: boolean, reason: string): Promise<ImportResult | null> => {
    abort.current = new AbortController();
    let now: ImportRun = { isRunning: true, isDryRun, rowsRead: 0, progress: 0, faults: [], result: null, error: null };
    setRun(now);
    try {
      const response = await fetchAnswer(withQuery(path, { dryRun: isDryRun, reason }), {
        method: 'POST',
        body: file,
        headers: { 'content-type': 'text/csv' },
        signal: abort.current.signal,
      });
      for await (const line of readLines(response)) {
        now = take(now, line, file.size);
        setRun(now);
      }
      now = { ...now, isRunning: false, progress: 1 };
    } catch (error) {
      now = { ...now, isRunning: false, error };
    }
    setRun(now);
    return now.result;
  };

  const reset = (): void => {
    abort.current?.abort();
    setRun(null);
  };
  return { run, start, reset };
}

function take(run: ImportRun, line: ImportLine, sizeInBytes: number): ImportRun {
  switch (line.kind) {
    case 'progress':
      return { ...run, rowsRead: line.rowsRead, progress: Math.min(1, line.bytesRead / Math.max(1, sizeInBytes)) };
    case 'fault':
      return run.faults.length < faultsShownMax ? { ...run, faults: [...run.faults, line] } : run;
    case 'result':
      return { ...run, rowsRead: line.rowsRead, result: line };
  }
}

async function* readLines(response: Response): AsyncGenerator<ImportLine> {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { value, done } = await reader.read();
    const lines = (rest + (value ?? '')).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line !== '') yield JSON.parse(line) as ImportLine;
    if (done) break;
  }
  if (rest !== '') yield JSON.parse(rest) as ImportLine;
}
