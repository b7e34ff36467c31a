import type { Command } from 'commander';
import { isOperatorRefusal } from '../../../domain/operator/refusal.ts';
import { paymentMethods } from '../../../domain/payment-method.ts';
import { createSeller, type SellerChanges, updateSeller } from '../../../flows/onboard/sellers.ts';
import { listSellers, type SellerRecord } from '../../../store/onboard/seller.ts';
import {
  type CommandAnswer,
  type CommandLine,
  type CommandParts,
  commandAction,
  type ReasonOption,
  withReason,
} from '../command-kit.ts';
import { facts, stateOf } from '../table.ts';
import { integrationOf, sellerOf } from './find-by-name.ts';
import { answerNameList, type NameListOptions, withNameList } from './name-list-command.ts';

interface NewTerms extends ReasonOption {
  readonly integration: string;
  readonly username?: string;
  readonly province: string;
  readonly series: string;
  readonly paymentMethods: string;
  readonly producerCode?: true;
  readonly acknowledgements?: true;
}

interface ChangedTerms extends ReasonOption {
  readonly name?: string;
  readonly province?: string;
  readonly series?: string;
  readonly paymentMethods?: string;
  readonly producerCode?: boolean;
  readonly acknowledgements?: boolean;
}

export function sellerCommands(seller: Command, parts: CommandParts): void {
  withReason(seller.command('create <name>').description('make a seller; its password is shown once'))
    .requiredOption('--integration <client-id>', 'the integration it belongs to')
    .requiredOption('--province <code>', 'where it sells, such as ON')
    .option('--username <username>', 'by default made from the name')
    .option('--series <list>', 'what it sells: Prime, Plus or both', 'Prime')
    .option('--payment-methods <list>', `of ${paymentMethods.join(', ')}`, 'REF')
    .option('--producer-code', 'its quotes need a producer code')
    .option('--acknowledgements', 'its binds need the customer’s acknowledgements')
    .action(commandAction<NewTerms>(parts, create));

  withNameList(seller.command('list').description('all sellers, by name'), 'username')
    .option('--integration <client-id>', 'only those of this integration')
    .action(commandAction<NameListOptions & { integration?: string }>(parts, list));

  seller
    .command('show <username>')
    .description('one seller; client_id/username where two integrations have the same')
    .action(
      commandAction(parts, async ({ database }, _options, name = '') => {
        const found = await sellerOf(database, name);
        return isOperatorRefusal(found) ? found : shown(found);
      }),
    );

  withReason(seller.command('update <username>').description('change a seller; what is left out stays'))
    .option('--name <name>', 'its name')
    .option('--province <code>', 'where it sells; fixed from its first quote on')
    .option('--series <list>', 'what it sells: Prime, Plus or both')
    .option('--payment-methods <list>', `of ${paymentMethods.join(', ')}`)
    .option('--producer-code', 'its quotes need a producer code')
    .option('--no-producer-code', 'they do not need one')
    .option('--acknowledgements', 'its binds need the customer’s acknowledgements')
    .option('--no-acknowledgements', 'they do not need any')
    .action(
      commandAction<ChangedTerms>(parts, (line, { reason, ...given }, name = '') =>
        update(line, name, reason, changesOf(given)),
      ),
    );

  for (const [verb, isDisabled, meaning] of [
    ['disable', true, 'it can no longer sign in, from now on'],
    ['enable', false, 'it can sign in again'],
  ] as const)
    withReason(seller.command(`${verb} <username>`).description(meaning)).action(
      commandAction<ReasonOption>(parts, (line, { reason }, name = '') => update(line, name, reason, { isDisabled })),
    );
}

async function create(line: CommandLine, options: NewTerms, name = ''): Promise<CommandAnswer> {
  const integration = await integrationOf(line.database, options.integration);
  if (isOperatorRefusal(integration)) return integration;
  const { username, province, producerCode = false, acknowledgements = false, reason } = options;
  const given = {
    ...{ integrationId: integration.id, name, username, province, requiresProducerCode: producerCode },
    requiresAcknowledgements: acknowledgements,
    series: wordsOf(options.series),
    paymentMethods: wordsOf(options.paymentMethods),
  };
  const issued = await createSeller(line, given, { actor: line.actor, reason, now: line.clock() });
  if (isOperatorRefusal(issued)) return issued;
  const { seller, password } = issued;
  return {
    json: issued,
    text: `${facts({ username: seller.username, password })}\n\nThe password is shown this once.`,
  };
}

async function list(
  { database }: CommandLine,
  { integration: clientId, ...options }: NameListOptions & { integration?: string },
): Promise<CommandAnswer> {
  const integration = clientId === undefined ? null : await integrationOf(database, clientId);
  if (isOperatorRefusal(integration)) return integration;
  return answerNameList(options, {
    ids: 'uuid',
    read: (query) => listSellers(database, { ...query, integrationId: integration?.id ?? null, visible: null }),
    columns: [
      { title: 'username', of: (row) => row.username },
      { title: 'integration', of: (row) => row.integration.clientId },
      { title: 'name', of: (row) => row.name },
      { title: 'state', of: stateOf },
      { title: 'province', of: (row) => row.province },
      { title: 'series', of: (row) => row.series.join(' ') },
      { title: 'payment methods', of: (row) => row.paymentMethods.join(' ') },
      { title: 'dealers', of: (row) => row.dealerCount, align: 'right' },
    ],
    nothing: 'No seller. Make one: npx northbind seller create <name> --integration <client-id> --province <code>',
  });
}

async function update(line: CommandLine, name: string, reason: string, changes: SellerChanges): Promise<CommandAnswer> {
  const found = await sellerOf(line.database, name);
  if (isOperatorRefusal(found)) return found;
  const after = await updateSeller(line, found.id, changes, { actor: line.actor, reason });
  return isOperatorRefusal(after) ? after : shown(after);
}

function changesOf({
  name,
  province,
  series,
  paymentMethods,
  producerCode,
  acknowledgements,
}: Omit<ChangedTerms, 'reason'>): SellerChanges {
  return {
    ...(name !== undefined && { name }),
    ...(province !== undefined && { province }),
    ...(series !== undefined && { series: wordsOf(series) }),
    ...(paymentMethods !== undefined && { paymentMethods: wordsOf(paymentMethods) }),
    ...(producerCode !== undefined && { requiresProducerCode: producerCode }),
    ...(acknowledgements !== undefined && { requiresAcknowledgements: acknowledgements }),
  };
}

function shown(seller: SellerRecord): CommandAnswer {
  return {
    json: seller,
    text: facts({
      Username: seller.username,
      Integration: `${seller.integration.clientId}${seller.integration.isDisabled ? ' (disabled)' : ''}`,
      Name: seller.name,
      State: stateOf(seller),
      Province: seller.province,
      Series: seller.series.join(' '),
      'Payment methods': seller.paymentMethods.join(' '),
      'Producer code': seller.requiresProducerCode ? 'required' : 'not required',
      Acknowledgements: seller.requiresAcknowledgements ? 'required' : 'not required',
      Dealers: seller.dealerCount,
      'Password issued': seller.passwordIssuedAt.toISOString(),
      'Previous password until': seller.previousPasswordUntil?.toISOString() ?? null,
    }),
  };
}

/** `Prime,Plus` or `Prime Plus`. */
function wordsOf(text: string): readonly string[] {
  return text.split(/[\s,;]+/).filter((word) => word !== '');
}
