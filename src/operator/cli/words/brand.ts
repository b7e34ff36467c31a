import { mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brandParts } from '../../../domain/brand/judge-brand.ts';
import { logoBytesMax } from '../../../domain/brand/read-logo.ts';
import { previewMails } from '../../../flows/brand/preview-brand.ts';
import type { BrandAnswer } from '../../wire/brand.ts';
import { type Given, type OpenLine, readGivenFile, type Values } from '../command-kit.ts';
import { command, group, type OptionWords } from '../command-words.ts';
import { facts, type Shown } from '../table.ts';
import { ofIntegration } from './integration.ts';

const brandRoute = 'PATCH /api/integrations/:id/brand';

function orNone(text: string, read?: OptionWords['read']): OptionWords {
  return { text, none: 'none', ...(read !== undefined && { read }) };
}

/** A file that is too large is refused like any other that is no logo, and not read. */
async function readLogoFile(path: string): Promise<string> {
  const size = await stat(path).then(
    (found) => found.size,
    () => 0,
  );
  return size > logoBytesMax ? '' : (await readGivenFile(path)).toString('base64');
}

/** One without the other is refused by the flow. */
function closingOf({ closingEn: en, closingFr: fr }: Given['texts']) {
  if (en === 'none' || fr === 'none') return null;
  return en === undefined && fr === undefined ? undefined : { en: en ?? '', fr: fr ?? '' };
}

function brandFacts({ brand }: BrandAnswer, { words }: Given): Shown {
  if (brand === null) return `${words['client-id']} has no brand of its own: customers see yours.`;
  const { logo, colours, closing } = brand;
  const withName = brand.name === undefined ? 'yours' : 'none';
  return facts({
    Name: brand.name ?? 'yours',
    Address: brand.addressLines?.join('; ') ?? 'yours',
    Telephone: brand.phoneNumber ?? 'yours',
    'E-mail': brand.emailAddress ?? 'yours',
    Website: brand.website ?? withName,
    Logo: logo == null ? withName : logo.type,
    Colours: colours === undefined ? 'yours' : `${colours.main}, ${colours.accent}`,
    Languages: brand.languages?.join(', ') ?? 'yours',
    Closing: closing == null ? 'yours' : `${closing.en} / ${closing.fr}`,
  });
}

async function previewBrand(line: OpenLine, values: Values, { texts: { out = '' } }: Given) {
  const preview = (asked: Values) =>
    line.call<Buffer>('GET /api/integrations/:id/brand/preview', { ...values, ...asked });
  const files = new Map([['declaration.pdf', await preview({ part: 'declaration' })]]);
  const kinds = Object.keys(previewMails);
  for (const [i, kind] of kinds.entries()) {
    line.progress(i, kinds.length);
    files.set(`${kind}.html`, await preview({ part: 'html', kind }));
    files.set(`${kind}.txt`, await preview({ part: 'text', kind }));
  }
  await mkdir(out, { recursive: true });
  for (const [name, content] of files) await writeFile(join(out, name), content);
  const names = [...files.keys()];
  return { json: { files: names }, text: names.join('\n') };
}

export const brandWords = group('brand', 'what customers of an integration see: name, logo, colours', [
  command('show <client-id>', 'the integration’s own brand; what it leaves out is yours', {
    route: 'GET /api/integrations/:id/brand',
    args: ofIntegration,
    needs: 'printer',
    shows: brandFacts,
  }),
  command('set <client-id>', 'change its brand; what is left out stays, "none" goes back to yours', {
    route: brandRoute,
    args: ofIntegration,
    needs: 'printer',
    without: ['closing'],
    options: {
      name: orNone('<name> the name on documents and mails'),
      addressLines: orNone('--address <lines> the postal address, its lines separated by semicolons', (text) =>
        text.split(';'),
      ),
      phoneNumber: orNone('--phone the telephone number'),
      emailAddress: orNone('--email where customers ask; mails come from your own address'),
      website: orNone('the website'),
      logo: orNone('<file> a PNG, or an SVG of shapes alone, of at most 64 KiB; mails show only a PNG', readLogoFile),
      colours: orNone('<two> the main colour and the accent, as #12344d,#1c7c8c', (text) => ({
        main: text.split(',')[0] ?? '',
        accent: text.split(',')[1] ?? '',
      })),
      languages: orNone("<codes> added to the customer's own: en, fr or en,fr"),
    },
    extra: {
      closingEn: '<text> at the end of documents, in English; goes with --closing-fr',
      closingFr: '<text> at the end of documents, in French',
    },
    adjust: (values, _line, { texts }): Values => ({ ...values, closing: closingOf(texts) }),
    shows: brandFacts,
  }),
  command('clear <client-id>', 'customers see your own brand again', {
    route: brandRoute,
    args: ofIntegration,
    needs: 'printer',
    fixed: Object.fromEntries(brandParts.map((part) => [part, null])),
    shows: brandFacts,
  }),
  command('preview <client-id>', 'write every mail and the declaration of a sample sale to files; nothing is sent', {
    route: 'GET /api/integrations/:id/brand/preview',
    args: ofIntegration,
    needs: 'printer',
    without: ['part', 'kind'],
    options: { language: { text: "the customer's", fallback: 'en' } },
    extra: { out: { text: '<folder> where the files are written', isRequired: true } },
    run: previewBrand,
  }),
]);
