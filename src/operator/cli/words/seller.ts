import { paymentMethods } from '../../../domain/payment-method.ts';
import type { CreatedSeller, WireSeller } from '../../wire/onboard.ts';
import { command, disabling, group, shownOnce } from '../command-words.ts';
import { byIntegration, seller } from '../names.ts';
import { facts, type Shown, shownRows, stateOf } from '../table.ts';
import { searchedBy } from './integration.ts';

const sellerTerms = {
  name: '<name> its name',
  province: '<code> where it sells; fixed from its first quote on',
  series: 'what it sells: Prime, Plus or both',
  paymentMethods: `of ${paymentMethods.join(', ')}`,
};

function sellerFacts(one: WireSeller): Shown {
  return facts({
    Username: one.username,
    Integration: `${one.integration.clientId}${one.integration.isDisabled ? ' (disabled)' : ''}`,
    Name: one.name,
    State: stateOf(one),
    Province: one.province,
    Series: one.series.join(' '),
    'Payment methods': one.paymentMethods.join(' '),
    'Producer code': one.requiresProducerCode ? 'required' : 'not required',
    Acknowledgements: one.requiresAcknowledgements ? 'required' : 'not required',
    'Sale links': one.sellsByLink ? 'on' : 'off',
    Dealers: one.dealerCount,
    'Password issued': one.passwordIssuedAt,
    'Previous password until': one.previousPasswordUntil,
  });
}

export const sellerWords = group('seller', 'who sells, where, what and how it is paid', [
  command<CreatedSeller>('create <name>', 'create a seller; its password is shown once', {
    route: 'POST /api/sellers',
    options: {
      integrationId: byIntegration('the integration it belongs to'),
      province: '<code> where it sells, such as ON',
      username: '<username> by default made from the name',
      series: { text: sellerTerms.series, fallback: 'Prime' },
      paymentMethods: { text: sellerTerms.paymentMethods, fallback: 'REF' },
      requiresProducerCode: '--producer-code its quotes need a producer code',
      requiresAcknowledgements: '--acknowledgements its binds need the customer’s acknowledgements',
      sellsByLink: '--sale-links its customers can buy by a link',
    },
    shows: (issued) => shownOnce('password', facts({ username: issued.seller.username, password: issued.password })),
  }),
  command('list', 'all sellers, by name', {
    route: 'GET /api/sellers',
    options: { ...searchedBy('username'), integrationId: byIntegration('only those of this integration') },
    shows: shownRows<WireSeller>(
      {
        username: 'username',
        integration: (row) => row.integration.clientId,
        name: 'name',
        state: stateOf,
        province: 'province',
        series: (row) => row.series.join(' '),
        'payment methods': (row) => row.paymentMethods.join(' '),
        dealers: 'dealerCount',
      },
      'No seller. Make one: npx northbind seller create <name> --integration <client-id> --province <code>',
    ),
  }),
  command('show <username>', 'one seller; client_id/username where two integrations have the same', {
    route: 'GET /api/sellers/:id',
    args: { username: seller },
    shows: sellerFacts,
  }),
  command('update <username>', 'change a seller; what is left out stays', {
    route: 'PATCH /api/sellers/:id',
    args: { username: seller },
    without: ['isDisabled'],
    options: {
      ...sellerTerms,
      requiresProducerCode: { text: '--producer-code its quotes need a producer code', not: 'they do not need one' },
      requiresAcknowledgements: {
        text: '--acknowledgements its binds need the customer’s acknowledgements',
        not: 'they do not need any',
      },
      sellsByLink: { text: '--sale-links its customers can buy by a link', not: 'they can’t' },
    },
    shows: sellerFacts,
  }),
  ...disabling<WireSeller>('username', seller, 'PATCH /api/sellers/:id', {
    about: { disable: 'it can no longer sign in, from now on', enable: 'it can sign in again' },
    shows: sellerFacts,
  }),
]);
