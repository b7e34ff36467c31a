import assert from 'node:assert/strict';
import test from 'node:test';
import { type Issuer, issuerFor, sampleIssuer } from '../../src/documents/issuer.ts';
import type { PrintRequest } from '../../src/documents/print-request.ts';
import { openTypesetter } from '../../src/documents/typesetter.ts';
import type { OwnBrand } from '../../src/domain/brand/brand.ts';
import { readLogo } from '../../src/domain/brand/read-logo.ts';
import type { Language } from '../../src/domain/language.ts';
import type { DocumentKind } from '../../src/domain/policy/policy-view.ts';
import { writeMail } from '../../src/flows/mail/mail-text.ts';
import type { LinkView } from '../../src/flows/unpaid/pay-by-link.ts';
import { type PayAnswer, payPage } from '../../src/flows/unpaid/pay-page.ts';
import { readConfig } from '../../src/main/config.ts';
import { issuerOf } from '../../src/main/issuer.ts';
import { readPdf } from '../kit/invariants/read-pdf.ts';
import { pngLogo, svgLogo } from '../kit/sale/logo.ts';
import { sampleMails } from '../kit/sale/sample-mail.ts';
import {
  quebecSale,
  sampleCancellation,
  sampleCharged,
  sampleDisclosed,
  sampleFinanced,
  samplePolicy,
  sampleRefund,
} from '../kit/sale/sample-policy.ts';
import { productionSettings } from '../kit/service/production.ts';

const own: OwnBrand = {
  name: 'Maple Protection inc.',
  addressLines: ['1 Maple Street', 'Ottawa ON  K1A 0B1'],
  phoneNumber: '613 555-0101',
  emailAddress: 'help@maple.example',
  website: 'www.maple.example',
  logo: readLogo(pngLogo())!,
  colours: { main: '#7a1f3d', accent: '#96305a' },
  closing: { en: 'Maple thanks you.', fr: 'Maple vous remercie.' },
};
const typesetter = await openTypesetter(sampleIssuer);
const languages = ['fr', 'en'] as const;

/** Every kind of document, and a paper that is given before the bind. */
function requestsOf(): readonly PrintRequest[] {
  const policy = samplePolicy(quebecSale);
  const byKind: { readonly [Kind in DocumentKind]: Extract<PrintRequest, { kind: Kind }> } = {
    declaration: { kind: 'declaration', policy, language: languages },
    'amended-declaration': {
      kind: 'amended-declaration',
      policy,
      amendment: { number: 1, madeOn: '2026-12-01', replacesOf: '2026-11-15', changed: ['name'] },
      language: languages,
    },
    'financing-letter': { kind: 'financing-letter', policy: sampleFinanced(quebecSale), language: languages },
    receipt: { kind: 'receipt', policy: sampleCharged(quebecSale), language: languages },
    'refund-receipt': {
      kind: 'refund-receipt',
      policy: sampleCharged(quebecSale),
      refund: sampleRefund,
      language: languages,
    },
    cancellation: {
      kind: 'cancellation',
      policy,
      cancellation: sampleCancellation(policy, {
        kind: 'pro-rata',
        cancelledOn: '2027-11-15',
        madeOn: '2026-12-01',
        collected: { by: 'seller' },
      }),
      language: languages,
    },
  };
  return [
    ...Object.values(byKind),
    {
      kind: 'disclosure',
      text: {
        kind: 'FactSheet',
        version: '1',
        title: { en: 'Fact sheet', fr: 'Fiche' },
        body: { en: '{{issuerName}} {{issuerEmail}} {{issuerAddress}}', fr: '{{issuerName}} {{issuerPhone}}' },
      },
      sale: sampleDisclosed({ sellerName: policy.seller.name }),
      language: languages,
    },
  ];
}

test('an integration’s documents name its brand, and nothing of the operator’s', () => {
  for (const request of requestsOf()) {
    const pdf = readPdf(typesetter.print(request, own));
    assert.match(pdf.text, /Maple Protection inc\./, request.kind);
    assert.doesNotMatch(pdf.text + pdf.raw, /northbind/i, request.kind);
    assert.match(pdf.raw, /\/Subtype \/Image/, request.kind);
    if (request.kind !== 'disclosure') assert.match(pdf.text, /Maple thanks you\./, request.kind);
  }
});

test('a document is the operator’s again after one of an integration, byte for byte', () => {
  const [request] = requestsOf();
  const before = typesetter.print(request!);
  typesetter.print(request!, { ...own, logo: readLogo(svgLogo)! });
  typesetter.print(request!, { name: 'Maple' });
  assert.ok(before.equals(typesetter.print(request!)));
});

const issuers: Readonly<Record<string, Issuer>> = {
  'an integration’s brand': issuerFor(sampleIssuer, own),
  'the operator’s in production': issuerOf(
    readConfig({ ...productionSettings, DATABASE_URL: 'postgres://127.0.0.1/none' }),
  ),
};

