import { dateIn } from '../../../domain/calendar.ts';
import { readProvince } from '../../../domain/partner/judge-entry.ts';
import { refuse } from '../../kit/accepted.ts';
import type { WireLicence, WireRequirement } from '../../wire/licences.ts';
import { type Given, misuse, type OpenLine, type Values } from '../command-kit.ts';
import { command, definedOf, group, type Words } from '../command-words.ts';
import { bySeller, seller } from '../names.ts';
import { shownRows } from '../table.ts';

const holder = { seller: '<username> of this seller', dealer: '<id> of this dealer' };

async function holderOf(line: OpenLine, { texts }: Given) {
  if ((texts.seller === undefined) === (texts.dealer === undefined)) misuse('Name either --seller or --dealer.');
  return texts.dealer === undefined
    ? { path: '/api/sellers/:id/licences', id: await seller.read(texts.seller!, line) }
    : { path: '/api/dealers/:id/licences', id: texts.dealer };
}

const licenceName = {
  province: '<code> where it is valid, such as AB',
  class: '<class> its class, as the province calls it',
};

function requiring(verb: string, isNeeded: boolean, about: string): Words {
  return command<WireRequirement>(`${verb} <province>`, about, {
    route: 'POST /api/licence-requirements',
    options: { fromDay: { text: '--from the first day: YYYY-MM-DD; today if left out', isRequired: false } },
    fixed: { isNeeded },
    adjust: (values, { clock }): Values => {
      const province = readProvince(String(values.province)) ?? refuse('ProvinceInvalid', 'province');
      return { fromDay: dateIn(province, clock()), ...definedOf(values), province };
    },
    shows: ({ province, fromDay }) =>
      `In ${province} ${isNeeded ? 'a licence is' : 'no licence is'} needed from ${fromDay} on.`,
  });
}

export const licenceWords = group('licence', 'licences of sellers and dealers, and where they are needed', [
  command('list', 'licences, the first to expire first', {
    route: 'GET /api/licences',
    options: {
      sellerId: bySeller('of this seller'),
      dealerId: '--dealer <id> of this dealer',
      withinDays: '--within <days> only those that expire within so many days, or have expired',
    },
    shows: shownRows<WireLicence>(
      {
        expires: 'expiresOn',
        'days left': { right: 'daysLeft' },
        province: 'province',
        class: 'class',
        number: 'number',
        of: (row) => `${row.holder.kind} ${row.holder.name}`,
      },
      'No licence.',
    ),
  }),
  command('set', 'add a licence, or change the one of that class and province', {
    route: 'PUT /api/sellers/:id/licences',
    without: ['id'],
    options: {
      ...licenceName,
      number: '<number> its number',
      expiresOn: '--expires <date> its last day: YYYY-MM-DD',
    },
    extra: holder,
    run: async (line, values, given) => {
      const { path, id } = await holderOf(line, given);
      const kept = await line.call<WireLicence>(`PUT ${path}`, { ...values, id });
      const what = `${kept.class}, ${kept.number}`;
      return {
        json: kept,
        text: `${kept.holder.name} has a licence in ${kept.province} (${what}) to ${kept.expiresOn}.`,
      };
    },
  }),
  command('remove', 'remove a licence', {
    route: 'DELETE /api/sellers/:id/licences',
    without: ['id'],
    options: licenceName,
    extra: holder,
    run: async (line, values, given) => {
      const { path, id } = await holderOf(line, given);
      return { json: await line.call(`DELETE ${path}`, { ...values, id }), text: 'The licence was removed.' };
    },
  }),
  command('required', 'where a licence is needed, and from when on', {
    route: 'GET /api/licence-requirements',
    shows: shownRows<WireRequirement>(
      { province: 'province', from: 'fromDay', licence: (row) => (row.isNeeded ? 'needed' : 'not needed') },
      'No province needs a licence.',
    ),
  }),
  requiring('require', true, 'refuse to sell in a province without a valid licence'),
  requiring('waive', false, 'no longer require a licence in a province'),
]);
