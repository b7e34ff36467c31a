import type { Mode } from '../../domain/mode.ts';
import type { SecretBox } from '../../flows/credential/secret-box.ts';
import {
  bad,
  examineDatabase,
  examineParty,
  examineSecretKey,
  examineSellers,
  type Finding,
  good,
  type PartyToAsk,
  type PartyWay,
} from '../../flows/doctor/doctor.ts';
import { examineProduction } from '../../flows/doctor/doctor-production.ts';
import type { Database } from '../../store/database.ts';
import { migrate } from '../../store/postgres/migrate.ts';
import { type Answer, type CommandParts, type Commands, exitCodes } from './command-kit.ts';
import { table } from './table.ts';

export interface SystemParts extends CommandParts {
  /** The service's settings; the command line itself needs few of them. */
  readonly readSettings: () => Promise<Settings>;
  /** Makes the job engine's tables. */
  readonly prepareJobs: (database: Database) => Promise<void>;
}

export interface Settings {
  /** Null when the settings are faulty. */
  readonly mode: Mode | null;
  readonly faults: readonly string[];
  readonly parties: readonly PartyToAsk[];
  /** Ways to pay for which no party is configured. */
  readonly lacking: readonly PartyWay[];
  /** Of the current `SECRET_KEY`; null in the sandbox. */
  readonly box: SecretBox | null;
}

/** `migrate` and `doctor`: the service as a whole. */
export function systemCommands(program: Commands, parts: SystemParts): void {
  program
    .add('migrate', 'bring the database up to date with this version; the service does so at its start, too')
    .run(async ({ database, mode }) => {
      const log = {
        info: (event: string, facts = {}) => parts.terminal.printError(`${event} ${JSON.stringify(facts)}`),
      };
      const { applied } = await migrate(database, mode, { log });
      await parts.prepareJobs(database);
      const text = applied.length === 0 ? 'The database is up to date.' : `Applied: ${applied.join(', ')}`;
      return { json: { applied }, text };
    });
  const doctor =
    'look at everything the service needs: settings, database, prices, sellers, jobs, outside parties, stuck work';
  program.add('doctor', doctor).runWithoutDatabase(() => examine(parts));
}

/** Reports a database that can't be reached instead of failing. */
async function examine({ open, readSettings }: SystemParts): Promise<Answer> {
  const settings = await readSettings();
  const findings: Finding[] = [
    ...settings.faults.map((fault) => bad('settings', fault)),
    ...(settings.faults.length === 0 ? [good('settings', `They are good for the ${settings.mode}.`)] : []),
    ...(await databaseFindings(open, settings)),
    ...(await Promise.all(settings.parties.map(examineParty))),
  ];
  const isWell = findings.every(({ isGood }) => isGood);
  return {
    json: { isWell, findings },
    text: table(findings, { '': ({ isGood }) => (isGood ? 'ok' : '!!'), check: 'check', finding: 'finding' }),
    exitCode: isWell ? exitCodes.ok : exitCodes.fault,
  };
}

async function databaseFindings(
  open: SystemParts['open'],
  { mode, lacking, box }: Settings,
): Promise<readonly Finding[]> {
  try {
    const line = await open();
    const findings = await examineDatabase(line);
    // Otherwise there may be no tables to look into.
    if (!findings.some(({ check, isGood }) => check === 'migrations' && isGood)) return findings;
    return [
      ...findings,
      ...(await examineSellers(line.database, lacking)),
      ...(mode === 'production' ? await examineProduction(line) : []),
      ...(box === null ? [] : [await examineSecretKey(line.database, box)]),
    ];
  } catch (error) {
    return [bad('database', error instanceof Error ? error.message : String(error))];
  }
}
