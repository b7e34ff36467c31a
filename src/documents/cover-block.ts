import type { Policy } from '../domain/policy/policy.ts';
import type { BilingualName } from '../domain/quote/vocabulary.ts';
import type { Cover } from '../domain/tariff/cover.ts';
import type { NamedAmount } from '../domain/tariff/rate-book.ts';
import type { DocumentContext } from './document-context.ts';
import type { Block, TextItem } from './sheet.ts';

/**
 * Who stands behind each product, what it pays at most and what the customer bears; nothing if the rate book said
 * none.
 */
export function coverBlock({ cover, products }: Policy, context: DocumentContext): readonly Block[] {
  const { words, language } = context;
  const nameOf = ({ product }: Cover): string =>
    products.find(({ productType }) => productType === product)!.productName[language];
  const insurers = partiesOf(cover.filter(isInsurance), nameOf, context);
  const providers = partiesOf(cover.filter(isWarranty), nameOf, context);
  const items: readonly TextItem[] = [
    ...(insurers === '' ? [] : [{ lead: words.insurerLead, text: insurers }]),
    ...(providers === '' ? [] : [{ lead: words.providerLead, text: providers }]),
    // The product's name is not in bold: it is the operator's, and only our own words have a bold font.
    ...cover.flatMap((one) => {
      const amounts = amountsOf(one, context);
      return amounts === '' ? [] : [{ lead: '', text: `${words.priced(nameOf(one), amounts)}.` }];
    }),
  ];
  const title = providers === '' ? words.cover : words.coverWithProvider;
  return items.length === 0 ? [] : [{ kind: 'text', title, items, isClose: true }];
}

/** Says in one sentence for each who insures what, and who provides the warranties. A dash where nobody is named. */
export function partiesText(sold: SoldCover, context: DocumentContext): string {
  const insurers = partiesOf(sold.cover.filter(isInsurance), soldName(sold, context), context);
  const providers = partiesOf(sold.cover.filter(isWarranty), soldName(sold, context), context);
  const providersNamed = providers === '' ? '' : `${context.words.providerLead} ${providers}`;
  return [insurers, providersNamed].filter((part) => part !== '').join(' ') || '—';
}

/** Says in one sentence for each who provides which warranty. A dash where there is none. */
export function providersText(sold: SoldCover, context: DocumentContext): string {
  return partiesOf(sold.cover.filter(isWarranty), soldName(sold, context), context) || '—';
}

function soldName({ products }: SoldCover, { language }: DocumentContext): (one: Cover) => string {
  return ({ product }) => products.find(({ productType }) => productType === product)?.productName[language] ?? product;
}

interface SoldCover {
  readonly cover: readonly Cover[];
  readonly products: readonly { readonly productType?: string; readonly productName: BilingualName }[];
}

/** The price of insurance alone is a premium. */
export function priceWord({ cover }: Policy, { words }: DocumentContext): string {
  return cover.some(isWarranty) ? words.price : words.premium;
}

function isWarranty(cover: Cover): boolean {
  return cover.isWarranty ?? false;
}

function isInsurance(cover: Cover): boolean {
  return !isWarranty(cover);
}

/** Names each party once, with its products. */
function partiesOf(cover: readonly Cover[], nameOf: (one: Cover) => string, { words }: DocumentContext): string {
  const known = cover.filter(({ insurer }) => insurer !== null);
  const text = [...Map.groupBy(known, ({ insurer }) => JSON.stringify(insurer)).values()]
    .map((same) => words.insuredBy(words.join(same.map(nameOf)), same[0]!.insurer!))
    .join('; ');
  return text === '' || text.endsWith('.') ? text : `${text}.`;
}

function amountsOf({ limits, deductibles }: Cover, { words, formats, language }: DocumentContext): string {
  const listed = (amounts: readonly NamedAmount[]): string =>
    amounts
      .map(({ name, amountCents }) => (amountCents === null ? '' : `${formats.money(amountCents)} `) + name[language])
      .join(', ');
  return [
    ...(limits.length === 0 ? [] : [words.limits(listed(limits))]),
    ...(deductibles.length === 0 ? [] : [words.deductibles(listed(deductibles))]),
  ].join('; ');
}
