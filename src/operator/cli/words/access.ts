import type { ListedAccount, NewPassword } from '../../wire/access.ts';
import type { Values } from '../command-kit.ts';
import { anyReason, command, definedOf, disabling, group, type OptionWords } from '../command-words.ts';
import { account, bySeller, integration } from '../names.ts';
import { wordsIn } from '../schema-options.ts';
import { facts, type Shown, shownRows, stateOf } from '../table.ts';

const integrationIds: OptionWords = {
  text: '--integration <client-ids...> what it may see; all integrations by default',
  read: (text, line) => Promise.all(wordsIn(text).map((clientId) => integration.read(clientId, line))),
};

const changed = { route: 'PATCH /api/accounts/:id', args: { name: account } } as const;

function shown({ name, password }: NewPassword): Shown {
  return [
    facts({ Account: name, Password: password }),
    'The password is shown once. The first sign-in asks for another.',
  ];
}

/** Who may use the console, and what they did. In production the first account is made here. */
export const accessWords = [
  group('account', 'who may use the console', [
    command<NewPassword>('create <name>', 'create an account; its password is shown once', {
      route: 'POST /api/accounts',
      options: {
        role: { text: '<role> what it may do', fallback: 'viewer' },
        integrationIds,
        sellerId: bySeller('for the desk of this seller alone, in place of a role'),
      },
      shows: shown,
    }),
    command(
      'limit <name>',
      'limit an account to the named integrations, or to nothing if none is named; its sessions end',
      {
        ...changed,
        without: ['role', 'isDisabled'],
        options: {
          integrationIds: { ...integrationIds, text: '--integration <client-ids...> what it may see' },
          ...anyReason,
        },
        extra: { all: 'no limit' },
        adjust: (values, _line, { flags }): Values => ({
          ...values,
          integrationIds: flags.has('all') ? null : (values.integrationIds ?? []),
        }),
        shows: (_sent, { words, flags, texts }) => {
          const named = flags.has('all') ? 'all integrations' : String(texts.integration ?? 'nothing');
          return `${words.name} sees ${named.replaceAll(',', ', ')}.`;
        },
      },
    ),
    command<{ readonly rows: readonly ListedAccount[] }>('list', 'all accounts', {
      route: 'GET /api/accounts',
      shows: shownRows<ListedAccount>(
        {
          name: 'name',
          role: ({ role, sellerName }) => (sellerName === null ? role : 'desk'),
          state: stateOf,
          sees: ({ integrationIds: ids, sellerName }) =>
            sellerName ?? (ids === null ? 'all' : `${ids.length} integrations`),
          authenticator: ({ isTotpOn }) => (isTotpOn ? 'on' : 'off'),
          'last signed in': 'signedInAt',
        },
        'No account. Make one: npx northbind account create <name> --role admin',
      ),
    }),
    command<NewPassword>(
      'reset-password <name>',
      'a new password, shown once; its authenticator, lock and sessions end',
      { route: 'POST /api/accounts/:id/password', args: { name: account }, options: anyReason, shows: shown },
    ),
    ...disabling('name', account, 'PATCH /api/accounts/:id', {
      about: { disable: 'disable an account', enable: 'enable an account' },
      options: { ...anyReason },
      shows: (_sent, { words }, isDisabled) => `${words.name} is ${stateOf({ isDisabled })}.`,
    }),
  ]),
];

export const actsWords = group('acts', 'what operators did and whose data they saw', [
  command('export', 'the audit trail as JSON lines, oldest first; the export is recorded in it, too', {
    route: 'POST /api/acts/export',
    options: {
      from: '<moment> from this moment on, as 2026-11-15 or 2026-11-15T09:30:00Z',
      to: { text: '<moment> up to this moment, which is left out; now by default', isRequired: false },
      as: '<form> jsonl, or csv for a spreadsheet',
    },
    adjust: (values, { clock }): Values => ({ to: clock().toISOString(), ...definedOf(values) }),
    file: 'The acts are',
  }),
]);
