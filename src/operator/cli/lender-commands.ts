import { type Answer, CommandFault, exitCodes, misuse } from './command-kit.ts';
import { command, type Words, yes } from './command-words.ts';
import { table } from './table.ts';

export interface LenderParts {
  /** Checks every promise of the lender protocol at an address, with the key of the settings. */
  readonly checkLender: (url: string, bankAccount: Account | null) => Promise<Checked>;
}

type Checked =
  | { readonly kind: 'checked'; readonly promises: readonly CheckedPromise[] }
  | { readonly kind: 'not-checked'; readonly cause: string };

interface CheckedPromise {
  readonly promise: string;
  readonly sentence: string;
  readonly seenInstead: string | null;
}

interface Account {
  readonly institutionNumber: string;
  readonly transitNumber: string;
  readonly accountNumber: string;
  readonly accountHolderName: string;
}

/** `lender-check`: whether a lender's connector keeps what the protocol promises. */
export function lenderWords({ checkLender }: LenderParts): Words {
  return command(
    'lender-check <url>',
    'check a lender’s connector against the lender protocol, in its test environment; the key is LENDER_KEY',
    {
      extra: {
        account: '<institution-transit-account> a test account of the lender, such as 001-12345-1234567',
        ...yes,
      },
      runOffline: async ({ confirm }, { words, texts }) => {
        const account = texts.account === undefined ? null : readAccount(texts.account);
        await confirm('The check writes loans for policies that do not exist, and cancels them. Check it?');
        return report(await checkLender(words.url!, account));
      },
    },
  );
}

function readAccount(text: string): Account {
  const [, institutionNumber, transitNumber, accountNumber] = /^(\d{3})-(\d{5})-(\d{7,12})$/.exec(text) ?? [];
  if (institutionNumber === undefined)
    return misuse('--account must be institution, transit and account: 001-12345-1234567.');
  return {
    institutionNumber,
    transitNumber: transitNumber!,
    accountNumber: accountNumber!,
    accountHolderName: 'Jo Tremblay',
  };
}

function report(checked: Checked): Answer {
  if (checked.kind === 'not-checked') throw new CommandFault(`The lender can't be checked: ${checked.cause}.`);
  const { promises } = checked;
  const broken = promises.filter(({ seenInstead }) => seenInstead !== null);
  const rows = table(promises, { '': ({ seenInstead }) => (seenInstead === null ? 'ok' : '!!'), promise: 'sentence' });
  const sentences = broken.map(({ sentence, seenInstead }) => `Broken: ${sentence} Seen: ${seenInstead}.`);
  const verdict =
    broken.length === 0
      ? `The lender keeps all ${promises.length} promises.`
      : `The lender breaks ${broken.length} of ${promises.length} promises.`;
  return {
    json: { isKept: broken.length === 0, promises },
    text: [rows, [...sentences, verdict].join('\n')],
    exitCode: broken.length === 0 ? exitCodes.ok : exitCodes.fault,
  };
}
