import { paymentMethods } from '../../../domain/payment-method.ts';
import { createSeller, type SellerChanges, updateSeller } from '../../../flows/partner/sellers.ts';
import { listSellers, type SellerRecord } from '../../../store/partner/seller.ts';
import { accepted } from '../../kit/accepted.ts';
import type { Answer, Commands, OpenLine } from '../command-kit.ts';
import { addDisabling } from '../disabling-commands.ts';
import { flag, option, optionOr, reason, required, toggle } from '../options.ts';
import { facts, pageAnswer, stateOf } from '../table.ts';
import { integrationOf, sellerOf } from './find-by-name.ts';
import { nameListOptions, pageQueryOf } from './name-list-options.ts';

export function sellerCommands(program: Commands): void {
  const seller = program.group('seller', 'who sells, where, what and how it is paid');

  seller
    .add('create <name>', 'make a seller; its password is shown once', {
      reason,
      integration: required('<client-id>', 'the integration it belongs to'),
      province: required('<code>', 'where it sells, such as ON'),
      username: option('<username>', 'by default made from the name'),
      series: optionOr('<list>', 'what it sells: Prime, Plus or both', 'Prime'),
      paymentMethods: optionOr('<list>', `of ${paymentMethods.join(', ')}`, 'REF'),
      producerCode: flag('its quotes need a producer code'),
      acknowledgements: flag('its binds need the customer’s acknowledgements'),
    })
    .run(async (line, { integration, username, province, ...options }, name) => {
      const { id: integrationId } = await integrationOf(line, integration);
      const given = {
        ...{ integrationId, name, username, province },
        series: wordsOf(options.series),
        paymentMethods: wordsOf(options.paymentMethods),
        requiresProducerCode: options.producerCode ?? false,
        requiresAcknowledgements: options.acknowledgements ?? false,
      };
      const issued = accepted(await createSeller(line, given, line.by));
      const shownOnce = facts({ username: issued.seller.username, password: issued.password });
      return { json: issued, text: `${shownOnce}\n\nThe password is shown this once.` };
    });

  seller
    .add('list', 'all sellers, by name', {
      ...nameListOptions('username'),
      integration: option('<client-id>', 'only those of this integration'),
    })
    .run(async (line, { integration, ...options }) => {
      const integrationId = integration === undefined ? null : (await integrationOf(line, integration)).id;
      const query = { ...pageQueryOf(options, 'uuid'), integrationId, visibleIntegrations: null };
      const nothing =
        'No seller. Make one: npx northbind seller create <name> --integration <client-id> --province <code>';
      return pageAnswer(await listSellers(line.database, query), nothing, {
        username: 'username',
        integration: (row) => row.integration.clientId,
        name: 'name',
        state: stateOf,
        province: 'province',
        series: (row) => row.series.join(' '),
        'payment methods': (row) => row.paymentMethods.join(' '),
        dealers: { right: 'dealerCount' },
      });
    });

  seller
    .add('show <username>', 'one seller; client_id/username where two integrations have the same')
    .run(async (line, _options, name) => shown(await sellerOf(line, name)));

  seller
    .add('update <username>', 'change a seller; what is left out stays', {
      reason,
      name: option('<name>', 'its name'),
      province: option('<code>', 'where it sells; fixed from its first quote on'),
      series: option('<list>', 'what it sells: Prime, Plus or both', wordsOf),
      paymentMethods: option('<list>', `of ${paymentMethods.join(', ')}`, wordsOf),
      producerCode: toggle('its quotes need a producer code', 'they do not need one'),
      acknowledgements: toggle('its binds need the customer’s acknowledgements', 'they do not need any'),
    })
    .run((line, { name, province, series, paymentMethods: methods, producerCode, acknowledgements }, username) =>
      update(line, username, {
        ...(name !== undefined && { name }),
        ...(province !== undefined && { province }),
        ...(series !== undefined && { series }),
        ...(methods !== undefined && { paymentMethods: methods }),
        ...(producerCode !== undefined && { requiresProducerCode: producerCode }),
        ...(acknowledgements !== undefined && { requiresAcknowledgements: acknowledgements }),
      }),
    );

  const about = { disable: 'it can no longer sign in, from now on', enable: 'it can sign in again' };
  addDisabling(seller, '<username>', about, (line, name, isDisabled) => update(line, name, { isDisabled }));
}

async function update(line: OpenLine, name: string, changes: SellerChanges): Promise<Answer> {
  const { id } = await sellerOf(line, name);
  return shown(accepted(await updateSeller(line, id, changes, line.by)));
}

function shown(seller: SellerRecord): Answer {
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
