import type { Clock } from '../../src/domain/calendar.ts';
import type { CommandLine } from '../../src/operator/cli/command-kit.ts';
import { runCommandLine } from '../../src/operator/cli/program.ts';
import type { Terminal } from '../../src/operator/cli/terminal.ts';
import { openDatabase } from '../../src/store/database.ts';
import { loadDecoder } from '../../src/vehicles/decoder.ts';
import { afterwards } from './afterwards.ts';
import { linkBox } from './link-box.ts';

const noRetention = { quoteDays: 0, policyYears: 0, mailDays: 0, auditYears: 0, eventDays: 0, deliveryDays: 0 };

export interface RanHere {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs commands of the command line in this process, which takes no second; `northbind` runs them as a user does. */
export function commandsHere(databaseUrl: string, clock: Clock): (...words: readonly string[]) => Promise<RanHere> {
  const database = openDatabase({ url: databaseUrl, poolSize: 2, onConnectionLost: () => undefined });
  afterwards(() => database.end());
  const absent = () => Promise.reject(new Error('This command is run by `northbind` alone.'));
  return async (...words) => {
    const ran = { code: 0, stdout: '', stderr: '' };
    const terminal: Terminal = {
      print: (text) => {
        ran.stdout += `${text}\n`;
      },
      printLines: absent,
      printError: (text) => {
        ran.stderr += `${text}\n`;
      },
      ask: async () => null,
      progress: () => undefined,
      endProgress: () => undefined,
      setExitCode: (code) => {
        ran.code = code;
      },
    };
    const actor = { kind: 'command line', name: 'kim' } as const;
    const decodeVin = (vin: string) => loadDecoder().decode(vin);
    const line: CommandLine = {
      ...{ database, mode: 'sandbox', clock, actor, decodeVin, hash: absent },
      publicUrl: 'http://127.0.0.1',
      ...{ openWebhooks: absent, openLinkBox: async () => linkBox, openPrinter: absent },
      retention: noRetention,
    };
    const open = async () => line;
    const others = { version: 'test', readSettings: absent, checkLender: absent, prepareJobs: absent };
    await runCommandLine(words, { terminal, open, ...others });
    return ran;
  };
}
