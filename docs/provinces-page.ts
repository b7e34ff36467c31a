import { en, fr } from '../console/src/words/dictionary.ts';
import { formats } from '../src/documents/formats.ts';
import type { PlainDate } from '../src/domain/calendar.ts';
import { disclosuresFor, parseDisclosureTexts } from '../src/domain/disclosure/disclosure-texts.ts';
import { customerLanguages } from '../src/domain/document/customer-languages.ts';
import type { Language } from '../src/domain/language.ts';
import { isPaidBy, paymentMethods } from '../src/domain/payment-method.ts';
import { type Province, provinces } from '../src/domain/province.ts';
import { parseRateBook } from '../src/domain/tariff/parse-rate-book.ts';
import { isOffered, type Product, taxClassOf } from '../src/domain/tariff/rate-book.ts';
import { parseTaxTable } from '../src/domain/tax/parse-tax-table.ts';
import { type TaxClass, type TaxRate, taxClasses } from '../src/domain/tax/tax-table.ts';
import disclosureData from '../src/sandbox/data/disclosure-texts.json' with { type: 'json' };
import rateBookData from '../src/sandbox/data/rate-book.json' with { type: 'json' };
import taxTableData from '../src/sandbox/data/tax-table.json' with { type: 'json' };

const book = parseRateBook(rateBookData);
const taxes = parseTaxTable(taxTableData);
const disclosures = parseDisclosureTexts(disclosureData);
if (!book.ok || !taxes.ok || !disclosures.ok) throw new Error('The sample data has faults.');
const { table } = taxes;
const { texts } = disclosures;

/** The page's day; changes of a rate after it are shown with their dates. */
const day: PlainDate = '2026-11-15';

const products: readonly Product[] = Object.values(book.book.offers)
  .flatMap((offers) => Object.values(offers))
  .flatMap((offer) => offer?.products ?? [])
  .filter((product, place, all) => all.findIndex(({ code }) => code === product.code) === place);

/** Fills the tables of docs/guide/provinces.md, or of its French page, with what the sample data says. */
export function fillTables(page: string, language: Language): string {
  const made: Readonly<Record<string, string>> = { taxes: taxTable(language), papers: papersTable(language) };
  return page.replaceAll(
    /(<!-- (\w+), generated -->\n)[\s\S]*?(<!-- end -->)/g,
    (_, begin: string, name: string, end: string) => `${begin}\n${made[name]}\n\n${end}`,
  );
}

/** One row per province and tax class, with the products that are in it there. */
function taxTable(language: Language): string {
  const words = wordsOf[language];
  const rows = provinces.flatMap((province) =>
    taxClasses.flatMap((taxClass) => {
      const inClass = products.filter(
        (product) => isOffered(product, province, day) && taxClassOf(product, province, day) === taxClass,
      );
      if (inClass.length === 0) return [];
      const codes = inClass.map(({ code }) => `\`${code}\``).join(', ');
      return [[words.provinces[province], words.classes[taxClass], codes, taxText(province, taxClass, language)]];
    }),
  );
  return markdownTable(words.taxColumns, rows);
}

function taxText(province: Province, taxClass: TaxClass, language: Language): string {
  const { until, from, none } = wordsOf[language];
  const { date } = formats[language];
  const rows = table.rates[province][taxClass].filter((row) => row.until === null || row.until >= day);
  const parts = (row: TaxRate) =>
    row.components.map((one) => `${one.name[language]} ${percent(one.partsPerMillion, language)}`).join(' + ') || none;
  return rows
    .map((row) => {
      const isLater = row.from > day;
      const dates = isLater ? ` ${from} ${date(row.from)}` : row.until === null ? '' : ` ${until} ${date(row.until)}`;
      return `${parts(row)}${dates}`;
    })
    .join('; ');
}

function percent(partsPerMillion: number, language: Language): string {
  const text = String(partsPerMillion / 10_000);
  return language === 'fr' ? `${text.replace('.', ',')}\u00a0%` : `${text}%`;
}

/** What a customer is given before agreeing, and in which language; of a province with the same all on one row. */
function papersTable(language: Language): string {
  const words = wordsOf[language];
  const facts = provinces.map((province) => {
    const given = (isFinanced: boolean) => papersOf(province, isFinanced);
    const always = given(false);
    const columns = [
      always,
      given(true).filter((paper) => !always.includes(paper)),
      customerLanguages({ seller: { province }, inputs: { language: null } }),
      customerLanguages({ seller: { province }, inputs: { language: 'en' } }),
      customerLanguages({ seller: { province }, inputs: { language: 'fr' } }),
    ].map((parts) => parts.join(', '));
    return { name: words.provinces[province], columns };
  });
  const alike = Map.groupBy(facts, ({ columns }) => columns.join('|'));
  const rows = [...alike.values()].map((same) => [same.map(({ name }) => name).join(', '), ...same[0]!.columns]);
  return markdownTable(words.paperColumns, rows);
}

/** The kinds, in order; a required one in bold, one for some products only in italics. None depends on how a card pays. */
function papersOf(province: Province, isFinanced: boolean): readonly string[] {
  const [papers, ...others] = paymentMethods
    .filter((method) => isPaidBy('loan', method) === isFinanced)
    .map((paymentMethod) => {
      const given = products.map((product) =>
        disclosuresFor(texts, {
          province,
          products: [{ productType: product.code }],
          paymentMethod,
          isCompany: false,
          day,
          firstDebit: null,
        }),
      );
      const kinds = [...new Map(given.flat().map((text) => [text.kind, text])).values()];
      const named = ({ kind, isRequired }: (typeof kinds)[number]) => (isRequired ? `**${kind}**` : kind);
      const isForAll = (kind: string) => given.every((list) => list.some((text) => text.kind === kind));
      return kinds.map((text) => (isForAll(text.kind) ? named(text) : `*${named(text)}*`));
    });
  if (others.some((other) => other.join() !== papers!.join()))
    throw new Error('The papers depend on the method: the table needs a column for it.');
  return papers!;
}

function markdownTable(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(columns), `|${columns.map(() => '---|').join('')}`, ...rows.map(line)].join('\n');
}

interface Words {
  readonly taxColumns: readonly string[];
  readonly paperColumns: readonly string[];
  readonly classes: Readonly<Record<TaxClass, string>>;
  readonly none: string;
  readonly until: string;
  readonly from: string;
  readonly provinces: Readonly<Record<Province, string>>;
}

const wordsOf: Readonly<Record<Language, Words>> = {
  en: {
    taxColumns: ['Province', 'Class', 'Products', 'Tax'],
    paperColumns: ['Province', 'With every sale', 'With `PFF` also', 'No language told', 'Customer reads `en`', '`fr`'],
    classes: {
      automobileInsurance: 'automobile insurance',
      otherInsurance: 'other insurance',
      taxableContract: 'taxable contract',
    },
    none: 'none',
    until: 'until',
    from: 'from',
    provinces: en.onboard.sellers.provinceNames,
  },
  fr: {
    taxColumns: ['Province', 'Catégorie', 'Produits', 'Taxe'],
    paperColumns: [
      'Province',
      'À chaque vente',
      'De plus avec `PFF`',
      'Langue non indiquée',
      'Le client lit `en`',
      '`fr`',
    ],
    classes: {
      automobileInsurance: 'assurance automobile',
      otherInsurance: 'autre assurance',
      taxableContract: 'contrat taxable',
    },
    none: 'aucune',
    until: 'jusqu’au',
    from: 'à compter du',
    provinces: fr.onboard.sellers.provinceNames,
  },
};
