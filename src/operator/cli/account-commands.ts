import { type Command, Option } from 'commander';
import { type Role, roles } from '../../domain/operator/operator.ts';
import { isOperatorRefusal, type OperatorRefusal, refuseOperator } from '../../domain/operator/refusal.ts';
import {
  type AccountUpdate,
  createAccount,
  resetPassword,
  type ShownOnce,
  updateAccount,
} from '../../flows/operator-access/accounts.ts';
import { findAccount, listAccounts } from '../../store/operator-account.ts';
import {
  type Answer,
  type CommandLine,
  type CommandParts,
  commandAction,
  type ReasonOption,
  withReason,
} from './command-kit.ts';
import { integrationOf } from './onboard/find-by-name.ts';
import { stateOf, table } from './table.ts';

/** `northbind account …`: who may use the console. In production the first account is made here. */
export function accountCommands(program: Command, parts: CommandParts): void {
  const account = program.command('account').description('who may use the console');

  account
    .command('create <name>')
    .description('make an account; its password is shown once')
    .addOption(new Option('--role <role>', 'what it may do').choices(roles).default('viewer'))
    .option('--integration <client-ids...>', 'what it may see; all integrations by default')
    .action(
      commandAction<{ role: Role; integration?: string[] }>(parts, async (line, { role, integration }, name = '') => {
        if (!/^[A-Za-z0-9][A-Za-z0-9._@-]{0,99}$/.test(name)) return refuseOperator('RequestInvalid', 'name');
        const integrationIds = await idsOf(line, integration);
        if (isOperatorRefusal(integrationIds)) return integrationIds;
        return shown(await createAccount(line, { name, role, integrationIds }, line.actor));
      }),
    );

  withReason(
    account
      .command('limit <name>')
      .description('limit an account to integrations, or with none named to nothing at all; its sessions end')
      .option('--integration <client-ids...>', 'what it may see')
      .option('--all', 'no limit'),
  ).action(
    commandAction<ReasonOption & { integration?: string[]; all?: true }>(parts, async (line, options, name = '') => {
      const integrationIds = options.all === true ? null : await idsOf(line, options.integration ?? []);
      if (isOperatorRefusal(integrationIds)) return integrationIds;
      const sees = integrationIds === null ? 'all integrations' : (options.integration ?? []).join(', ') || 'nothing';
      const done = { json: { name, integrationIds }, text: `${name} sees ${sees}.` };
      return changeByName(line, name, { integrationIds, reason: options.reason }, done);
    }),
  );

  account
    .command('list')
    .description('all accounts')
    .action(
      commandAction(parts, async ({ database }) => {
        const rows = (await listAccounts(database)).map(
          ({ name, role, isDisabled, isTotpOn, integrationIds, signedInAt }) => ({
            ...{ name, role, isDisabled, isTotpOn, integrationIds },
            signedInAt: signedInAt?.toISOString() ?? null,
          }),
        );
        const text = table(
          rows,
          [
            { title: 'name', of: (row) => row.name },
            { title: 'role', of: (row) => row.role },
            { title: 'state', of: stateOf },
            {
              title: 'sees',
              of: ({ integrationIds }) => (integrationIds === null ? 'all' : `${integrationIds.length} integrations`),
            },
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

function shown(outcome: ShownOnce | OperatorRefusal): Answer | OperatorRefusal {
  if (isOperatorRefusal(outcome)) return outcome;
  const { name, password } = outcome;
  return {
    json: outcome,
    text: `Account   ${name}\nPassword  ${password}\n\nThe password is shown once. The first sign-in asks for another.`,
  };
}

function setDisabled(
  line: CommandLine,
  name: string,
  isDisabled: boolean,
  reason: string,
): Promise<Answer | OperatorRefusal> {
  const done = { json: { name, isDisabled }, text: `${name} is ${stateOf({ isDisabled })}.` };
  return changeByName(line, name, { isDisabled, reason }, done);
}

async function changeByName(
  { database, actor }: CommandLine,
  name: string,
  update: AccountUpdate,
  done: Answer,
): Promise<Answer | OperatorRefusal> {
  const account = await findAccount(database, name);
  if (account === null) return refuseOperator('NotFound', 'name', { name });
  return (await updateAccount({ database }, account.id, update, actor)) ?? done;
}

/** The ids of integrations by their client ids; null without any. */
async function idsOf(
  { database }: CommandLine,
  clientIds: readonly string[] | undefined,
): Promise<readonly string[] | null | OperatorRefusal> {
  if (clientIds === undefined) return null;
  const ids: string[] = [];
  for (const clientId of clientIds) {
    const found = await integrationOf(database, clientId);
    if (isOperatorRefusal(found)) return found;
    ids.push(found.id);
  }
  return ids;
}
