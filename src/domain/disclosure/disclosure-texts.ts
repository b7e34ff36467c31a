import type { PlainDate } from '../calendar.ts';
import * as read from '../data-reader.ts';
import { isNoticeWaived } from '../financing/debit-notice.ts';
import type { Language } from '../language.ts';
import { languages } from '../language.ts';
import { isPaidBy, type PaymentMethod, paymentMethods } from '../payment-method.ts';
import { type Province, provinces } from '../province.ts';
import { isWithin } from '../tariff/rate-book.ts';
import { fieldsIn, loanFields, saleFields } from './fields.ts';
import type { Acknowledgement } from './paper.ts';

/** Who the customer is: a company is no consumer. */
export const customerKinds = ['Person', 'Company'] as const;

/** A part of a text that is given in some provinces, or to persons or companies, only. Null: to all. */
const readClause = read.object(
  {
    provinces: read.optional(read.someOf(provinces)),
    customers: read.optional(read.someOf(customerKinds)),
    body: read.bilingual(20_000),
  },
  ({ provinces: named, customers }, at) => {
    if (named === null && customers === null) at.fault('must name provinces or customers: else it is part of the body');
  },
);

/** One text, with when it is given. Null: whatever it is. */
export type DisclosureText = ReturnType<typeof readText>;
const readText = read.object(
  {
    /** What kind of paper it is, such as `FactSheet`. At most one text of a kind is given with a sale. */
    kind: read.paperKind,
    /** An acknowledgement names this version; one of an older text does not count. */
    version: read.text(),
    title: read.bilingual(),
    body: read.bilingual(20_000),
    /** The clauses follow the body in this order, each where it applies. */
    clauses: read.optional(read.list(readClause, { min: 1, max: 50 }), []),
    /** Whether it must be acknowledged, if the seller is set up so. */
    isRequired: read.yesOrNo,
    provinces: read.optional(read.someOf(provinces)),
    products: read.optional(read.list(read.code, { min: 1 })),
    paymentMethods: read.optional(read.someOf(paymentMethods)),
    /** It stands only where the first debit comes before its ten days of notice are over, so that the customer waives them. */
    isForDebitWaiver: read.optional(read.yesOrNo, false),
    from: read.openDate,
    until: read.openDate,
  },
  (disclosure, at) => {
    read.inOrder('from', 'until')(disclosure, at);
    if (disclosure.kind === 'Offer' && disclosure.isRequired)
      at.child('isRequired').fault('must be no: an Offer is never required');
    const isFinanced = disclosure.paymentMethods?.every((method) => isPaidBy('loan', method)) ?? false;
    if (disclosure.isForDebitWaiver && !isFinanced)
      at.child('isForDebitWaiver').fault('is for debits of a loan: paymentMethods must be PFF alone');
    for (const language of languages) {
      checkFields(disclosure.body[language], isFinanced, at.child('body').child(language));
      for (const [place, { body }] of disclosure.clauses.entries())
        checkFields(body[language], isFinanced, at.child('clauses').child(String(place)).child('body').child(language));
    }
  },
);

/**
 * What customers are given before they agree, in the operator's own words. The file format is described by
 * docs/schemas/disclosure-texts.schema.json.
 */
export type DisclosureTexts = ReturnType<typeof readTexts>;
const readTexts = read.object({
  $schema: read.remark,
  note: read.remark,
  version: read.text(),
  /** The texts are given in this order. */
  texts: read.list(readText, { min: 1, max: 200 }),
});

/** Parses a file of disclosure texts. All faults are reported at once. */
export function parseDisclosureTexts(json: unknown): read.Parse<'texts', DisclosureTexts> {
  const reader = new read.DataReader(json);
  const texts = readTexts(reader);
  return reader.faults.length > 0 ? { ok: false, faults: reader.faults } : { ok: true, texts };
}

function checkFields(body: string, isFinanced: boolean, at: read.DataReader): void {
  for (const field of fieldsIn(body)) {
    if ((saleFields as readonly string[]).includes(field)) continue;
    if (!(loanFields as readonly string[]).includes(field)) at.fault(`{{${field}}} is not a field`);
    else if (!isFinanced) at.fault(`{{${field}}} is a figure of a loan: paymentMethods must be PFF alone`);
  }
}

export interface DisclosedChoice {
  readonly province: Province;
  readonly products: readonly { readonly productType: string }[];
  readonly paymentMethod: PaymentMethod;
  readonly isCompany: boolean;
  readonly day: PlainDate;
  /** The day on which the loan's first installment is debited; null without a loan. */
  readonly firstDebit: PlainDate | null;
}

/**
 * Returns what the customer is given with a sale, in the order of the texts: of each kind the first that fits, with the
 * clauses for the province and the customer in its body.
 */
export function disclosuresFor(
  { texts }: DisclosureTexts,
  { province, products, paymentMethod, isCompany, day, firstDebit }: DisclosedChoice,
): readonly DisclosureText[] {
  const isWaived = firstDebit !== null && isNoticeWaived(firstDebit, day);
  const fitting = texts.filter(
    (text) =>
      (isWaived || !text.isForDebitWaiver) &&
      isWithin(text, day) &&
      (text.provinces?.includes(province) ?? true) &&
      (text.paymentMethods?.includes(paymentMethod) ?? true) &&
      (text.products === null || products.some(({ productType }) => text.products!.includes(productType))),
  );
  return fitting
    .filter(({ kind }, place) => fitting.findIndex((other) => other.kind === kind) === place)
    .map((text) => ({ ...text, body: bodyFor(province, isCompany ? 'Company' : 'Person', text) }));
}

function bodyFor(
  province: Province,
  customer: (typeof customerKinds)[number],
  { body, clauses }: DisclosureText,
): DisclosureText['body'] {
  const own = clauses.filter(
    ({ provinces: inThese, customers: toThese }) =>
      (inThese?.includes(province) ?? true) && (toThese?.includes(customer) ?? true),
  );
  const join = (language: Language) =>
    [body, ...own.map((clause) => clause.body)].map((one) => one[language]).join('\n\n');
  return { en: join('en'), fr: join('fr') };
}

/** What the law of Quebec wants to be given before the contract, in the order of the guide. */
const quebecKinds = ['ProductSummary', 'FactSheet', 'RescissionNotice'] as const;
/** Everyone who borrows is given these, too. */
const loanKinds = ['CreditDisclosure', 'PadAgreement'] as const;

/**
 * Returns the kinds without which no sale may be made in a province, and for which no text is given. Elsewhere than in
 * Quebec it is for the operator to say what is given.
 */
export function missingTexts(
  given: readonly Pick<DisclosureText, 'kind'>[],
  { province, paymentMethod }: Pick<DisclosedChoice, 'province' | 'paymentMethod'>,
): readonly string[] {
  if (province !== 'QC') return [];
  const required = [...quebecKinds, ...(isPaidBy('loan', paymentMethod) ? loanKinds : [])];
  return required.filter((kind) => !given.some((one) => one.kind === kind));
}

/** Returns the kinds that must be acknowledged and are not, or only in an older text. */
export function missingAcknowledgements(
  disclosures: readonly DisclosureText[],
  acknowledged: readonly Pick<Acknowledgement, 'kind' | 'version'>[],
): readonly string[] {
  return disclosures
    .filter(({ isRequired }) => isRequired)
    .filter(({ kind, version }) => !acknowledged.some((one) => one.kind === kind && one.version === version))
    .map(({ kind }) => kind);
}
