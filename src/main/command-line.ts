import { userInfo } from 'node:os';
import type { LenderCheck } from '../adapters/http-lender/check-lender.ts';
import { type Clock, dateIn } from '../domain/calendar.ts';
import type { BankAccount } from '../domain/financing/bank-account.ts';
import { Unavailable } from '../domain/unavailable.ts';
import { makeSecretBox } from '../flows/credential/secret-box.ts';
import { makeSecretHasher } from '../flows/credential/secret-hash.ts';
import { CommandFault, type CommandLine } from '../operator/cli/command-kit.ts';
import { runCommandLine } from '../operator/cli/program.ts';
import { openTerminal, type Streams } from '../operator/cli/terminal.ts';
import { readSandboxKey } from '../sandbox/keys.ts';
import { type Database, longLimits, openDatabase } from '../store/database.ts';
import { faultOfMode, readDatabaseMode } from '../store/postgres/database-mode.ts';
import { findRunningPostgres } from '../store/postgres/embedded/running.ts';
import { loadDecoder } from '../vehicles/decoder.ts';
import { CleanupStack } from './cleanup-stack.ts';
import { clock as systemClock } from './clock.ts';
import {
  type CommandLineConfig,
  type Environment,
  findMisspelt,
  readCommandLineConfig,
  readConfig,
  readLenderToCheck,
  tellMisspelt,
} from './config.ts';
import { deriveKeys } from './derive-keys.ts';
import { issuerOf } from './issuer.ts';
import { readSamples } from './read-samples.ts';
import { version } from './version.ts';

/** What a process has of its system: its settings, its streams, and where it leaves its exit code. */
export interface Surroundings extends Streams {
  readonly env: Environment;
}

/** The command line. Runs one command directly on the database, with the same flows as the operator's API. */
export async function runNorthbind(
  words: readonly string[],
  surroundings: Surroundings,
  clock: Clock = systemClock,
): Promise<void> {
  const { env } = surroundings;
  const terminal = openTerminal(surroundings);
  const cleanup = new CleanupStack();
  let opened: Promise<CommandLine> | null = null;
  await runCommandLine(words, {
    version,
    terminal,
    open: () => {
      opened ??= openCommandLine(cleanup, { env, clock, tell: terminal.printError });
      return opened;
    },
    // Loads the adapters of all parties, which no other command needs.
    readSettings: async () => (await import('./doctor-settings.ts')).readDoctorSettings(env),
    checkLender: (url, bankAccount) => checkLenderAt(readLenderToCheck(url, env), bankAccount, clock()),
  });
  await cleanup.close();
}

interface ToOpen {
  readonly env: Environment;
  readonly clock: Clock;
  readonly tell: (text: string) => void;
}

async function openCommandLine(cleanup: CleanupStack, { env, clock, tell }: ToOpen): Promise<CommandLine> {
  for (const one of findMisspelt(env)) tell(tellMisspelt(one));
  const config = readCommandLineConfig(env);
  // Whoever has forgotten to load the settings of production would take the sandbox for it.
  if (config.databaseUrl === null) tell(`No DATABASE_URL is set: this is the sandbox in ${config.dataDir}.`);
  const url = config.databaseUrl?.reveal() ?? (await builtInUrl(config));
  const database = openDatabase({ url, poolSize, limits: longLimits, onConnectionLost: () => undefined });
  cleanup.add(() => database.end());
  await assertReachable(database, config);
  const fault = faultOfMode(config.databaseMode, await readDatabaseMode(database, config.databaseMode));
  if (fault !== null) throw new CommandFault(fault);
  // Loaded by the one command that reads a VIN.
  const decodeVin = (vin: string) => loadDecoder().decode(vin);
  return {
    database,
    decodeVin,
    mode: config.mode,
    databaseMode: config.databaseMode,
    publicUrl: config.publicUrl,
    clock,
    actor: { kind: 'command line', name: systemUser() },
    hash: makeSecretHasher().hash,
    retention: config.retention,
    readSamples,
    openWebhooks: () => openWebhooks(config, database),
    openLinkBox: async () => makeSecretBox((await keysOf(config, database, 'payment links')).links),
    openLender: () => openLender({ cleanup, env, databaseUrl: url, clock }),
    openPrinter: () => openPrinter(cleanup, env),
  };
}

