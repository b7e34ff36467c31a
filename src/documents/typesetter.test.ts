import assert from 'node:assert/strict';
import test from 'node:test';
import { readPdf } from '../../test/kit/invariants/read-pdf.ts';
import {
  fullSale,
  notCollected,
  quebecSale,
  sampleCancellation,
  sampleCharged,
  sampleDisclosed,
  sampleFinanced,
  samplePayments,
  samplePolicy,
  sampleRefund,
} from '../../test/kit/sale/sample-policy.ts';
import type { Policy } from '../domain/policy/policy.ts';
import type { Collected } from '../domain/refund/collected.ts';
import { compose } from './compose.ts';
import { sampleIssuer } from './issuer.ts';
import type { DocumentLanguages, PrintRequest } from './print-request.ts';
import { openTypesetter } from './typesetter.ts';

const typesetter = await openTypesetter(sampleIssuer);
const chargeCents = sampleCharged().totalWithTaxCents;
const languages: readonly DocumentLanguages[] = ['en', 'fr', ['fr', 'en']];

test('every document is printed in every language, for every way to pay, and every figure of it can be searched', () => {
  for (const language of languages) {
    for (const sale of [{}, quebecSale]) {
      const requests: readonly PrintRequest[] = [
        ...samplePayments.map((payment) => declaration(samplePolicy({ ...sale, payment }), language)),
        { kind: 'financing-letter', policy: sampleFinanced(sale), language },
        { kind: 'receipt', policy: sampleCharged(sale), language },
        { kind: 'refund-receipt', policy: sampleCharged(sale), refund: sampleRefund, language },
        {
          kind: 'refund-receipt',
          policy: sampleCharged(sale),
          refund: { ...sampleRefund, payee: 'Customer' },
          language,
        },
        notice(sampleCharged(sale), { ...notCollected, by: 'card to come', on: '2026-12-01', chargeCents }, language),
        notice(sampleCharged(sale), { ...notCollected, by: 'unknown', chargeCents }, language),
        notice(sampleCharged(sale), notCollected, language),
        notice(sampleFinanced(sale), partlyRepaid, language),
      ];
      for (const request of requests) {
        const pdf = readPdf(typesetter.print(request));
        const found = squeeze(pdf.text);
        for (const text of textsOf(compose(request, sampleIssuer).sheets))
          assert.ok(found.includes(squeeze(text)), `${request.kind} ${language}: ${text}`);
        assert.equal(pdf.emptyBoxCount, 0);
      }
    }
  }
});

/** With a loan that is partly repaid, lender, seller and operator all give something back. */
const partlyRepaid: Collected = { by: 'lender', owedCents: 40_000, byLenderCents: 0, downPaymentCents: 20_000 };

test('the longest cancellation notice fits one page in each language', () => {
  for (const language of ['en', 'fr'] as const)
    assert.equal(readPdf(typesetter.print(notice(sampleFinanced(quebecSale), partlyRepaid, language))).pageCount, 1);
});

test('a declaration with all there is fits one page in each language', () => {
  for (const language of ['en', 'fr'] as const)
    assert.equal(readPdf(typesetter.print(declaration(sampleFinanced(quebecSale), language))).pageCount, 1);
});

test('a declaration of every product with its cover fits one page in each language, however it was paid', () => {
  for (const language of ['en', 'fr'] as const)
    for (const policy of [samplePolicy(fullSale()), sampleCharged(fullSale())])
      assert.equal(readPdf(typesetter.print(declaration(policy, language))).pageCount, 1, language);
});

test('payment and sale stay on the first page where they have room, and the wording alone takes the second', () => {
  const { text, pageCount } = readPdf(typesetter.print(declaration(sampleFinanced(fullSale()), 'fr')));
  assert.equal(pageCount, 2);
  const places = ['Numéro de prêt', 'Créancier garanti', 'Page 1 de 2', 'Libellé de la police'].map((one) =>
    text.indexOf(one),
  );
  assert.ok(!places.includes(-1), String(places));
  assert.deepEqual(
    places,
    places.toSorted((one, other) => one - other),
  );
});

