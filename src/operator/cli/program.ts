import { Command, CommanderError, Help, type Option } from 'commander';
import { CommandFault, exitCodes } from './command-kit.ts';
import type { Group, Words } from './command-words.ts';
import { completionWords } from './completion.ts';
import { type LenderParts, lenderWords } from './lender-commands.ts';
import { addCommands } from './make-command.ts';
import { type SystemParts, systemWords } from './system-commands.ts';
import { accessWords, actsWords } from './words/access.ts';
import { booksWords } from './words/books.ts';
import { brandWords } from './words/brand.ts';
import { credentialsWords } from './words/credentials.ts';
import { dealersWords, lienHoldersWords } from './words/dealers.ts';
import { integrationWords } from './words/integration.ts';
import { licenceWords } from './words/licence.ts';
import { oauthClientWords } from './words/oauth-client.ts';
import { personalDataWords } from './words/personal-data.ts';
import { linkWords, policyWords } from './words/policy.ts';
import { saleLinkWords } from './words/sale-link.ts';
import { paymentWords, saleWords } from './words/sales.ts';
import { sellerWords } from './words/seller.ts';
import { chargeWords, mailWords, stuckWords } from './words/stuck.ts';
import { tariffWords } from './words/tariff.ts';
import { vinWords } from './words/vin.ts';
import { webhookWords } from './words/webhook.ts';

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

export function makeProgram(parts: ProgramParts): Command {
  const program = new Command('northbind')
    .description("Northbind's command line, for the operator.")
    .version(parts.version)
    .option('--json', 'answer in JSON, for scripts')
    .configureHelp({ showGlobalOptions: true, optionDescription: describeOption })
    .configureOutput({
      writeOut: (text) => parts.terminal.print(withoutLineEnd(text)),
      writeErr: (text) => parts.terminal.printError(withoutLineEnd(text)),
    })
    .addHelpText('after', afterHelp)
    .exitOverride();
  addCommands(program, [...systemWords(parts), lenderWords(parts), ...commandTable, completionWords(program)], parts);
  return program;
}

const withoutLineEnd = (text: string): string => text.replace(/\n$/, '');

/** Commander says of an option that can be left out, and of one that can't, the same. */
function describeOption(option: Option): string {
  const described = new Help().optionDescription(option);
  return option.mandatory ? `${described} (required)` : described;
}

/** Every command on the operator's API, in the order of their use. */
const commandTable: readonly (Words | Group)[] = [
  ...accessWords,
  integrationWords,
  brandWords,
  oauthClientWords,
  webhookWords,
  sellerWords,
  saleLinkWords,
  credentialsWords,
  dealersWords,
  licenceWords,
  lienHoldersWords,
  vinWords,
  ...tariffWords,
  saleWords,
  policyWords,
  stuckWords,
  linkWords,
  mailWords,
  chargeWords,
  paymentWords,
  booksWords,
  actsWords,
  ...personalDataWords,
];

const afterHelp = `
It works on the database of DATABASE_URL or, in the sandbox, on that of the service which runs on DATA_DIR.
A partner's commands, listen, trigger and logs, call the service instead: npx northbind listen --help

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
