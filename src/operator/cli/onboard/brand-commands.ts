import { mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Command, Option } from 'commander';
import type { OwnBrand } from '../../../domain/brand/brand.ts';
import { type BrandChanges, brandParts } from '../../../domain/brand/judge-brand.ts';
import { logoBytesMax } from '../../../domain/brand/read-logo.ts';
import { isOperatorRefusal, refuseOperator } from '../../../domain/operator/refusal.ts';
import type { Language } from '../../../domain/quote/quote.ts';
import { changeBrand } from '../../../flows/brand/change-brand.ts';
import { type PreviewMail, previewDeclaration, previewMail, previewMails } from '../../../flows/brand/preview-brand.ts';
import { operatorDay } from '../../../flows/tariff/operator-day.ts';
import { readBrand } from '../../../store/brand.ts';
import {
  type CommandAnswer,
  type CommandLine,
  type CommandParts,
  commandAction,
  type ReasonOption,
  readGivenFile,
  withReason,
} from '../command-kit.ts';
import { facts } from '../table.ts';
import { integrationOf } from './find-by-name.ts';

interface Terms extends ReasonOption {
  readonly name?: string;
  readonly address?: string;
  readonly phone?: string;
  readonly email?: string;
  readonly website?: string;
  readonly logo?: string;
  readonly colours?: string;
  readonly languages?: string;
  readonly closingEn?: string;
  readonly closingFr?: string;
}

/** `northbind brand …`: what customers of an integration see instead of the operator's own brand. */
export function brandCommands(brand: Command, parts: CommandParts): void {
  brand
    .command('show <client-id>')
    .description('what the integration has of its own; the rest is yours')
    .action(commandAction(parts, show));

  withReason(brand.command('set <client-id>').description('change it; what is left out stays, "none" takes yours'))
    .option('--name <name>', 'the name on documents and mails')
    .option('--address <lines>', 'the postal address, its lines separated by semicolons')
    .option('--phone <number>', 'the telephone number')
    .option('--email <address>', 'where customers ask; mails come from your own address')
    .option('--website <address>', 'the website')
    .option('--logo <file>', 'a PNG, or an SVG of shapes alone, of at most 64 KiB; mails show only a PNG')
    .option('--colours <two>', 'the main colour and the accent, as #12344d,#1c7c8c')
    .option('--languages <codes>', "added to the customer's own: en, fr or en,fr")
    .option('--closing-en <text>', 'at the end of documents, in English; goes with --closing-fr')
    .option('--closing-fr <text>', 'at the end of documents, in French')
    .action(commandAction<Terms>(parts, change));

  withReason(brand.command('clear <client-id>').description('customers see your own brand again')).action(
    commandAction<ReasonOption>(parts, (line, { reason }, clientId = '') =>
      save(line, clientId, reason, Object.fromEntries(brandParts.map((part) => [part, null]))),
    ),
  );

  brand
    .command('preview <client-id>')
    .description('write every mail and the declaration of a sample sale to files; nothing is sent')
    .addOption(new Option('--language <code>', "the customer's").choices(['en', 'fr']).default('en'))
    .requiredOption('--out <folder>', 'where the files are written')
    .action(commandAction<{ language: Language; out: string }>(parts, preview));
}

async function show({ database }: CommandLine, _options: object, clientId = ''): Promise<CommandAnswer> {
  const found = await integrationOf(database, clientId);
  if (isOperatorRefusal(found)) return found;
  const { brand } = (await readBrand(database, found.id))!;
  return answerOf(clientId, brand);
}

async function change(line: CommandLine, { reason, ...terms }: Terms, clientId = ''): Promise<CommandAnswer> {
  const { closingEn: en, closingFr: fr } = terms;
  const changes: BrandChanges = {
    name: orNone(terms.name, (text) => text),
    addressLines: orNone(terms.address, (text) => text.split(';')),
    phoneNumber: orNone(terms.phone, (text) => text),
    emailAddress: orNone(terms.email, (text) => text),
    website: orNone(terms.website, (text) => text),
    colours: orNone(terms.colours, (text) => {
      const [main = '', accent = ''] = text.split(',');
      return { main, accent };
    }),
    languages: orNone(terms.languages, (text) => text.split(',').map((one) => one.trim() as Language)),
    closing:
      en === 'none' || fr === 'none'
        ? null
        : en === undefined && fr === undefined
          ? undefined
          : { en: en ?? '', fr: fr ?? '' },
    logo:
      terms.logo === undefined || terms.logo === 'none' ? orNone(terms.logo, String) : await readLogoFile(terms.logo),
  };
  return save(line, clientId, reason, changes);
}

function orNone<T>(given: string | undefined, read: (text: string) => T): T | null | undefined {
  if (given === undefined) return undefined;
  return given === 'none' ? null : read(given);
}

/** A file that is too large is refused like any other that is no logo, and not read. */
async function readLogoFile(path: string): Promise<string> {
  const size = await stat(path).then(
    (found) => found.size,
    () => 0,
  );
  return size > logoBytesMax ? '' : (await readGivenFile(path)).toString('base64');
}

async function save(
  line: CommandLine,
  clientId: string,
  reason: string,
  changes: BrandChanges,
): Promise<CommandAnswer> {
  const found = await integrationOf(line.database, clientId);
  if (isOperatorRefusal(found)) return found;
  const parts = { database: line.database, printer: await line.openPrinter() };
  const changed = await changeBrand(parts, found.id, changes, { actor: line.actor, reason });
  return isOperatorRefusal(changed) ? changed : answerOf(clientId, changed.brand);
}

function answerOf(clientId: string, brand: OwnBrand | null): CommandAnswer {
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

async function preview(
  line: CommandLine,
  { language, out }: { readonly language: Language; readonly out: string },
  clientId = '',
): Promise<CommandAnswer> {
  const found = await integrationOf(line.database, clientId);
  if (isOperatorRefusal(found)) return found;
  const parts = { ...line, printer: await line.openPrinter() };
  const asked = { integrationId: found.id, language, today: operatorDay(line.clock()) };
  const pdf = await previewDeclaration(parts, asked);
  if (isOperatorRefusal(pdf)) return pdf;
  const files = new Map<string, string | Buffer>([['declaration.pdf', pdf]]);
  for (const kind of Object.keys(previewMails) as PreviewMail[]) {
    const mail = await previewMail(parts, kind, asked);
    if (isOperatorRefusal(mail)) return refuseOperator('NotFound');
    files.set(`${kind}.html`, mail.html).set(`${kind}.txt`, mail.text);
  }
  await mkdir(out, { recursive: true });
  for (const [name, content] of files) await writeFile(join(out, name), content);
  const names = [...files.keys()];
  return { json: { files: names }, text: names.join('\n') };
}
