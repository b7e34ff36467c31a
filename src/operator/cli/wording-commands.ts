import { writeFile } from 'node:fs/promises';
import { type DocumentId, parseId } from '../../domain/ids.ts';
import type { Province } from '../../domain/province.ts';
import { loadWording } from '../../flows/document/load-wording.ts';
import { listWordings, readWordingContent } from '../../store/document/wording.ts';
import { accepted, refuse } from '../kit/accepted.ts';
import { type Answer, type CommandLine, type Commands, readGivenFile } from './command-kit.ts';
import { option, reason, required, requiredChoice, wordsIn } from './options.ts';
import { table } from './table.ts';

/** `northbind wordings …`: the full texts of the forms that policies are sold on. */
export function wordingCommands(program: Commands): void {
  const wordings = program.group('wordings', 'the full texts of forms: list, load, save');
  wordings.add('list', 'all wordings, loaded last first').run(show);

  wordings
    .add('load <file>', 'add a PDF; policies are bound on it from its day on', {
      reason,
      form: required('<name>', 'the form, as declarations name it: "Q.P.F. No. 5"'),
      formVersion: required('<version>', 'its version'),
      language: requiredChoice('<code>', 'the language of the PDF', ['en', 'fr']),
      from: required('<date>', 'the first day on which policies are bound on it: YYYY-MM-DD'),
      products: option('<codes>', 'of these products alone, such as RPL,LIM'),
      provinces: option('<codes>', 'in these provinces alone, such as ON,QC'),
    })
    .run(async (line, { form, formVersion, language, from, products = '', provinces = '' }, file) => {
      const pdf = await readGivenFile(file);
      const codes = {
        products: wordsIn(products.toUpperCase()),
        provinces: wordsIn(provinces.toUpperCase()) as readonly Province[],
      };
      accepted(await loadWording(line, { form, version: formVersion, language, from, pdf, ...codes }, line.by));
      return show(line);
    });

  wordings
    .add('save <id>', 'write a wording to a file', { out: required('<file>', 'where the PDF is written') })
    .run(async ({ database }, { out }, given) => {
      const id = parseId<DocumentId>(given);
      const content = (id && (await readWordingContent(database, id))) ?? refuse('NotFound', 'id');
      await writeFile(out, content.bytes);
      return { json: { id, out }, text: `${content.filename} is in ${out}.` };
    });
}

const listMax = 100;

async function show({ database }: CommandLine): Promise<Answer> {
  const page = await listWordings(database, { cursor: null, limit: listMax });
  const text = table(
    page.rows,
    {
      ...{ id: 'id', form: 'form', version: 'version', language: 'language' },
      products: (row) => row.products?.join(' ') ?? 'all',
      provinces: (row) => row.provinces?.join(' ') ?? 'all',
      from: 'from',
      KB: { right: (row) => Math.ceil(row.size / 1_000) },
    },
    'There is none. Load one: npx northbind wordings load <file>',
  );
  return { json: page, text };
}
