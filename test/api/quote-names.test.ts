import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import {
  assertQuoted,
  assertRefused,
  changed,
  clockAt,
  inDatabase,
  type Json,
  noon,
  openQuoteClient,
  type QuoteClient,
} from '../kit/sale/quoting.ts';
import { type Answer, startTestService, type TestService } from '../kit/service/service.ts';

let service: TestService;
let quoteClient: QuoteClient;
let request: Json;

before(async () => {
  service = await startTestService({ clock: clockAt(noon).clock });
  quoteClient = await openQuoteClient(service);
  request = await quoteClient.request({ series: 'Plus' });
});

const names = [
  'Marie-Ève',
  'Анна Сергеевна',
  '李小龍',
  '山田 太郎',
  '김민준',
  'محمد بن سلمان',
  'שרה',
  'ᐃᓄᒃᑎᑐᑦ ᓄᓇᕗᑦ',
  'Skwxwú7mesh',
  'Tłı̨chǫ Yatıì',
  'নিতাই',
  'ทดสอบ',
  'Zoë',
  'Zoe\u0308', // Decomposed: not to be made one character.
  'ﬁne', // A ligature that compatibility forms would take apart.
  'ਸਿੰਘ',
  'สมชาย',
  '𠮷野家',
  "O'Brien’s “Best” <b>&amp;</b>",
  'Robert"); DROP TABLE application; --',
  '\\u0000 $1 %s {{x}}',
  ' spaced  out ',
  'İstanbul ǅ ẞ',
  '9',
  'x'.repeat(200),
];

async function inputsOf({
  body,
}: Answer): Promise<{ applicant: Json; dealer: { contact: Json }; producerCode: string }> {
  const rows = await inDatabase(service.databaseUrl, 'SELECT inputs FROM application WHERE id = $1', [
    body.applicationId,
  ]);
  return rows[0].inputs;
}

test('names and addresses are kept exactly as they were sent, in any script', async () => {
  for (const name of names) {
    const answer = await quoteClient.quote(
      changed(request, {
        'applicant.firstOrCompanyName': name,
        'applicant.lastName': name,
        'applicant.addressLine1': name,
        'applicant.addressLine2': name,
        'applicant.city': name,
        'dealerContact.name': name,
      }),
    );
    assertQuoted(answer, name);
    const { applicant, dealer } = await inputsOf(answer);
    for (const field of ['firstOrCompanyName', 'lastName', 'addressLine1', 'addressLine2', 'city']) {
      assert.equal(applicant[field], name, field);
    }
    assert.equal(dealer.contact.name, name);
  }
});

test('a postal code is kept as it is printed, a phone number and an e-mail address as they were sent', async () => {
  const answer = await quoteClient.quote(
    changed(request, {
      'applicant.postalCode': ' m5v2t6 ',
      'applicant.phoneNumber': '+1 (416) 555.0142 ext. 12',
      'applicant.businessPhone': '514 555-0142 poste 3',
      'applicant.emailAddress': 'Zoë.Müller+x@exämple.ca',
    }),
  );
  assertQuoted(answer);
  const { applicant } = await inputsOf(answer);
  assert.equal(applicant.postalCode, 'M5V 2T6');
  assert.equal(applicant.phoneNumber, '+1 (416) 555.0142 ext. 12');
  assert.equal(applicant.businessPhone, '514 555-0142 poste 3');
  assert.equal(applicant.emailAddress, 'Zoë.Müller+x@exämple.ca');
});

const texts: Readonly<Record<string, string>> = {
  'applicant.firstOrCompanyName': 'FirstOrCompanyNameInvalid',
  'applicant.lastName': 'LastNameInvalid',
  'applicant.addressLine1': 'AddressLine1Invalid',
  'applicant.addressLine2': 'AddressLine2Invalid',
  'applicant.city': 'CityInvalid',
  'dealerContact.name': 'NameInvalid',
  producerCode: 'ProducerCodeInvalid',
};

test('a control character is refused wherever text is taken, the NUL first of all', async () => {
  const controls = [...Array.from({ length: 0x20 }, (_, code) => code), 0x7f].map((code) => String.fromCharCode(code));
  for (const [field, code] of Object.entries(texts)) {
    for (const control of controls) {
      assertRefused(await quoteClient.quote(changed(request, { [field]: `A${control}B` })), [`${code} ${field}`]);
    }
  }
});

test('half a character is refused wherever text is taken, however it was written', async () => {
  for (const [field, code] of Object.entries(texts)) {
    for (const half of ['A\ud83d', '\ude00B', 'A\ud83d\ud83dB', '\udfff\ud800']) {
      assertRefused(await quoteClient.quote(changed(request, { [field]: half })), [`${code} ${field}`]);
    }
  }
});

test('what no paper can show is refused in names and addresses, and the message names it', async () => {
  const signs = {
    '\u202e': 'U+202E',
    '\u2066': 'U+2066',
    '\u200e': 'U+200E',
    '\u{1f600}': '😀 (U+1F600)',
    '\ue000': 'U+E000',
    '\ufffc': 'U+FFFC',
    '\u0000': 'U+0000',
    '\n': 'U+000A',
    '\u0085': 'U+0085',
    '\ud83d': 'U+D83D',
  };
  for (const [field, code] of Object.entries(texts).filter(([name]) => name !== 'producerCode'))
    for (const [sign, name] of Object.entries(signs)) {
      const answer = await quoteClient.quote(changed(request, { [field]: `A${sign}B` }));
      assertRefused(answer, [`${code} ${field}`]);
      assert.ok(answer.body.errors[0].message.includes(`without ${name}, which`), answer.text);
    }
});

test('the joiners that names are spelled with are taken where they join, and nowhere else', async () => {
  assertQuoted(await quoteClient.quote(changed(request, { 'applicant.lastName': 'می\u200cخواهم ශ්\u200dරී' })));
  assertRefused(await quoteClient.quote(changed(request, { 'applicant.lastName': 'Ma\u200drie' })), [
    'LastNameInvalid applicant.lastName',
  ]);
});

test('a name with nothing to see in it is refused', async () => {
  for (const unseen of ['\u200b', '\u2060\u2060', '\u0301', '\u{e0020}', '\u202e', '\ue000']) {
    assertRefused(await quoteClient.quote(changed(request, { 'applicant.lastName': unseen })), [
      'LastNameInvalid applicant.lastName',
    ]);
  }
});

test('a name of 200 characters is kept and one of 201 is refused', async () => {
  assertQuoted(await quoteClient.quote(changed(request, { 'applicant.lastName': 'é'.repeat(200) })));
  assertRefused(await quoteClient.quote(changed(request, { 'applicant.lastName': 'é'.repeat(201) })), [
    'LastNameInvalid applicant.lastName',
  ]);
});

test('no name made the service fail, and none is in its log', () => {
  assert.deepEqual(
    service.lines.filter((line) => line.includes('request failed')),
    [],
  );
  const log = service.lines.join('\n');
  for (const name of names.filter((one) => one.length > 4)) assert.ok(!log.includes(name), name);
});