for (const [whose, issuer] of Object.entries(issuers)) {
  test(`every mail names the issuer, the seller, the amount and the address: ${whose}`, () => {
    for (const [kind, asked] of Object.entries(sampleMails)) {
      const policy = samplePolicy({ ...quebecSale, seller: { name: 'Garage <b>Laval</b>', province: 'QC' } });
      const mail = writeMail(
        { ...asked, link: 'https://pay.example/pay/x', filenames: ['NB-1234567-paper.pdf'] },
        policy,
        issuer,
      );
      for (const said of [mail.text, plainText(mail.html)]) {
        const text = said.replaceAll('\u00a0', ' ').replaceAll('\u200c', '');
        for (const expected of [
          issuer.name,
          issuer.phoneNumber,
          issuer.emailAddress,
          issuer.addressLines.join(', '),
          'NB-1234567',
          '2026 Toyota RAV4',
          'Garage <b>Laval</b>',
          'NB-1234567-paper.pdf',
          '$1,919.96',
          '1 919,96 $',
          'Marie-Ève Bélanger-Côté',
        ])
          assert.ok(text.includes(expected), `${kind}: ${expected} in ${text}`);
        assert.doesNotMatch(said, /northbind/i, kind);
      }
      assert.doesNotMatch(mail.html, /<b>|northbind|https?:(?!\/\/pay\.example)|@import|url\(/i, kind);
    }
  });
}

test('a name is only ever text in a mail, wherever it stands', () => {
  const evil = '<img src=x onerror=alert(1)>"\'&\r\nBcc: thief@evil.example';
  const policy = samplePolicy({
    seller: { name: evil, province: 'ON' },
    inputs: {
      ...samplePolicy().inputs,
      applicant: { ...samplePolicy().inputs.applicant, firstOrCompanyName: evil },
      vehicle: { ...samplePolicy().inputs.vehicle, model: evil },
    },
  });
  const mail = writeMail(
    { kind: 'policy', facts: null, link: null, filenames: [evil] },
    policy,
    issuerFor(sampleIssuer, { ...own, name: evil }),
  );
  assert.doesNotMatch(mail.html, /<img src=x|onerror=alert\(1\)>/);
  assert.doesNotMatch(mail.subject, /[\r\n]|evil/);
});

test('English is left out in Quebec where a brand does not offer it, unless the customer asked for it', () => {
  const issuer = issuerFor(sampleIssuer, { ...own, languages: ['fr'] });
  const subject = (language?: Language): string =>
    writeMail(
      { kind: 'policy', facts: null, link: null, filenames: [] },
      samplePolicy({ ...quebecSale, inputs: { ...quebecSale.inputs!, ...(language && { language }) } }),
      issuer,
    ).subject;
  assert.equal(subject(), 'Votre police NB-1234567');
  assert.equal(subject('en'), 'Votre police NB-1234567 / Your policy NB-1234567');
});

test('the payment page shows the brand in every state, and nothing of the operator’s', () => {
  const brand = issuerFor(sampleIssuer, own);
  const view: Omit<LinkView, 'state'> = {
    policyNumber: 'NB-1',
    vehicle: 'CR-V',
    amount: '$1',
    isUnpaidByRefusal: true,
    lastDigits: '4242',
    chargeDay: null,
    wasRefused: false,
    language: 'en',
    brand: own,
  };
  const parts = {
    brand,
    secret: 's',
    root: '',
    language: null,
    texts: null,
    checkout: { checkoutJsUrl: 'https://processor.example/x.js', checkoutGlobal: 'x', environment: 'qa' },
  };
  const answers: readonly PayAnswer[] = [
    { kind: 'unknown' },
    { kind: 'busy' },
    { kind: 'unreachable' },
    { kind: 'opened', view: { ...view, state: 'open' }, ticket: 't' },
    { kind: 'unread', view: { ...view, state: 'open' }, ticket: 't' },
    ...(['open', 'running', 'scheduled', 'paid', 'cancelled', 'over', 'expired', 'used up'] as const).map(
      (state) => ({ kind: 'closed', view: { ...view, state } }) as const,
    ),
  ];
  for (const answer of answers) {
    const { html, styleHash } = payPage(answer, parts);
    assert.match(html, /Maple Protection inc\./);
    assert.match(html, /--act:#96305a/);
    assert.match(html, /<img src="data:image\/png;base64,/);
    assert.match(styleHash, /^sha256-/);
    assert.doesNotMatch(html, /northbind/i);
  }
  assert.doesNotMatch(
    payPage({ kind: 'busy' }, { ...parts, brand: { ...brand, languages: ['en'] } }).html,
    /lang="fr"/,
  );
});

function plainText(html: string): string {
  return html
    .replaceAll(/<(style|title)>[\s\S]*?<\/\1>|<[^>]*>/g, ' ')
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));
}