test('a declaration that needs a second page takes payment, sale and wording there together', () => {
  const amendment = {
    number: 1,
    madeOn: '2026-11-20',
    replacesOf: '2026-11-15',
    changed: ['name', 'address', 'phone', 'email', 'vin', 'lienHolder'],
  } as const;
  const policy = sampleFinanced(fullSale());
  const { inputs } = quebecSale;
  const request = { kind: 'amended-declaration', policy: { ...policy, inputs: inputs! }, amendment } as const;
  const pdf = readPdf(typesetter.print({ ...request, language: 'fr' }));
  assert.equal(pdf.pageCount, 2);
  const text = pdf.text.replaceAll(/\s+/g, ' ');
  const places = ['Page 1 de 2', 'Numéro de prêt', 'Ce qui a été corrigé', 'Pour nous joindre'].map((one) =>
    text.indexOf(one),
  );
  assert.ok(!places.includes(-1), String(places));
  assert.deepEqual(
    places,
    places.toSorted((one, other) => one - other),
  );
});

test('pages are numbered through all parts of a document', () => {
  const { text } = readPdf(typesetter.print(declaration(sampleFinanced(quebecSale), ['fr', 'en'])));
  assert.match(text, /Page 1 de 2/);
  assert.match(text, /Page 2 of 2/);
  assert.ok(text.indexOf('Conditions particulières') < text.indexOf('Policy declarations'));
});

test('the PDF says its title, language, date and standard', () => {
  const en = readPdf(typesetter.print(declaration(samplePolicy(), 'en'))).raw;
  assert.match(en, /\/Lang \(en-CA\)/);
  assert.match(en, /\/Title \(Policy declarations NB-1234567\)/);
  assert.match(en, /D:20261115/);
  assert.match(en, /<pdfaid:part>2<\/pdfaid:part>/);
  assert.match(en, /<pdfaid:conformance>A<\/pdfaid:conformance>/);
  for (const tag of ['H1', 'H2', 'L', 'Table', 'TH', 'TD', 'P', 'Figure']) assert.ok(en.includes(`/S /${tag}\n`), tag);
  const fr = readPdf(typesetter.print(declaration(samplePolicy(quebecSale), ['fr', 'en']))).raw;
  assert.match(fr, /\/Lang \(fr-CA\)/);
  assert.match(fr, /Conditions particulières NB-1234567/);
});

test('fonts are embedded, and only the letters that are used', () => {
  const pdf = typesetter.print(declaration(named('王小明'), 'en'));
  const { fontNames, raw } = readPdf(pdf);
  assert.deepEqual(fontNames.map((name) => name.replace(/^[A-Z]{6}\+/, '')).toSorted(), [
    'NotoSans-Bold',
    'NotoSans-Regular',
    'NotoSansSC-Regular',
  ]);
  assert.ok(fontNames.every((name) => /^[A-Z]{6}\+/.test(name)));
  assert.equal(raw.match(/\/FontFile[23] /g)?.length, 3);
  assert.ok(pdf.length < 60_000, `${pdf.length} bytes; the Chinese font alone has 10 million`);
});

test('the same document has the same bytes, whatever was printed before', async () => {
  const request = declaration(sampleFinanced(quebecSale), ['fr', 'en']);
  const first = typesetter.print(request);
  typesetter.print(declaration(named('김민준'), 'fr'));
  assert.ok(first.equals(typesetter.print(request)));
  assert.ok(first.equals((await openTypesetter(sampleIssuer)).print(request)));
});

test('many documents need no more memory than some, and change no bytes', () => {
  const request = declaration(samplePolicy(), 'en');
  const first = typesetter.print(request);
  const printSome = () => {
    for (let turn = 0; turn < 70; turn++)
      typesetter.print(declaration(samplePolicy({ policyNumber: `NB-${1_000_000 + turn}` }), 'en'));
    return typesetter.memoryBytes();
  };
  const memoryBytes = printSome();
  assert.equal(printSome(), memoryBytes);
  assert.ok(first.equals(typesetter.print(request)));
});

