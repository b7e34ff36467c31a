import { toString as drawQr } from 'qrcode';
import { parseUuid } from '../../../domain/ids.ts';
import { createLinkFor, linksOf, withdrawLinkOf } from '../../../flows/sale-link/operator-links.ts';
import { accepted } from '../../kit/accepted.ts';
import type { Commands } from '../command-kit.ts';
import { option, reason } from '../options.ts';
import { minute, pageAnswer } from '../table.ts';
import { sellerOf } from './find-by-name.ts';

const pageRows = 50;

/** What is no id is nobody's. */
const idOf = (text: string): string => parseUuid(text) ?? '00000000-0000-0000-0000-000000000000';

/** `northbind sale-link …`: links by which customers of a seller buy. */
export function saleLinkCommands(program: Commands): void {
  const link = program.group('sale-link', 'links by which customers buy on the service’s own page');

  link
    .add('create <username>', 'make a link for a seller; its address is shown once', {
      reason,
      vin: option('<vin>', 'the vehicle, filled in for the customer'),
      reference: option('<text>', 'the seller’s own reference'),
      language: option('<code>', 'en or fr; by default the customer’s browser decides'),
      validUntil: option('<date>', 'the last day, at most 90 days ahead; by default 14 days'),
    })
    .run(async (line, { vin, reference, language, validUntil }, username) => {
      const { id } = await sellerOf(line, username);
      const parts = { ...line, linkBox: await line.openLinkBox(), now: line.clock() };
      const asked = { vin, partnerReference: reference, language: readLanguage(language), validUntil };
      const made = accepted(await createLinkFor(parts, id, asked, line.by));
      const qr = await drawQr(made.url, { type: 'utf8', errorCorrectionLevel: 'M' });
      return {
        json: made,
        text: `${qr}\n${made.url}\n\nIt can be used until ${made.validUntil}. The address is shown this once.`,
      };
    });

  link
    .add('list <username>', 'the links of a seller, the latest first', {
      cursor: option('<id>', 'go on after this one', idOf),
    })
    .run(async (line, { cursor = null }, username) => {
      const { id } = await sellerOf(line, username);
      const page = accepted(await linksOf({ ...line, now: line.clock() }, id, { cursor, limit: pageRows }));
      return pageAnswer(page, 'No sale link. Make one: npx northbind sale-link create <username>', {
        id: 'id',
        status: 'status',
        made: (row) => minute(row.createdAt.toISOString()),
        'valid until': 'validUntil',
        reference: 'partnerReference',
        policy: 'policyNumber',
      });
    });

  link.add('withdraw <id>', 'nobody can buy by it any more', { reason }).run(async (line, _options, id) => {
    accepted(await withdrawLinkOf({ ...line, now: line.clock() }, idOf(id), line.by));
    return { json: { id }, text: 'The link can’t be used any more.' };
  });
}

function readLanguage(text: string | undefined): 'en' | 'fr' | undefined {
  return text === 'en' || text === 'fr' ? text : undefined;
}
