import type { Command } from 'commander';
import { bad, examineDatabase, examineMailServer, type Finding, good } from '../../flows/doctor.ts';
import type { Database } from '../../store/database.ts';
import { migrate } from '../../store/migrate.ts';
import { type Answer, type CommandParts, commandAction, exitCodes, type Open } from './command-kit.ts';
import { table } from './table.ts';

export interface SystemParts extends CommandParts {
  /** The service's settings; the command line itself needs few of them. */
  readonly readSettings: () => Settings;
  /** Makes the job engine's tables. */
  readonly prepareJobs: (database: Database) => Promise<void>;
}

export interface Settings {
  /** Null when the settings are faulty. */
  readonly mode: 'sandbox' | 'production' | null;
  readonly smtpUrl: string | null;
  readonly faults: readonly string[];
}

/** `migrate` and `doctor`: the service as a whole. */
export function systemCommands(program: Command, parts: SystemParts): void {
  program
    .command('migrate')
    .description('bring the database up to date with this version; the service does so at its start, too')
    .action(
      commandAction(parts, async ({ database }) => {
        const log = {
          info: (event: string, facts = {}) => parts.terminal.printError(`${event} ${JSON.stringify(facts)}`),
        };
        const applied = await migrate(database, { log });
        await parts.prepareJobs(database);
        const text = applied.length === 0 ? 'The database is up to date.' : `Applied: ${applied.join(', ')}`;
        return { json: { applied }, text };
      }),
    );
  program
    .command('doctor')
    .description('look at everything the service needs: settings, database, prices, sellers, jobs, mail, stuck work')
    .action(async (_options: unknown, command: Command) => {
      const answer = await examine(parts);
      const isJson = command.optsWithGlobals<{ json?: true }>().json === true;
      parts.terminal.print(isJson ? JSON.stringify(answer.json, null, 2) : answer.text);
      parts.terminal.setExitCode(answer.exitCode ?? exitCodes.ok);
    });
}

/** Reports a database that can't be reached instead of failing. */
async function examine({ open, readSettings }: SystemParts): Promise<Answer> {
  const settings = readSettings();
  const findings: Finding[] = [
    ...settings.faults.map((fault) => bad('settings', fault)),
    ...(settings.faults.length === 0 ? [good('settings', `They are good for the ${settings.mode}.`)] : []),
    ...(await databaseFindings(open)),
    ...(settings.smtpUrl === null ? [] : [await examineMailServer(settings.smtpUrl)]),
  ];
  const isWell = findings.every(({ isGood }) => isGood);
  return {
    json: { isWell, findings },
    text: table(findings, [
      { title: '', of: ({ isGood }) => (isGood ? 'ok' : '!!') },
      { title: 'check', of: ({ check }) => check },
      { title: 'finding', of: ({ finding }) => finding },
    ]),
    exitCode: isWell ? exitCodes.ok : exitCodes.fault,
  };
}

async function databaseFindings(open: Open): Promise<readonly Finding[]> {
  try {
    return await examineDatabase(await open());
  } catch (error) {
    return [bad('database', error instanceof Error ? error.message : String(error))];
  }
}
