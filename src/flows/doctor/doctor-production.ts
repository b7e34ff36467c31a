import { dateIn, type PlainDate } from '../../domain/calendar.ts';
import { type DisclosureTexts, disclosuresFor, missingTexts } from '../../domain/disclosure/disclosure-texts.ts';
import type { Wording } from '../../domain/document/wording.ts';
import { paymentMethods } from '../../domain/payment-method.ts';
import type { Province } from '../../domain/province.ts';
import { bookForQuote } from '../../domain/tariff/book-for-quote.ts';
import { listProvincesSoldIn } from '../../store/doctor/database-facts.ts';
import { readWordings } from '../../store/document/wording.ts';
import { readDisclosures } from '../../store/reference/disclosures.ts';
import { readTariffs, type Tariffs } from '../../store/reference/tariffs.ts';
import type { Parts } from '../parts.ts';
import { bad, type Finding, good } from './doctor.ts';

/** What must be so where real customers buy: no sample is in force, and no text is missing that the law requires. */
export async function examineProduction({ database, clock }: Parts<'database' | 'clock'>): Promise<readonly Finding[]> {
  const today = dateIn('ON', clock());
  const texts = await readDisclosures(database);
  const sold = await listProvincesSoldIn(database);
  return [
    ...examineSamples({ today, texts, tariffs: await readTariffs(database), wordings: await readWordings(database) }),
    examineRequiredTexts(texts, sold, today),
  ];
}

interface InForce {
  readonly today: PlainDate;
  readonly texts: DisclosureTexts | null;
  readonly tariffs: Tariffs;
  readonly wordings: readonly Wording[];
}

/** The samples that come with the service name themselves so. */
const isSample = (version: string | undefined): boolean => /^sample/i.test(version ?? '');

function examineSamples({ today, texts, tariffs, wordings }: InForce): readonly Finding[] {
  const book = bookForQuote(tariffs, { today, effectiveDate: today });
  const found = [
    isSample(book?.version) && bad('sample rate book', `${book!.version} is a sample: load your own prices.`),
    isSample(tariffs.taxTable?.version) &&
      bad('sample tax table', `${tariffs.taxTable!.version} is a sample: load the rates that you answer for.`),
    (isSample(texts?.version) || texts?.texts.some(({ version }) => isSample(version))) &&
      bad(
        'sample texts',
        `The disclosure texts ${texts!.version} are samples: load your own, which a lawyer confirmed.`,
      ),
    wordings.some(({ version }) => isSample(version)) &&
      bad('sample wordings', 'A wording is a sample: load the forms of your insurers in its place.'),
  ].filter((finding) => typeof finding === 'object');
  return found.length > 0 ? found : [good('samples', 'None is in force.')];
}

function examineRequiredTexts(texts: DisclosureTexts | null, sold: readonly ProvinceSoldIn[], day: PlainDate): Finding {
  const missing = sold.flatMap(({ province, methods }) =>
    paymentMethods
      .filter((paymentMethod) => methods.includes(paymentMethod))
      .flatMap((paymentMethod) => {
        // A text for some products only is no text for all.
        const general = (texts?.texts ?? []).filter(({ products }) => products === null);
        const choice = { province, paymentMethod, products: [], isCompany: false, day, firstDebit: null };
        const given = texts === null ? [] : disclosuresFor({ ...texts, texts: general }, choice);
        return missingTexts(given, choice).map((kind) => `${kind} (${province})`);
      }),
  );
  if (missing.length === 0) return good('required texts', 'All are there, in every province where a seller sells.');
  const kinds = [...new Set(missing)].join(', ');
  return bad('required texts', `Missing: ${kinds}. Nothing can be sold there: npx northbind disclosures load`);
}

interface ProvinceSoldIn {
  readonly province: Province;
  readonly methods: readonly string[];
}
