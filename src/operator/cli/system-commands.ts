import type { Mode } from '../../domain/mode.ts';
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
  type SecretBoxes,
} from '../../flows/doctor/doctor.ts';
import { examineProduction } from '../../flows/doctor/doctor-production.ts';
import { examineReplica } from '../../flows/doctor/doctor-replica.ts';
import { recordAct } from '../../store/audit/operator-act.ts';
import { forgetSecretKeys } from '../../store/credential/secret-key.ts';
import { type Database, openDatabase, transact } from '../../store/database.ts';
import { migrate } from '../../store/postgres/migrate.ts';
import { type Answer, exitCodes } from './command-kit.ts';
import { command, type Words, yes } from './command-words.ts';
import type { CommandParts } from './make-command.ts';
import { plainFacts, table } from './table.ts';

export interface SystemParts extends CommandParts {
  /** The service's settings; the command line itself needs few of them. */
  readonly readSettings: () => Promise<Settings>;
}

export interface Settings {
  readonly mode: Mode | null;
  readonly faults: readonly string[];
  readonly parties: readonly PartyToAsk[];
  /** Whether this is a drill: nothing goes out, and no party is asked. */
  readonly isOutboundOff: boolean;
  /** Ways to pay for which no party is configured. */
  readonly lacking: readonly PartyWay[];
  /** What `DATABASE_REPLICA_URL` says, if it is set. */
  readonly replica: { readonly url: string; readonly staleMsMax: number } | null;
  /** The boxes of the current `SECRET_KEY`; null in the sandbox. */
  readonly boxes: SecretBoxes | null;
}

export function systemWords(parts: SystemParts): readonly Words[] {
  return [
    command('migrate', 'bring the database up to date with this version; the service also does so when it starts', {
      extra: {
        'stop-older':
          'migrate although instances of an older version are connected that can’t go on: they then take no more calls',
      },
      run: async ({ database, databaseMode }, _, { flags }) => {
        const log = {
          info: (event: string, facts = {}) => parts.terminal.printError(`${event}: ${plainFacts(facts)}`),
        };
        const { applied } = await migrate(database, databaseMode, { log, stopsOlder: flags.has('stop-older') });
        const text = applied.length === 0 ? 'The database is up to date.' : `Applied: ${applied.join(', ')}`;
        return { json: { applied }, text };
      },
    }),
    command('forget-key', 'if SECRET_KEY is lost: let the next instance start with a new one', {
      extra: { ...yes, reason: { text: '<text> why, for the record', isRequired: true } },
      run: async (line, _, { texts: { reason = '' } }) => {
        await line.confirm('Nothing that the lost key has signed or closed can be read again. Go on?');
        await transact(line.database, async (tx) => {
          await forgetSecretKeys(tx);
          await recordAct(tx, { actor: line.actor, action: 'forget secret key', subject: 'SECRET_KEY', reason });
        });
        return { json: {}, text: 'Forgotten. Stop all instances, then start them with the new key.' };
      },
    }),
    command(
      'doctor',
      'check everything the service needs: settings, database, prices, sellers, jobs, outside parties, stuck work',
      { runOffline: () => examine(parts) },
    ),
  ];
}

/** Reports a database that can't be reached instead of failing. */
async function examine({ open, readSettings }: SystemParts): Promise<Answer> {
  const settings = await readSettings();
  const findings: Finding[] = [
    ...settings.faults.map((fault) => bad('settings', fault)),
    ...(settings.faults.length === 0
      ? [good('settings', `They are good for ${settings.mode === 'production' ? 'production' : 'the sandbox'}.`)]
      : []),
    ...(settings.isOutboundOff ? [good('outbound', drill)] : []),
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

const drill = 'Nothing goes out with OUTBOUND=off, and nobody was asked: this is a drill.';

async function databaseFindings(
  open: SystemParts['open'],
  { mode, lacking, boxes, isOutboundOff, replica }: Settings,
): Promise<readonly Finding[]> {
  try {
    const line = await open();
    const findings = await examineDatabase({ ...line, isOutboundOff });
    // Otherwise there may be no tables to look into.
    if (!findings.some(({ check, isGood }) => check === 'migrations' && isGood)) return findings;
    return [
      ...findings,
      ...(replica === null ? [] : [await examineReplicaAt(line.database, replica)]),
      ...(await examineSellers(line.database, lacking)),
      ...(mode === 'production' ? await examineProduction({ ...line, samples: line.readSamples() }) : []),
      ...(boxes === null ? [] : [await examineSecretKey(line, boxes)]),
    ];
  } catch (error) {
    return [bad('database', error instanceof Error ? error.message : String(error))];
  }
}

async function examineReplicaAt(
  primary: Database,
  { url, staleMsMax }: NonNullable<Settings['replica']>,
): Promise<Finding> {
  const replica = openDatabase({ url, poolSize: 1, onConnectionLost: () => undefined });
  return examineReplica(primary, replica, staleMsMax).finally(() => replica.end());
}
