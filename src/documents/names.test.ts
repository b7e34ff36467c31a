import assert from 'node:assert/strict';
import test from 'node:test';
import { lettersIn, type PdfContent, readPdf } from '../../test/kit/invariants/read-pdf.ts';
import { namesByFont, sampleNames } from '../../test/kit/sale/sample-names.ts';
import {
  notCollected,
  quebecSale,
  sampleCancellation,
  sampleCharged,
  sampleFinanced,
  samplePolicy,
  sampleRefund,
} from '../../test/kit/sale/sample-policy.ts';
import type { Policy } from '../domain/policy/policy.ts';
import { sampleIssuer } from './issuer.ts';
import type { PrintRequest } from './print-request.ts';
import { openTypesetter } from './typesetter.ts';

const typesetter = await openTypesetter(sampleIssuer);

test('names of every script stand on every paper as they came, and can be searched there', () => {
  const names = sampleNames.join(' / ');
  const papers = papersOf(names);
  for (const [index, own] of papersOf('/').entries()) assertShows(papers[index]!, names, own);
});

test('a name is set in the font of its script', () => {
  const [own] = papersOf('X');
  for (const [family, names] of Object.entries(namesByFont))
    for (const name of names) {
      const { fontNames } = assertShows(papersOf(name)[0]!, name, own!);
      const font = `+${family.replaceAll(' ', '')}-Regular`;
      assert.ok(
        fontNames.some((one) => one.endsWith(font)),
        `${name}: ${fontNames}`,
      );
    }
});

test('what follows a name from right to left in a sentence stays behind it', () => {
  const disclosure = papersOf('שרה').find(({ kind }) => kind === 'disclosure')!;
  // Drawn from the left: the name’s last letter first.
  assert.match(readPdf(typesetter.print(disclosure)).text.replaceAll(/[^\p{L}\p{N}·]/gu, ''), /הרש·2026Toyota/u);
});

test('a paper has the same bytes whatever names were printed before, and wherever it is printed', async () => {
  const request = papersOf('ਸਿੰਘ שרה สมชาย')[0]!;
  const first = typesetter.print(request);
  for (const name of sampleNames) typesetter.print(papersOf(name)[0]!);
  assert.ok(first.equals(typesetter.print(request)));
  assert.ok(first.equals((await openTypesetter(sampleIssuer)).print(request)));
});

/** Every letter of the name is there, and none that is neither its nor ours. */
function assertShows(request: PrintRequest, name: string, own: PrintRequest): PdfContent {
  const pdf = readPdf(typesetter.print(request));
  const about = `${name} on ${request.kind}: ${pdf.text}`;
  assert.equal(pdf.emptyBoxCount, 0, about);
  const [found, asked] = [lettersIn(pdf.text), lettersIn(name)];
  const ours = lettersIn(readPdf(typesetter.print(own)).text);
  for (const [letter, count] of asked) assert.ok((found.get(letter) ?? 0) >= count, about);
  for (const letter of found.keys()) assert.ok(ours.has(letter) || asked.has(letter) || /\d/.test(letter), about);
  return pdf;
}

/** Of every kind, with the name wherever a person's or a company's can stand. */
function papersOf(name: string): readonly PrintRequest[] {
  const named = <Sold extends Policy>(policy: Sold): Sold => {
    const { applicant, dealer } = policy.inputs;
    const customer = { firstOrCompanyName: name, lastName: name, addressLine1: name, addressLine2: name, city: name };
    return {
      ...policy,
      seller: { ...policy.seller, name },
      inputs: {
        ...policy.inputs,
        applicant: { ...applicant, ...customer },
        dealer: dealer && { ...dealer, name, contact: { ...dealer.contact, name } },
      },
    };
  };
  const policy = named(samplePolicy(quebecSale));
  const [charged, financed] = [named(sampleCharged(quebecSale)), named(sampleFinanced(quebecSale))];
  const cancelled = { kind: 'pro-rata', cancelledOn: '2027-11-15', madeOn: '2026-11-20' } as const;
  const amendment = { number: 1, madeOn: '2026-11-20', replacesOf: '2026-11-15', changed: ['name'] } as const;
  const body = { en: '{{customerName}} {{sellerName}}', fr: '**{{customerName}}** {{sellerName}}' };
  const language = 'fr';
  return [
    { kind: 'declaration', policy, language: 'en' },
    { kind: 'amended-declaration', policy, amendment, language },
    { kind: 'financing-letter', policy: financed, language },
    { kind: 'receipt', policy: charged, language },
    { kind: 'refund-receipt', policy: charged, refund: { ...sampleRefund, payee: 'Customer' }, language },
    {
      kind: 'cancellation',
      policy: charged,
      cancellation: sampleCancellation(charged, { ...cancelled, collected: notCollected }),
      language,
    },
    {
      kind: 'disclosure',
      text: { kind: 'Notice', version: '1', title: { en: 'Notice', fr: 'Avis' }, body },
      sale: {
        sellerName: name,
        dealerName: null,
        cover: [],
        commissionCents: 0,
        customerName: name,
        customerCity: name,
        isCompany: false,
        vehicle: { en: '2026 Toyota', fr: '2026 Toyota' },
        vin: '',
        paymentTermInYears: 1,
        today: '2026-11-15',
        effectiveDate: '2026-11-15',
        expiryDate: '2027-11-15',
        products: [],
        loan: null,
        premiumCents: 0,
        taxCents: 0,
        totalWithTaxCents: 0,
      },
      language,
    },
    {
      kind: 'statement',
      statement: {
        sellerName: name,
        month: '2026-11',
        to: '2026-11-30',
        lines: [],
        isCut: false,
        taxes: [],
        totals: {
          premiumCents: 0,
          taxCents: 0,
          totalCents: 0,
          commissionCents: 0,
          collectedCents: 0,
          balanceCents: 0,
          taxes: [],
        },
      },
      language,
    },
  ] as const satisfies readonly PrintRequest[];
}
