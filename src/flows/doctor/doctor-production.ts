import { dateIn, type PlainDate } from '../../domain/calendar.ts';
import { type DisclosureTexts, disclosuresFor, missingTexts } from '../../domain/disclosure/disclosure-texts.ts';
import type { Wording } from '../../domain/document/wording.ts';
import { paymentMethods } from '../../domain/payment-method.ts';
import type { Province } from '../../domain/province.ts';
import type { Samples } from '../../domain/samples.ts';
import { bookForQuote } from '../../domain/tariff/book-for-quote.ts';
import type { TaxTable } from '../../domain/tax/tax-table.ts';
import type { Database } from '../../store/database.ts';
import { findQuebecSellersWithoutAcknowledgements, listProvincesSoldIn } from '../../store/doctor/database-facts.ts';
import { readWordings } from '../../store/document/wording.ts';
import { readDisclosures } from '../../store/reference/disclosures.ts';
import { readTariffs, type Tariffs } from '../../store/reference/tariffs.ts';
import { readTaxConfirmation } from '../../store/tax/confirm-tax-table.ts';
import type { Parts } from '../parts.ts';
import { bad, type Finding, good, namedMax, nameSome } from './doctor.ts';

export type ProductionParts = Parts<'database' | 'clock'> & { readonly samples: Samples };

/** What must be so where real customers buy: no sample is in force, and no text is missing that the law requires. */
export async function examineProduction({ database, clock, samples }: ProductionParts): Promise<readonly Finding[]> {
  const today = dateIn('ON', clock());
  const texts = await readDisclosures(database);
  const sold = await listProvincesSoldIn(database);
  const tariffs = await readTariffs(database);
  return [
    ...examineSamples(samples, { today, texts, tariffs, wordings: await readWordings(database) }),
    ...(tariffs.taxTable === null ? [] : [examineTax(tariffs.taxTable, await readTaxConfirmation(database))]),
    examineRequiredTexts(texts, sold, today),
    await examineQuebec(database),
  ];
}

interface InForce {
  readonly today: PlainDate;
  readonly texts: DisclosureTexts | null;
  readonly tariffs: Tariffs;
  readonly wordings: readonly Wording[];
}

/** A sample is known by what it holds. Nothing is sold by it, so partners would learn of it first. */
function examineSamples(samples: Samples, { today, texts, tariffs, wordings }: InForce): readonly Finding[] {
  const book = bookForQuote(tariffs, { today, effectiveDate: today });
  const products = book === null ? [] : samples.productsOf(book);
  const kinds = (texts?.texts ?? []).filter(samples.isText).map(({ kind }) => kind);
  const forms = wordings.filter(samples.isWording).map(({ form }) => form);
  const found = [
    products.length > 0 &&
      bad(
        'sample premiums',
        `${book!.version} has the sample's premiums for ${names(products)}: nothing is sold until you load your own.`,
      ),
    kinds.length > 0 &&
      bad(
        'sample texts',
        `${texts!.version} has the sample's words in ${names(kinds)}: nothing is sold with them. Load your own, which a lawyer confirmed.`,
      ),
    forms.length > 0 &&
      bad(
        'sample wordings',
        `The wordings ${names(forms)} are samples: nothing is sold on them. Load the forms of your insurers in their place.`,
      ),
  ].filter((finding) => typeof finding === 'object');
  return found.length > 0 ? found : [good('samples', 'None is in force.')];
}

const names = (all: readonly string[]): string => [...new Set(all)].join(', ');

/** The samples' rates are the law's as we know it, so they may stay, once somebody answers for them. */
function examineTax({ version }: TaxTable, confirmedAt: Date | null): Finding {
  if (confirmedAt !== null)
    return good('tax rates', `Those of ${version} were confirmed on ${dateIn('ON', confirmedAt)}.`);
  return bad(
    'tax rates',
    `Nobody has confirmed those of ${version}. Compare them with the law, then: npx northbind taxtable confirm ${version}`,
  );
}

/** The law wants papers to be given there before the contract; without acknowledgements nothing proves that they were. */
async function examineQuebec(database: Database): Promise<Finding> {
  const usernames = await findQuebecSellersWithoutAcknowledgements(database, { countMax: namedMax + 1 });
  if (usernames.length === 0) return good('Quebec sellers', 'All require acknowledgements, or there are none.');
  return bad(
    'Quebec sellers',
    `${nameSome(usernames)} need no acknowledgements of the papers: npx northbind seller update --acknowledgements`,
  );
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
