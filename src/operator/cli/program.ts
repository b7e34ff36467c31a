import { Command, CommanderError } from 'commander';
import { accountCommands } from './account-commands.ts';
import { actsCommands } from './acts-commands.ts';
import { booksCommands } from './books-commands.ts';
import { CommandFault, type Commands, commandsOf, exitCodes } from './command-kit.ts';
import { correctCommands } from './correct-commands.ts';
import { type LenderParts, lenderCommands } from './lender-commands.ts';
import { brandCommands } from './onboard/brand-commands.ts';
import { credentialsCommands } from './onboard/credentials-commands.ts';
import { dealersCommands } from './onboard/dealers-commands.ts';
import { integrationCommands } from './onboard/integration-commands.ts';
import { licenceCommands } from './onboard/licence-commands.ts';
import { lienHoldersCommands } from './onboard/lien-holders-commands.ts';
import { oauthClientCommands } from './onboard/oauth-client-commands.ts';
import { saleLinkCommands } from './onboard/sale-link-commands.ts';
import { sellerCommands } from './onboard/seller-commands.ts';
import { vinCommands } from './onboard/vin-commands.ts';
import { webhookCommands } from './onboard/webhook-commands.ts';
import { personalDataCommands } from './personal-data-commands.ts';
import { salesCommands } from './sales-commands.ts';
import { type SystemParts, systemCommands } from './system-commands.ts';
import { tariffCommands } from './tariff-commands.ts';
import { wordingCommands } from './wording-commands.ts';

export interface ProgramParts extends SystemParts, LenderParts {
  readonly version: string;
}

/** Runs one command and sets the exit code. An error is one sentence on stderr. */
export async function runCommandLine(words: readonly string[], parts: ProgramParts): Promise<void> {
  try {
    await makeProgram(parts).parseAsync(words, { from: 'user' });
  } catch (error) {
    parts.terminal.endProgress();
    if (error instanceof CommanderError) return parts.terminal.setExitCode(usageCode(error));
    parts.terminal.printError(explain(error));
    parts.terminal.setExitCode(error instanceof CommandFault ? error.exitCode : exitCodes.fault);
  }
}

function makeProgram(parts: ProgramParts): Command {
  const program = new Command('northbind')
    .description("Northbind's command line, for the operator.")
    .version(parts.version)
    .option('--json', 'answer in JSON, for scripts')
    .configureHelp({ showGlobalOptions: true })
    .addHelpText('after', afterHelp)
    .exitOverride();
  const commands = commandsOf(program, parts);
  systemCommands(commands, parts);
  lenderCommands(commands, parts);
  // In the order of their use.
  for (const add of groups) add(commands);
  return program;
}

const groups: readonly ((program: Commands) => void)[] = [
  accountCommands,
  integrationCommands,
  brandCommands,
  oauthClientCommands,
  webhookCommands,
  sellerCommands,
  saleLinkCommands,
  credentialsCommands,
  dealersCommands,
  licenceCommands,
  lienHoldersCommands,
  vinCommands,
  tariffCommands,
  wordingCommands,
  salesCommands,
  correctCommands,
  booksCommands,
  actsCommands,
  personalDataCommands,
];

const afterHelp = `
It works on the database of DATABASE_URL or, in the sandbox, on that of the service which runs on DATA_DIR.
A partner's two commands, listen and trigger, call the service instead: npx northbind listen --help

Exit codes:
  0  done
  1  a fault: the database can't be reached, a check failed
  2  wrong usage
  3  refused: the sentence on stderr says why
  4  not found

Examples:
  npx northbind doctor
  npx northbind ratebook diff new-prices.json
  npx northbind ratebook list --json
  npx northbind sale list --state binding
  npx northbind sale export --from 2026-11-01 --out november.csv --reason "for the accountant"`;

/** Commander has printed its message already. `--help` is not an error. */
function usageCode({ exitCode }: CommanderError): number {
  return exitCode === 0 ? exitCodes.ok : exitCodes.usage;
}

const tableMissing = '42P01';
const columnMissing = '42703';

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? error.code : undefined;
  if (code === tableMissing || code === columnMissing)
    return 'The database is not up to date with this version: run npx northbind migrate.';
  return error.message;
}
