import { roles } from '../../domain/operator/operator.ts';
import {
  type AccountUpdate,
  createAccount,
  resetPassword,
  type ShownOnce,
  updateAccount,
} from '../../flows/operator/accounts.ts';
import { findAccount, listAccounts } from '../../store/operator/operator-account.ts';
import { accepted, refuse } from '../kit/accepted.ts';
import type { Answer, Commands, OpenLine } from './command-kit.ts';
import { addDisabling } from './disabling-commands.ts';
import { integrationOf } from './onboard/find-by-name.ts';
import { choiceOr, flag, reason, words } from './options.ts';
import { stateOf, table } from './table.ts';

/** `northbind account …`: who may use the console. In production the first account is made here. */
export function accountCommands(program: Commands): void {
  const account = program.group('account', 'who may use the console');

  account
    .add('create <name>', 'make an account; its password is shown once', {
      role: choiceOr('<role>', 'what it may do', roles, 'viewer'),
      integration: words('<client-ids...>', 'what it may see; all integrations by default'),
    })
    .run(async (line, { role, integration }, name) => {
      if (!/^[A-Za-z0-9][A-Za-z0-9._@-]{0,99}$/.test(name)) refuse('RequestInvalid', 'name');
      const integrationIds = integration === undefined ? null : await idsOf(line, integration);
      return shown(accepted(await createAccount(line, { name, role, integrationIds }, line.actor)));
    });

  account
    .add('limit <name>', 'limit an account to integrations, or with none named to nothing at all; its sessions end', {
      integration: words('<client-ids...>', 'what it may see'),
      all: flag('no limit'),
      reason,
    })
    .run(async (line, { integration = [], all }, name) => {
      const integrationIds = all ? null : await idsOf(line, integration);
      const sees = integrationIds === null ? 'all integrations' : integration.join(', ') || 'nothing';
      await changeByName(line, name, { integrationIds });
      return { json: { name, integrationIds }, text: `${name} sees ${sees}.` };
    });

  account.add('list', 'all accounts').run(async ({ database }) => {
    const rows = (await listAccounts(database)).map(
      ({ name, role, isDisabled, isTotpOn, integrationIds, signedInAt }) => ({
        ...{ name, role, isDisabled, isTotpOn, integrationIds },
        signedInAt: signedInAt?.toISOString() ?? null,
      }),
    );
    const columns = {
      name: 'name',
      role: 'role',
      state: stateOf,
      sees: ({ integrationIds }: (typeof rows)[number]) =>
        integrationIds === null ? 'all' : `${integrationIds.length} integrations`,
      authenticator: ({ isTotpOn }: (typeof rows)[number]) => (isTotpOn ? 'on' : 'off'),
      'last signed in': 'signedInAt',
    } as const;
    const none = 'No account. Make one: npx northbind account create <name> --role admin';
    return { json: { rows }, text: table(rows, columns, none) };
  });

  account
    .add('reset-password <name>', 'a new password, shown once; its authenticator, lock and sessions end', { reason })
    .run(async (line, _options, name) => shown(accepted(await resetPassword(line, { name }, line.by))));

  const about = { disable: 'disable an account', enable: 'enable an account' };
  addDisabling(account, '<name>', about, async (line, name, isDisabled) => {
    await changeByName(line, name, { isDisabled });
    return { json: { name, isDisabled }, text: `${name} is ${stateOf({ isDisabled })}.` };
  });
}

function shown(issued: ShownOnce): Answer {
  const { name, password } = issued;
  return {
    json: issued,
    text: `Account   ${name}\nPassword  ${password}\n\nThe password is shown once. The first sign-in asks for another.`,
  };
}

async function changeByName(
  { database, by }: OpenLine,
  name: string,
  update: Omit<AccountUpdate, 'reason'>,
): Promise<void> {
  const { id } = (await findAccount(database, name)) ?? refuse('NotFound', 'name', { name });
  accepted(await updateAccount({ database }, id, { ...update, reason: by.reason }, by.actor));
}

/** The ids of integrations by their client ids. */
async function idsOf(line: OpenLine, clientIds: readonly string[]): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const clientId of clientIds) ids.push((await integrationOf(line, clientId)).id);
  return ids;
}
