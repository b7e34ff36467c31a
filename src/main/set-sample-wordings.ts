import { writeFileSync } from 'node:fs';
import { sampleIssuer } from '../documents/issuer.ts';
import type { DisclosedSale } from '../documents/print-request.ts';
import { openTypesetter } from '../documents/typesetter.ts';
import { languages } from '../domain/language.ts';
import samples from '../sandbox/data/wordings.json' with { type: 'json' };

/** Sets the sandbox's sample wordings as PDFs: `npm run generate:wordings`. They are committed. */
const typesetter = await openTypesetter(sampleIssuer);
for (const { file, form, title, body } of samples.texts) {
  for (const language of languages) {
    const text = { kind: 'Wording', version: samples.version, title, body };
    const bytes = typesetter.print({ kind: 'disclosure', text, sale: noSale(form[language]), language });
    writeFileSync(new URL(`../sandbox/data/wordings/${file}-${language}.pdf`, import.meta.url), bytes);
  }
}

/** A wording is of no sale. Below its title stand its form and that it is a sample. */
function noSale(form: string): DisclosedSale {
  const day = samples.from;
  return {
    sellerName: '',
    customerName: form,
    customerCity: '',
    isCompany: false,
    dealerName: null,
    cover: [],
    commissionCents: 0,
    vehicle: { en: 'SAMPLE', fr: 'EXEMPLE' },
    vin: '',
    today: day,
    effectiveDate: day,
    expiryDate: day,
    paymentTermInYears: 1,
    products: [],
    premiumCents: 0,
    taxCents: 0,
    totalWithTaxCents: 0,
    loan: null,
  };
}