async function keysOf({ mode, secretKeys }: CommandLineConfig, database: Database, what: string) {
  if (mode === 'production' && secretKeys === null)
    throw new CommandFault(`Set SECRET_KEY as the service has it: the secrets of ${what} are encrypted with it.`);
  return deriveKeys(secretKeys?.[0].reveal() ?? (await readSandboxKey(database)));
}

async function openWebhooks(config: CommandLineConfig, database: Database) {
  const isProduction = config.mode === 'production';
  const keys = await keysOf(config, database, 'endpoints');
  const { makeWebhookSender } = await import('../adapters/webhooks/webhook-sender.ts');
  return {
    webhooks: makeWebhookSender({ isLoopbackAllowed: !isProduction }),
    webhookBox: makeSecretBox(keys.webhooks),
  };
}

interface LenderToOpen {
  readonly cleanup: CleanupStack;
  readonly env: Environment;
  readonly databaseUrl: string;
  readonly clock: Clock;
}

/** That of the service. The sandbox's own is started beside it, on the same records. */
async function openLender({ cleanup, env, databaseUrl, clock }: LenderToOpen) {
  const config = readConfig(env);
  const { nameParties } = await import('./parties.ts');
  if (config.mode === 'production' && config.lenderKind !== 'rehearsal') return nameParties(config).lender;
  const { startLender } = await import('../sandbox/lender/start-lender.ts');
  const { makeHttpLender } = await import('../adapters/http-lender/http-lender.ts');
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const lender = await startLender({ databaseUrl, host: '127.0.0.1', port: 0, clock, log });
  cleanup.add(lender.close);
  return makeHttpLender(lender);
}

async function openPrinter(cleanup: CleanupStack, env: Environment) {
  const { openDocumentPrinter } = await import('../documents/document-printer.ts');
  const printer = openDocumentPrinter({ issuer: issuerOf(readConfig(env)) });
  cleanup.add(printer.close);
  return printer;
}

// A command needs one connection; an import needs two.
const poolSize = 2;

async function builtInUrl({ dataDir }: CommandLineConfig): Promise<string> {
  const url = await findRunningPostgres(dataDir);
  if (url === null) throw notRunning();
  return url;
}

async function assertReachable(database: Database, { databaseUrl }: CommandLineConfig): Promise<void> {
  try {
    await database.query('SELECT 1');
  } catch (error) {
    if (databaseUrl === null) throw notRunning();
    throw new CommandFault(`The database of DATABASE_URL can't be reached: ${reasonOf(error)}.`);
  }
}

function notRunning(): CommandFault {
  return new CommandFault('Start the service first: npm start');
}

/** In the words of whoever failed. A host with several addresses fails with a list of errors and an empty message. */
function reasonOf(error: unknown): string {
  if (error instanceof Unavailable) return reasonOf(error.cause);
  if (error instanceof AggregateError) return reasonOf(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}

/** In a container, a user id may have no name. */
function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? 'unknown'}`;
  }
}

/** Loads the lender's protocol, which no other command needs. */
async function checkLenderAt(
  { origin, key }: ReturnType<typeof readLenderToCheck>,
  bankAccount: BankAccount | null,
  now: Date,
): Promise<LenderCheck> {
  const { checkLender } = await import('../adapters/http-lender/check-lender.ts');
  const today = dateIn('ON', now);
  return checkLender({ origin, token: key.reveal(), today, ...(bankAccount !== null && { bankAccount }) });
}
