import { writeFile } from 'node:fs/promises';
import { type Command, Option } from 'commander';
import type { Province } from '../../domain/address/province.ts';
import { type DocumentId, parseId } from '../../domain/ids.ts';
import { isOperatorRefusal, refuseOperator } from '../../domain/operator/refusal.ts';
import { loadWording } from '../../flows/wordings/load-wording.ts';
import { listWordings, readWordingContent } from '../../store/wording.ts';
import {
  type Answer,
  type CommandLine,
  type CommandParts,
  commandAction,
  type ReasonOption,
  readGivenFile,
  withReason,
} from './command-kit.ts';
import { table } from './table.ts';

interface LoadOptions extends ReasonOption {
  readonly form: string;
  readonly formVersion: string;
  readonly language: 'en' | 'fr';
  readonly products?: string;
  readonly provinces?: string;
  readonly from: string;
}

/** `northbind wordings …`: the full texts of the forms that policies are sold on. */
export function wordingCommands(wordings: Command, parts: CommandParts): void {
  wordings.command('list').description('all wordings, loaded last first').action(commandAction(parts, show));

  withReason(wordings.command('load <file>').description('add a PDF; policies are bound on it from its day on'))
    .requiredOption('--form <name>', 'the form, as declarations name it: "Q.P.F. No. 5"')
    .requiredOption('--form-version <version>', 'its version')
    .addOption(new Option('--language <code>', 'the language of the PDF').choices(['en', 'fr']).makeOptionMandatory())
    .requiredOption('--from <date>', 'the first day on which policies are bound on it: YYYY-MM-DD')
    .option('--products <codes>', 'of these products alone, such as RPL,LIM')
    .option('--provinces <codes>', 'in these provinces alone, such as ON,QC')
    .action(
      commandAction<LoadOptions>(parts, async (line, options, file = '') => {
        const { formVersion, reason, products, provinces, ...given } = options;
        const pdf = await readGivenFile(file);
        const { form, language, from } = given;
        const codes = { products: listOf(products), provinces: listOf(provinces) as readonly Province[] };
        const asked = { ...{ form, version: formVersion, language, from, pdf }, ...codes };
        const loaded = await loadWording(line, asked, { reason, actor: line.actor });
        return isOperatorRefusal(loaded) ? loaded : show(line);
      }),
    );

  wordings
    .command('save <id>')
    .description('write a wording to a file')
    .requiredOption('--out <file>', 'where the PDF is written')
    .action(
      commandAction<{ out: string }>(parts, async ({ database }, { out }, given = '') => {
        const id = parseId<DocumentId>(given);
        const content = id === null ? null : await readWordingContent(database, id);
        if (content === null) return refuseOperator('NotFound', 'id');
        await writeFile(out, content.bytes);
        return { json: { id, out }, text: `${content.filename} is in ${out}.` };
      }),
    );
}

const listMax = 100;

async function show({ database }: CommandLine): Promise<Answer> {
  const page = await listWordings(database, { cursor: null, limit: listMax });
  const text = table(
    page.rows,
    [
      { title: 'id', of: (row) => row.id },
      { title: 'form', of: (row) => row.form },
      { title: 'version', of: (row) => row.version },
      { title: 'language', of: (row) => row.language },
      { title: 'products', of: (row) => row.products?.join(' ') ?? 'all' },
      { title: 'provinces', of: (row) => row.provinces?.join(' ') ?? 'all' },
      { title: 'from', of: (row) => row.from },
      { title: 'KB', of: (row) => Math.ceil(row.size / 1_000), align: 'right' },
    ],
    'There is none. Load one: npx northbind wordings load <file>',
  );
  return { json: page, text };
}

function listOf(codes = ''): readonly string[] {
  return codes
    .split(',')
    .map((code) => code.trim().toUpperCase())
    .filter((code) => code !== '');
}
