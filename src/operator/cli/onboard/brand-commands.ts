import { mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OwnBrand } from '../../../domain/brand/brand.ts';
import { type BrandChanges, brandParts } from '../../../domain/brand/judge-brand.ts';
import { logoBytesMax } from '../../../domain/brand/read-logo.ts';
import type { Language } from '../../../domain/quote/quote.ts';
import { changeBrand } from '../../../flows/brand/change-brand.ts';
import { type PreviewMail, previewDeclaration, previewMail, previewMails } from '../../../flows/brand/preview-brand.ts';
import { operatorDay } from '../../../flows/tariff/operator-day.ts';
import { readBrand } from '../../../store/brand/brand.ts';
import { accepted } from '../../kit/accepted.ts';
import { type Answer, type Commands, type OpenLine, readGivenFile } from '../command-kit.ts';
import { choiceOr, option, reason, required } from '../options.ts';
import { facts } from '../table.ts';
import { integrationOf } from './find-by-name.ts';

/** `northbind brand …`: what customers of an integration see instead of the operator's own brand. */
export function brandCommands(program: Commands): void {
  const brand = program.group('brand', 'what customers of an integration see: name, logo, colours');

  brand
    .add('show <client-id>', 'what the integration has of its own; the rest is yours')
    .run(async (line, _options, clientId) => {
      const { id } = await integrationOf(line, clientId);
      return answerOf(clientId, (await readBrand(line.database, id))!.brand);
    });

  brand
    .add('set <client-id>', 'change it; what is left out stays, "none" takes yours', {
      reason,
      name: option('<name>', 'the name on documents and mails'),
      address: option('<lines>', 'the postal address, its lines separated by semicolons'),
      phone: option('<number>', 'the telephone number'),
      email: option('<address>', 'where customers ask; mails come from your own address'),
      website: option('<address>', 'the website'),
      logo: option('<file>', 'a PNG, or an SVG of shapes alone, of at most 64 KiB; mails show only a PNG'),
      colours: option('<two>', 'the main colour and the accent, as #12344d,#1c7c8c'),
      languages: option('<codes>', "added to the customer's own: en, fr or en,fr"),
      closingEn: option('<text>', 'at the end of documents, in English; goes with --closing-fr'),
      closingFr: option('<text>', 'at the end of documents, in French'),
    })
    .run(async (line, terms, clientId) =>
      save(line, clientId, {
        name: orNone(terms.name, String),
        addressLines: orNone(terms.address, (text) => text.split(';')),
        phoneNumber: orNone(terms.phone, String),
        emailAddress: orNone(terms.email, String),
        website: orNone(terms.website, String),
        colours: orNone(terms.colours, readColours),
        languages: orNone(terms.languages, (text) => text.split(',').map((one) => one.trim() as Language)),
        closing: closingOf(terms.closingEn, terms.closingFr),
        logo: await orNone(terms.logo, readLogoFile),
      }),
    );

  brand
    .add('clear <client-id>', 'customers see your own brand again', { reason })
    .run((line, _options, clientId) =>
      save(line, clientId, Object.fromEntries(brandParts.map((part) => [part, null]))),
    );

  brand
    .add('preview <client-id>', 'write every mail and the declaration of a sample sale to files; nothing is sent', {
      language: choiceOr('<code>', "the customer's", ['en', 'fr'], 'en'),
      out: required('<folder>', 'where the files are written'),
    })
    .run(async (line, { language, out }, clientId) => {
      const { id: integrationId } = await integrationOf(line, clientId);
      const parts = { ...line, printer: await line.openPrinter() };
      const asked = { integrationId, language, today: operatorDay(line.by.now) };
      const files = new Map<string, string | Buffer>([
        ['declaration.pdf', accepted(await previewDeclaration(parts, asked))],
      ]);
      for (const kind of Object.keys(previewMails) as PreviewMail[]) {
        const mail = accepted(await previewMail(parts, kind, asked));
        files.set(`${kind}.html`, mail.html).set(`${kind}.txt`, mail.text);
      }
      await mkdir(out, { recursive: true });
      for (const [name, content] of files) await writeFile(join(out, name), content);
      const names = [...files.keys()];
      return { json: { files: names }, text: names.join('\n') };
    });
}

function orNone<T>(given: string | undefined, read: (text: string) => T): T | null | undefined {
  if (given === undefined) return undefined;
  return given === 'none' ? null : read(given);
}

function readColours(text: string) {
  const [main = '', accent = ''] = text.split(',');
  return { main, accent };
}

/** One without the other is refused by the flow. */
function closingOf(en: string | undefined, fr: string | undefined): BrandChanges['closing'] {
  if (en === 'none' || fr === 'none') return null;
  return en === undefined && fr === undefined ? undefined : { en: en ?? '', fr: fr ?? '' };
}

/** A file that is too large is refused like any other that is no logo, and not read. */
async function readLogoFile(path: string): Promise<string> {
  const size = await stat(path).then(
    (found) => found.size,
    () => 0,
  );
  return size > logoBytesMax ? '' : (await readGivenFile(path)).toString('base64');
}

async function save(line: OpenLine, clientId: string, changes: BrandChanges): Promise<Answer> {
  const { id } = await integrationOf(line, clientId);
  const parts = { database: line.database, printer: await line.openPrinter() };
  return answerOf(clientId, accepted(await changeBrand(parts, id, changes, line.by)).brand);
}

function answerOf(clientId: string, brand: OwnBrand | null): Answer {
  if (brand === null) return { json: { brand }, text: `${clientId} has no brand of its own: customers see yours.` };
  const { logo, colours, closing } = brand;
  return {
    json: { brand },
    text: facts({
      Name: brand.name ?? 'yours',
      Address: brand.addressLines?.join('; ') ?? 'yours',
      Telephone: brand.phoneNumber ?? 'yours',
      'E-mail': brand.emailAddress ?? 'yours',
      Website: brand.website ?? (brand.name === undefined ? 'yours' : 'none'),
      Logo: logo == null ? (brand.name === undefined ? 'yours' : 'none') : logo.type,
      Colours: colours === undefined ? 'yours' : `${colours.main}, ${colours.accent}`,
      Languages: brand.languages?.join(', ') ?? 'yours',
      Closing: closing == null ? 'yours' : `${closing.en} / ${closing.fr}`,
    }),
  };
}