test('a name is data: nothing in it is read as markup or code', () => {
  const names = [
    '#panic("x")',
    '#{ 1 + 1 } #sys.inputs',
    '$x^2$ $',
    '@ref <label>',
    '*bold* _it_',
    '= Heading',
    '- item',
    '`raw` ```js x```',
    '\\ \\u{41} \\n',
    '"q" \'q\' "',
    '// gone /* gone */',
    '~ -- --- ...',
    ']] }} ))',
    '{"a":1}',
    '%s {0} $' + '{x}',
    'https://a.example/?x#y',
  ];
  for (const name of names) {
    const { text } = readPdf(typesetter.print(declaration(named(name), 'en')));
    assert.ok(squeeze(text).includes(squeeze(name)), `${name} in ${text}`);
  }
});

test('names come out in every script that Canadians write theirs in', () => {
  const names: Readonly<Record<string, string>> = {
    'Nguyễn Thị Ánh Tuyết': 'NotoSans-Regular',
    'Łukasz Žižka Ðorđević Ñuñez Ōki ʔehdzo': 'NotoSans-Regular',
    'Александр Їжакевич': 'NotoSans-Regular',
    'Ελένη Παπαδοπούλου': 'NotoSans-Regular',
    王小明陳大文: 'NotoSansSC-Regular',
    高橋さくら: 'NotoSansJP-Regular',
    김민준: 'NotoSansKR-Regular',
    'محمد عبد الله الحسيني': 'NotoSansArabic-Regular',
    ᐊᓕᓯᓄᓇᕗᑦ: 'NotoSansCanadianAboriginal-Regular',
  };
  for (const [name, font] of Object.entries(names)) {
    const { text, fontNames, emptyBoxCount } = readPdf(typesetter.print(declaration(named(name), 'en')));
    assert.ok(
      fontNames.some((one) => one.endsWith(`+${font}`)),
      name,
    );
    assert.equal(emptyBoxCount, 0);
    assert.ok(!text.includes('\ufffd'), name);
    // Arabic is drawn from right to left in pieces: its order in the file is not that of reading.
    if (font !== 'NotoSansArabic-Regular') assert.ok(squeeze(text).includes(squeeze(name)), `${name} in ${text}`);
  }
});

/** A paper before the sale, with the customer's name at its top and in its text. */
function disclosed(customerName: string, body = '{{customerName}}'): PrintRequest {
  const text = { kind: 'Notice', version: '1', title: { en: 'Notice', fr: 'Avis' }, body: { en: body, fr: body } };
  return { kind: 'disclosure', text, sale: sampleDisclosed({ customerName }), language: 'fr' };
}

test('no name in French prose is hyphenated, other words are', () => {
  const broken = new Set<string>();
  // What stands before the name moves it over the end of a line.
  for (let count = 0; count < 30; count += 1) {
    const body = `${'a '.repeat(count)}${'{{customerName}} responsabilité {{today}} '.repeat(9)}`;
    for (const word of readPdf(typesetter.print(disclosed('Constantinople Générales', body))).hyphenated)
      broken.add(word);
  }
  assert.ok(broken.size > 0);
  for (const word of broken) assert.equal(word.replace('\u00ad', ''), 'responsabilité');
});

test('no line ends inside the number of a form', () => {
  for (const language of ['en', 'fr'] as const)
    for (let count = 0; count < 12; count += 1) {
      const body = `${'a '.repeat(count)}${'NB-REP-ON '.repeat(40)}`;
      const { text } = readPdf(typesetter.print({ ...disclosed('C', body), language }));
      assert.equal(text.match(/NB-REP-ON/g)?.length, 40, `${language} ${count}`);
    }
});

test('the bold beginning of an operator’s text may be in any script', () => {
  const pdf = readPdf(typesetter.print(disclosed('C', '**さくら** est un nom.')));
  assert.match(pdf.text.replaceAll(/\s+/g, ''), /さくらestunnom/);
});

test('papers before the sale and small letters hold a name in any script and of any length', () => {
  for (const name of ['高橋さくら', '김민준', 'محمد', 'Entreprises Saint-Hyacinthe-de-la-Montagne ltée']) {
    const { text } = readPdf(typesetter.print(disclosed(name)));
    if (name !== 'محمد') assert.equal(squeeze(text).split(squeeze(name)).length - 1, 2, text);
    const policy = samplePolicy(quebecSale);
    const products = policy.products.map((product) => ({ ...product, insurer: { en: name, fr: name } }));
    typesetter.print(declaration({ ...policy, products } as Policy, 'fr'));
  }
});

