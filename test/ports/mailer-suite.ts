import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { before, describe, test } from 'node:test';
import type { Mailer, OutgoingMail } from '../../src/ports/mailer.ts';
import type { TakenMessage } from './mail-server.ts';

/** Every promise of the mailer's port, to be run on each adapter. */
export interface MailerHarness {
  readonly mailer: Mailer;
  /** What arrived at an address. Null for a mailer from which nothing leaves the service. */
  readonly takenBy: ((address: string) => readonly TakenMessage[]) | null;
}

export function describeMailer(name: string, makeHarness: () => Promise<MailerHarness>): void {
  describe(`${name}: the promises of a mailer`, () => {
    let harness: MailerHarness;
    before(async () => {
      harness = await makeHarness();
    });

    test('a mail is taken once, whole', async () => {
      const mail = sampleMail();
      assert.deepEqual(await harness.mailer.send(mail), done);
      assertArrived(harness, mail);
    });

    for (const [script, words] of Object.entries(scripts)) {
      test(`words in ${script} arrive as they were written`, async () => {
        const mail = sampleMail({ subject: words, text: `${words}\n`, html: `<p>${words}</p>` });
        assert.deepEqual(await harness.mailer.send(mail), done);
        assertArrived(harness, mail);
      });
    }

    test('a subject or a file name with line breaks makes no header and no recipient', async () => {
      const mail = sampleMail({
        subject: 'Your policy\r\nBcc: thief@evil.example\r\n\r\nanother body',
        attachments: [pdf('a.pdf"\r\nX-Evil: yes\r\n\r\n.pdf')],
      });
      assert.deepEqual(await harness.mailer.send(mail), done);
      if (harness.takenBy === null) return;
      const [arrived] = harness.takenBy(mail.to);
      assert.deepEqual(arrived?.recipients, [mail.to]);
      assert.deepEqual(harness.takenBy('thief@evil.example'), []);
      assert.equal(arrived.mail.headers.has('bcc'), false);
      assert.equal(arrived.mail.text, mail.text);
      assert.doesNotMatch(arrived.raw.toString('latin1'), /^X-Evil/m);
    });

    for (const to of badAddresses) {
      test(`an address that is none or more than one is refused: ${JSON.stringify(to)}`, async () => {
        const outcome = await harness.mailer.send(sampleMail({ to }));
        assert.equal(outcome.kind, 'refused');
        assert.doesNotMatch(JSON.stringify(outcome), /victim|evil/);
        assert.deepEqual(harness.takenBy?.('thief@evil.example') ?? [], []);
        assert.deepEqual(harness.takenBy?.('victim@example.ca') ?? [], []);
      });
    }

    test('a line of a single dot does not end the mail', async () => {
      const mail = sampleMail({ text: 'before\n.\n..\nafter\n' });
      assert.deepEqual(await harness.mailer.send(mail), done);
      assertArrived(harness, mail);
    });

    test('twenty at once, each to its own address', async () => {
      const mails = Array.from({ length: 20 }, () => sampleMail());
      for (const outcome of await Promise.all(mails.map(harness.mailer.send))) assert.deepEqual(outcome, done);
      for (const mail of mails) assertArrived(harness, mail);
    });
  });
}

export const done = { kind: 'done', value: undefined };

export function sampleMail(changes: Partial<OutgoingMail> = {}): OutgoingMail {
  const key = `${randomUUID()}.1`;
  return {
    key,
    to: `customer-${key}@example.ca`,
    subject: 'Your policy NB100000016',
    text: 'Hello,\n\nyour documents are attached.\n',
    html: '<p>Hello,</p><p>your documents are attached.</p>',
    attachments: [pdf('declaration.pdf'), pdf('receipt.pdf')],
    ...changes,
  };
}

function pdf(filename: string): OutgoingMail['attachments'][number] {
  return { filename, contentType: 'application/pdf', bytes: randomBytes(40_000) };
}

function assertArrived({ takenBy }: MailerHarness, mail: OutgoingMail): void {
  if (takenBy === null) return;
  const arrived = takenBy(mail.to);
  assert.equal(arrived.length, 1);
  const { mail: parsed, recipients } = arrived[0]!;
  assert.deepEqual(recipients, [mail.to]);
  assert.equal(parsed.subject, mail.subject);
  assert.equal(parsed.text, mail.text);
  assert.equal(typeof parsed.html === 'string' ? parsed.html.trim() : '', mail.html);
  assert.ok(parsed.messageId?.startsWith(`<${mail.key}@`));
  assert.equal(parsed.headers.get('auto-submitted'), 'auto-generated');
  assert.equal(parsed.attachments.length, mail.attachments.length);
  for (const [place, attachment] of parsed.attachments.entries()) {
    const { filename, contentType, bytes } = mail.attachments[place]!;
    assert.equal(attachment.filename, filename);
    assert.equal(attachment.contentType, contentType);
    assert.ok(attachment.content.equals(bytes));
  }
}

const scripts = {
  French: 'Votre police n° 12 : établie, Marie-Ève Bélanger-Côté',
  Chinese: '保单 王小明 已签发',
  Arabic: 'وثيقة التأمين محمد عبد الله',
  Inuktitut: 'ᐃᓄᒃᑎᑐᑦ ᓄᓇᕗᑦ',
  Cyrillic: 'Полис Олександр Шевченко',
  'signs beyond the first plane':
    '𠮷野家 🚗 and more than one line of a header, which is folded somewhere in the middle of it',
} as const;

const badAddresses = [
  '',
  'victim',
  'victim@example.ca, thief@evil.example',
  'victim@example.ca\r\nRCPT TO:<thief@evil.example>',
  'victim@example.ca\r\nBcc: thief@evil.example',
  'victim@example.ca>\nDATA',
  'Victim <victim@example.ca>',
  'group: victim@example.ca, thief@evil.example;',
  '"victim@example.ca thief"@evil.example',
] as const;
