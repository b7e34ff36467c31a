import { type Command, Option } from 'commander';
import { type Role, roles } from '../../domain/operator/operator.ts';
import { isOperatorRefusal, refuseOperator } from '../../domain/operator/refusal.ts';
import { createAccount, resetPassword, type ShownOnce, updateAccount } from '../../flows/operator-access/accounts.ts';
import { findAccount, listAccounts } from '../../store/operator-account.ts';
import {
  type Answer,
  type CommandLine,
  type CommandParts,
  commandAction,
  type ReasonOption,
  withReason,
} from './command-kit.ts';
import { stateOf, table } from './table.ts';

/** `northbind account …`: who may use the console. In production the first account is made here. */
export function accountCommands(program: Command, parts: CommandParts): void {
  const account = program.command('account').description('who may use the console');

  account
    .command('create <name>')
    .description('make an account; its password is shown once')
    .addOption(new Option('--role <role>', 'what it may do').choices(roles).default('viewer'))
    .action(
      commandAction<{ role: Role }>(parts, async (line, { role }, name = '') => {
        if (!/^[A-Za-z0-9][A-Za-z0-9._@-]{0,99}$/.test(name)) return refuseOperator('RequestInvalid', 'name');
        return shown(await createAccount(line, { name, role }, line.actor));
      }),
    );

  account
    .command('list')
    .description('all accounts')
    .action(
      commandAction(parts, async ({ database }) => {
        const rows = (await listAccounts(database)).map(({ name, role, isDisabled, isTotpOn, signedInAt }) => ({
          ...{ name, role, isDisabled, isTotpOn },
          signedInAt: signedInAt?.toISOString() ?? null,
        }));
        const text = table(
          rows,
          [
            { title: 'name', of: (row) => row.name },
            { title: 'role', of: (row) => row.role },
            { title: 'state', of: stateOf },
            { title: 'authenticator', of: (row) => (row.isTotpOn ? 'on' : 'off') },
            { title: 'last signed in', of: (row) => row.signedInAt },
          ],
          'No account. Make one: npx northbind account create <name> --role admin',
        );
        return { json: { rows }, text };
      }),
    );

  withReason(
    account
      .command('reset-password <name>')
      .description('a new password, shown once; its authenticator, lock and sessions end'),
  ).action(
    commandAction<ReasonOption>(parts, async (line, { reason }, name = '') =>
      shown(await resetPassword(line, { name }, { reason, actor: line.actor })),
    ),
  );

  for (const [verb, isDisabled] of [
    ['disable', true],
    ['enable', false],
  ] as const) {
    withReason(account.command(`${verb} <name>`).description(`${verb} an account`)).action(
      commandAction<ReasonOption>(parts, (line, { reason }, name = '') => setDisabled(line, name, isDisabled, reason)),
    );
  }
}

function shown(outcome: ShownOnce | ReturnType<typeof refuseOperator>): Answer | ReturnType<typeof refuseOperator> {
  if (isOperatorRefusal(outcome)) return outcome;
  const { name, password } = outcome;
  return {
    json: outcome,
    text: `Account   ${name}\nPassword  ${password}\n\nThe password is shown once. The first sign-in asks for another.`,
  };
}

async function setDisabled(
  { database, actor }: CommandLine,
  name: string,
  isDisabled: boolean,
  reason: string,
): Promise<Answer | ReturnType<typeof refuseOperator>> {
  const account = await findAccount(database, name);
  if (account === null) return refuseOperator('NotFound', 'name', { name });
  const refusal = await updateAccount({ database }, account.id, { isDisabled, reason }, actor);
  return refusal ?? { json: { name, isDisabled }, text: `${name} is ${stateOf({ isDisabled })}.` };
}
