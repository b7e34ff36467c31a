import type { CreatedSaleLink, WireSaleLink } from '../../wire/sale-links.ts';
import { command, group } from '../command-words.ts';
import { seller } from '../names.ts';
import { minute, plain, type Shown, shownRows } from '../table.ts';

export const saleLinkWords = group('sale-link', 'links by which customers buy on the service’s own page', [
  command<CreatedSaleLink>('create <username>', 'create a link for a seller; its address is shown once', {
    route: 'POST /api/sellers/:id/sale-links',
    needs: 'links',
    args: { username: seller },
    options: {
      firstOrCompanyName: '--first-name <name> the customer’s first name, or a company’s name',
      lastName: '<name> the customer’s last name',
      emailAddress: '--email <address> the customer’s e-mail address',
      phoneNumber: '--phone <number> the customer’s telephone number',
      vin: '<vin> the vehicle, filled in for the customer',
      partnerReference: '--reference <text> the seller’s own reference',
      language: '<code> en or fr; by default the customer’s browser decides',
      downPayment: '<dollars> what the seller collects if the customer pays monthly; by default nothing',
      paymentMethods: '<codes> CC, PFF or both, as CC,PFF; by default all that the seller has',
      isMailed: '--mail mail its address to the customer',
      validUntil: '<date> the last day, at most 90 days ahead; by default 14 days',
    },
    shows: async ({ url, validUntil, mailedTo }): Promise<Shown> => [
      await (await import('qrcode')).toString(url, { type: 'utf8', errorCorrectionLevel: 'M' }),
      `${url}\n\nIt can be used until ${validUntil}. The address is shown this once.`,
      ...(mailedTo === null ? [] : [`It is being mailed to ${mailedTo}.`]),
    ],
  }),
  command('list <username>', 'the links of a seller, the latest first', {
    route: 'GET /api/sellers/:id/sale-links',
    args: { username: seller },
    shows: shownRows<WireSaleLink>(
      [
        'id',
        { status: (row) => plain(row.status), customer: 'customerName', vehicle: 'vehicle', progress: 'progress' },
        { made: (row) => minute(row.createdAt) },
        'validUntil',
        { reference: 'partnerReference', 'down payment': 'downPaymentCents', policy: 'policyNumber' },
      ],
      'No sale link. Make one: npx northbind sale-link create <username>',
    ),
  }),
  command('mail <id>', 'mail the address of a link to its customer, once more if need be', {
    route: 'POST /api/sale-links/:id/mail',
    shows: () => 'The mail is on its way.',
  }),
  command('withdraw <id>', 'nobody can buy through it any more', {
    route: 'DELETE /api/sale-links/:id',
    shows: () => 'The link no longer works.',
  }),
]);
