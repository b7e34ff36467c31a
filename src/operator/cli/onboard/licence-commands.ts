import { dateIn } from '../../../domain/calendar.ts';
import { readProvince } from '../../../domain/partner/judge-entry.ts';
import type { LicenceHolder } from '../../../domain/partner/licence.ts';
import {
  keepLicence,
  readLicencePage,
  readRequirements,
  removeLicence,
  requireLicences,
} from '../../../flows/partner/licences.ts';
import { accepted, refuse } from '../../kit/accepted.ts';
import { type Answer, type Commands, misuse, type OpenLine, readDay } from '../command-kit.ts';
import { option, reason, required, requiredReason, type ValuesOf } from '../options.ts';
import { pageAnswer, table } from '../table.ts';
import { sellerOf } from './find-by-name.ts';
import { pageOptions, pageQueryOf } from './name-list-options.ts';

const holder = { seller: option('<username>', 'of this seller'), dealer: option('<id>', 'of this dealer') };

const named = {
  ...holder,
  reason,
  province: required('<code>', 'where it is valid, such as AB'),
  class: required('<class>', 'its class, as the province calls it'),
};

/** `northbind licence …`: licences of sellers and dealers, and where they are needed. */
export function licenceCommands(program: Commands): void {
  const licence = program.group('licence', 'licences of sellers and dealers, and where they are needed');

  licence
    .add('list', 'licences, the first to expire first', {
      ...holder,
      within: option('<days>', 'only those that expire within so many days, or have expired'),
      ...pageOptions,
    })
    .run(async (line, { within, seller, dealer, ...options }) => {
      const holder = seller === undefined && dealer === undefined ? null : await holderOf(line, { seller, dealer });
      if (within !== undefined && !/^\d{1,4}$/.test(within)) misuse(`${within} is not a number of days.`);
      const withinDays = within === undefined ? null : Number(within);
      const { after, limit } = pageQueryOf(options, 'uuid');
      const page = await readLicencePage(line, { holder, withinDays, visibleIntegrations: null, after, limit });
      return pageAnswer(page, within === undefined ? 'No licence.' : 'No licence expires so soon.', {
        expires: 'expiresOn',
        'days left': { right: 'daysLeft' },
        province: 'province',
        class: 'class',
        number: 'number',
        of: (row) => `${row.holder.kind} ${row.holder.name}`,
      });
    });

  licence
    .add('set', 'add a licence, or change the one of that class and province', {
      ...named,
      number: required('<number>', 'its number'),
      expires: required('<date>', 'its last day: YYYY-MM-DD'),
    })
    .run(async (line, { province, class: licenceClass, number, expires: expiresOn, ...options }) => {
      const given = { province, class: licenceClass, number, expiresOn };
      const kept = accepted(await keepLicence(line, await holderOf(line, options), given, line.by));
      return {
        json: kept,
        text: `${kept.holder.name} has a licence in ${kept.province} (${kept.class}, ${kept.number}) to ${kept.expiresOn}.`,
      };
    });

  licence.add('remove', 'remove a licence', named).run(async (line, options) => {
    accepted(await removeLicence(line, await holderOf(line, options), options, line.by));
    return { json: {}, text: 'The licence was removed.' };
  });

  licence.add('required', 'where a licence is needed, and from when on').run(showRequirements);

  for (const [verb, isNeeded, meaning] of [
    ['require', true, 'refuse to sell in a province without a valid licence'],
    ['waive', false, 'need no licence in a province any more'],
  ] as const)
    licence
      .add(`${verb} <province>`, meaning, {
        reason: requiredReason,
        from: option('<date>', 'the first day: YYYY-MM-DD; today if left out'),
      })
      .run(async (line, { from }, given) => {
        const province = readProvince(given) ?? refuse('ProvinceInvalid', 'province');
        const fromDay = from === undefined ? dateIn(province, line.by.now) : readDay(from);
        accepted(await requireLicences(line, { province, fromDay, isNeeded }, line.by));
        return showRequirements(line);
      });
}

/** One of the two has to be named. */
async function holderOf(line: OpenLine, { seller, dealer }: ValuesOf<typeof holder>): Promise<LicenceHolder> {
  if ((seller === undefined) === (dealer === undefined)) misuse('Name either --seller or --dealer.');
  if (dealer !== undefined) return { kind: 'dealer', id: dealer };
  return { kind: 'seller', id: (await sellerOf(line, seller!)).id };
}

async function showRequirements(line: OpenLine): Promise<Answer> {
  const rows = await readRequirements(line);
  const text = table(
    rows,
    { province: 'province', from: 'fromDay', licence: (row) => (row.isNeeded ? 'needed' : 'not needed') },
    'No province needs a licence.',
  );
  return { json: { rows, nextCursor: null }, text };
}
