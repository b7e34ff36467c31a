import type { Language } from '../domain/language.ts';
import { vehicleName } from '../domain/vehicle/vehicle.ts';
import type { Issuer } from './issuer.ts';
import { nameOf } from './parties.ts';
import type { PrintRequest } from './print-request.ts';
import type { Block, Sheet } from './sheet.ts';

/** Stands on either side of a name in prose. A customer who types it changes no more than where a line may break. */
export const nameMark = '\u0001';

/** The names of persons, companies, products and vehicles that a document's prose may mention. */
export function namesIn(request: PrintRequest, { name, lender }: Issuer, language: Language): readonly string[] {
  const issuers = [name, lender.name];
  switch (request.kind) {
    case 'statement':
      return issuers;
    case 'disclosure': {
      const { sellerName, customerName, dealerName, cover, products, vehicle } = request.sale;
      const productNames = products.map(({ productName }) => productName[language]);
      return [
        ...issuers,
        sellerName,
        customerName,
        ...productNames,
        ...[dealerName, ...cover.flatMap(({ insurer }) => [insurer?.name, insurer?.underwriter])].filter(
          (one) => typeof one === 'string',
        ),
        vehicle[language],
      ];
    }
    default: {
      const { inputs, seller, products, cover } = request.policy;
      return [
        ...issuers,
        seller.name,
        nameOf(inputs.applicant),
        vehicleName(inputs.vehicle, language),
        inputs.dealer?.name,
        inputs.lienHolder?.name,
        ...products.map(({ productName }) => productName[language]),
        ...cover.flatMap(({ insurer }) => [insurer?.name, insurer?.underwriter]),
      ].filter((one) => typeof one === 'string');
    }
  }
}

/**
 * French prose is hyphenated; names, and the months of dates, are not. A figure stays with what it counts. In either
 * language no line ends inside the number of a form or a loan, or inside the address of a mail or a site, and a name
 * that runs from right to left is marked, so that what follows it does not run on with it.
 */
export function markNames({ names, ...sheet }: Sheet): Omit<Sheet, 'names'> {
  const isFrench = sheet.language === 'fr';
  const long = isFrench ? [...names, ...months].filter((name) => name.length >= hyphenatedLengthMin) : [];
  const turned = names.filter((name) => runsLeft.test(name));
  const any = new RegExp(
    [
      ...[...turned, ...long].toSorted((one, other) => other.length - one.length).map(RegExp.escape),
      numberPattern,
      addressPattern,
    ].join('|'),
    'gu',
  );
  const marked = (text: string): string => {
    const whole = text.replaceAll(any, `${nameMark}$&${nameMark}`);
    return isFrench ? whole.replaceAll(/(?<=\d) (?=\p{Ll})/gu, '\u00a0') : whole;
  };
  const subtitle = turned.length === 0 ? sheet.subtitle : marked(sheet.subtitle);
  return { ...sheet, subtitle, blocks: sheet.blocks.map((block) => markBlock(block, marked)) };
}

/** Whether letters of the text are written from right to left. */
export const runsLeft = /[\p{Script=Hebrew}\p{Script=Arabic}]/u;

/** Such as NB-REP-ON: after a hyphen before a letter a line may end. */
const numberPattern = '(?<![\\p{L}\\d-])[A-Z][A-Z\\d]*(?:-[A-Z\\d]+)+(?![\\p{L}\\d-])';

/** An e-mail address or that of a site: after its dots a line may end. One that is as long as a line is left as it is. */
const addressPattern =
  '(?<![\\w.@+-])(?:[\\w+-][\\w.+-]{0,29}@|www\\.)[\\w-]{1,20}(?:\\.[\\w-]{1,20}){1,2}(?![\\w@-]|\\.\\w)';

const address = new RegExp(`^${addressPattern}$`, 'u');

export function isAddress(name: string): boolean {
  return address.test(name);
}

function markBlock(block: Block, marked: (text: string) => string): Block {
  switch (block.kind) {
    case 'text':
      return { ...block, items: block.items.map((item) => ({ ...item, text: marked(item.text) })) };
    case 'letter':
      return { ...block, paragraphs: block.paragraphs.map(marked) };
    case 'figures':
    case 'facts':
    case 'prices':
      return block;
  }
}

const months = ['janvier', 'février', 'juillet', 'septembre', 'octobre', 'novembre', 'décembre'];

/** French leaves two letters before a hyphen and three after it. */
const hyphenatedLengthMin = 5;
