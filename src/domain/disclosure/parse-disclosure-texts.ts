import { provinces } from '../address/province.ts';
import { isPaidBy, paymentMethods } from '../payment-method.ts';
import { DataReader, type Fault } from '../rating/data-reader.ts';
import { parseRange } from '../rating/parse-vehicle-rules.ts';
import type { DisclosureText, DisclosureTexts } from './disclosure-texts.ts';
import { fieldsIn, loanFields, saleFields } from './fields.ts';

export type DisclosureTextsParse =
  | { readonly ok: true; readonly texts: DisclosureTexts }
  | { readonly ok: false; readonly faults: readonly Fault[] };

const textsMax = 200;
const bodyMax = 20_000;
const kindPattern = /^[A-Z][A-Za-z0-9]{1,39}$/;

/** Parses a file of disclosure texts. All faults are reported at once. */
export function parseDisclosureTexts(json: unknown): DisclosureTextsParse {
  const reader = new DataReader(json);
  const at = reader.fields(['version', 'texts'], ['$schema', 'note']);
  for (const name of ['$schema', 'note'] as const) if (at(name).isGiven) at(name).text();
  const texts = { version: at('version').text(), texts: at('texts').items({ min: 1, max: textsMax }).map(readText) };
  return reader.faults.length > 0 ? { ok: false, faults: reader.faults } : { ok: true, texts };
}

function readText(reader: DataReader): DisclosureText {
  const at = reader.fields(
    ['kind', 'version', 'title', 'body', 'isRequired'],
    ['provinces', 'products', 'paymentMethods', 'from', 'until'],
  );
  const kind = at('kind').text();
  if (!kindPattern.test(kind))
    at('kind').fault('must be letters and digits that begin with a capital, such as FactSheet');
  const text = {
    kind,
    version: at('version').text(),
    title: at('title').name(),
    body: at('body').name(bodyMax),
    isRequired: at('isRequired').yesOrNo(),
    provinces: at('provinces').isGiven ? at('provinces').someOf(provinces) : null,
    products: at('products').isGiven
      ? at('products')
          .items({ min: 1 })
          .map((item) => item.code())
      : null,
    paymentMethods: at('paymentMethods').isGiven ? at('paymentMethods').someOf(paymentMethods) : null,
    ...parseRange(at('from'), at('until')),
  };
  for (const language of ['en', 'fr'] as const) checkFields(text, language, at('body').child(language));
  return text;
}

function checkFields({ body, paymentMethods: methods }: DisclosureText, language: 'en' | 'fr', at: DataReader): void {
  const isFinanced = methods?.every((method) => isPaidBy('loan', method)) ?? false;
  for (const field of fieldsIn(body[language])) {
    if ((saleFields as readonly string[]).includes(field)) continue;
    if (!(loanFields as readonly string[]).includes(field)) at.fault(`{{${field}}} is not a field`);
    else if (!isFinanced) at.fault(`{{${field}}} is a figure of a loan: paymentMethods must be PFF alone`);
  }
}