test('Arabic letters are joined', () => {
  // Joined letters are drawn piece by piece: body, then dots. Three that stand alone would come out as one run.
  assert.doesNotMatch(readPdf(typesetter.print(declaration(named('بنت'), 'en'))).text, /تنب/);
});

test('what can’t be printed is left out of a text that no quote has judged, and does not stop the paper', () => {
  const names = [
    '😀',
    'a\u202eb\u0000c\u2066',
    '\ud800',
    '\u05b0a',
    'x\u0301'.repeat(40),
    'עברית\u0301',
    '\ue000\ufff0',
  ];
  for (const name of names) assert.equal(readPdf(typesetter.print(declaration(named(name), 'en'))).emptyBoxCount, 0);
  const { text } = readPdf(typesetter.print(declaration(named('Ann \u202e 😀B\ufffd'), 'en')));
  assert.match(text, /Ann {2}B\n/);
  assert.doesNotMatch(text, /[\ufffd?]/);
});

test('signs, marks and figures between letters from right to left are set', () => {
  for (const name of ['??؇??', 'شارع ١٢، الرياض؟ (3)', 'پلاک ۸', '???ℷ۴??????', 'رחוב 12, (ב) 3', 'שָׁלוֹם־עֲלֵיכֶם'])
    assert.equal(readPdf(typesetter.print(declaration(named(name), 'en'))).emptyBoxCount, 0, name);
});

test('very long names, addresses and lists wrap and go on over the page', () => {
  const long = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(6);
  const policy = named(long);
  const products = Array.from({ length: 40 }, () => policy.products[0]!);
  const { text, pageCount } = readPdf(typesetter.print(declaration({ ...policy, products }, 'en')));
  assert.ok(pageCount > 1);
  assert.ok(squeeze(text).includes(long));
});

test('facts that fill more than a page go on over it', () => {
  // Kept together, they would begin on the second page and run out of its foot.
  for (const letter of ['W', '王']) {
    const { text, pageCount } = readPdf(typesetter.print(declaration(named(letter.repeat(700)), 'en')));
    assert.equal(pageCount, 2);
    assert.ok(text.split(letter).length > 700, 'and none is lost');
    for (const number of ['Page 1 of 2', 'Page 2 of 2']) assert.ok(text.includes(number), number);
  }
});

test('a sheet that goes on over the page counts for those after it', () => {
  const policy = samplePolicy(quebecSale);
  const products = Array.from({ length: 12 }, () => policy.products[0]!);
  const { text, pageCount } = readPdf(typesetter.print(declaration({ ...policy, products }, ['fr', 'en'])));
  assert.equal(pageCount, 4);
  const numbers = Array.from(text.matchAll(/Page \d (?:de|of) \d/g), ([number]) => number);
  assert.deepEqual(numbers, ['Page 1 de 4', 'Page 2 de 4', 'Page 3 of 4', 'Page 4 of 4']);
});

function notice(policy: Policy, collected: Collected, language: DocumentLanguages): PrintRequest {
  const asked = { kind: 'pro-rata', cancelledOn: '2027-11-15', madeOn: '2026-11-20', collected } as const;
  const cause = { requestedBy: 'insurer', ground: 'NonPayment', usedDays: 'owe' } as const;
  return { kind: 'cancellation', policy, cancellation: sampleCancellation(policy, { ...asked, ...cause }), language };
}

function declaration(policy: Policy, language: DocumentLanguages): PrintRequest {
  return { kind: 'declaration', policy, language };
}

function named(firstOrCompanyName: string): Policy {
  const { inputs, ...policy } = samplePolicy();
  const applicant = { ...inputs.applicant, isCompany: true, firstOrCompanyName };
  return { ...policy, inputs: { ...inputs, applicant } };
}

/** Lines may break anywhere that a space or a break mark stands. */
function squeeze(text: string): string {
  return text.replace(/[\s\u00a0\u200b\u200c]+/g, '');
}

function textsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => (unprinted.has(key) ? [] : textsOf(item)));
}

const unprinted = new Set(['kind', 'language', 'author', 'footer', 'names']);
