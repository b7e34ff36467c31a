import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { makeSmtpMailer, type SmtpMailerOptions } from '../../src/adapters/smtp/smtp-mailer.ts';
import type { OutgoingMail } from '../../src/ports/mailer.ts';
import { type Outcome, refusedBy } from '../../src/ports/outcome.ts';
import { unreachableOrigin } from '../kit/parties/unreachable.ts';
import { freePort } from '../kit/processes/free-port.ts';
import { type Behaviour, type MailServer, startMailServer } from './mail-server.ts';
import { describeMailer, done, sampleMail } from './mailer-suite.ts';

const from = 'Northbind Protection <service@northbind.example>';

describeMailer('SMTP', async () => {
  const { url, takenBy } = await startMailServer();
  return { mailer: makeSmtpMailer({ url, from }), takenBy };
});

let server: MailServer;
before(async () => {
  server = await startMailServer();
});

function send(mail: OutgoingMail, options: Partial<SmtpMailerOptions> = {}): Promise<Outcome<void>> {
  return makeSmtpMailer({ url: server.url, from, ...options }).send(mail);
}

async function sendTo(how: Behaviour, changes: Partial<OutgoingMail> = {}): Promise<Outcome<void>> {
  server.behave(how);
  const mail = sampleMail(changes);
  const outcome = await send(mail, { timeoutMs: how === 'mute' ? 1_000 : 20_000 });
  server.behave('well');
  assert.doesNotMatch(JSON.stringify(outcome), /customer|example/, 'an outcome is logged, so it names nobody');
  return outcome;
}

test('a no to the recipient or to the message is a no for ever', async () => {
  assert.deepEqual(
    await sendTo('refuse recipient'),
    refusedBy('party', 'RCPT TO answered 550 5.1.1', { isFinal: true }),
  );
  assert.deepEqual(await sendTo('refuse message'), refusedBy('party', 'DATA answered 554 5.6.0', { isFinal: true }));
});

test('a no for now, or a no to us, was not sent and is tried again', async () => {
  assert.deepEqual(await sendTo('greylist'), { kind: 'not-sent', cause: 'RCPT TO answered 451 4.7.1' });
  assert.deepEqual(await sendTo('delay message'), { kind: 'not-sent', cause: 'DATA answered 452 4.3.1' });
  assert.deepEqual(await sendTo('refuse relay'), { kind: 'not-sent', cause: 'RCPT TO answered 554 5.7.1' });
  assert.deepEqual(await sendTo('refuse sender'), { kind: 'not-sent', cause: 'MAIL FROM answered 550 5.1.8' });
});

test('nobody there: not sent', async () => {
  const outcome = await send(sampleMail(), { url: unreachableOrigin.replace('http', 'smtp') });
  assert.deepEqual(outcome, { kind: 'not-sent', cause: 'ECONNREFUSED' });
});

test('a line that breaks before the whole message was out: not sent', async () => {
  assert.equal((await sendTo('drop recipient')).kind, 'not-sent');
  const bytes = Buffer.alloc(24_000_000, 'x'); // More than the line itself can hold.
  const attachments = [{ filename: 'large.pdf', contentType: 'application/pdf', bytes }];
  assert.equal((await sendTo('drop body', { attachments })).kind, 'not-sent');
});

test('a line that breaks or stays silent after the whole message was out: unknown', async () => {
  assert.equal((await sendTo('drop answer')).kind, 'unknown');
  assert.deepEqual(await sendTo('mute'), { kind: 'unknown', cause: 'ETIMEDOUT' });
});

test('a server that never greets: not sent, within the time given', async () => {
  const silent = await startMailServer({ onConnect: () => undefined });
  const outcome = await send(sampleMail(), { url: silent.url, timeoutMs: 300 });
  assert.deepEqual(outcome, { kind: 'not-sent', cause: 'ETIMEDOUT' });
});

test('a mail whose time is over before the server took it is not sent later, either', async () => {
  let proceed = (): void => undefined;
  const slow = await startMailServer({
    onRcptTo: (_address, _session, next) => {
      proceed = next;
    },
  });
  const mailer = makeSmtpMailer({ url: slow.url, from, timeoutMs: 500 });
  assert.deepEqual(await mailer.send(sampleMail()), { kind: 'not-sent', cause: 'ETIMEDOUT' });
  proceed();
  await mailer.close();
  await slow.stop();
  assert.deepEqual(slow.taken, []);
});

test('a message that the server says is too large is refused before it is sent', async () => {
  const small = await startMailServer({ size: 10_000 });
  const outcome = await send(sampleMail(), { url: small.url });
  assert.deepEqual(outcome, refusedBy('party', 'too large for the mail server', { isFinal: true }));
});

test('the same mail has the same message id at every try', async () => {
  const mail = sampleMail();
  await send(mail);
  await send(mail);
  const ids = server.takenBy(mail.to).map((taken) => taken.mail.messageId);
  assert.deepEqual(ids, [`<${mail.key}@northbind.example>`, `<${mail.key}@northbind.example>`]);
});

test('a key or a sender of any script stays inside its header', async () => {
  const mail = sampleMail({ key: 'a>\r\nX-Evil: yes' });
  assert.deepEqual(await send(mail, { from: 'Северный Путь 北 <post@почта.example>' }), done);
  const [taken] = server.takenBy(mail.to);
  assert.equal(taken?.from, 'post@почта.example'); // Said in ASCII; smtp-server turns it back.
  assert.deepEqual(taken.mail.from?.value, [{ name: 'Северный Путь 北', address: 'post@почта.example' }]);
  assert.equal(taken.mail.messageId, '<a---X-Evil--yes@xn--80a1acny.example>');
  assert.equal(taken.mail.headers.has('x-evil'), false);
});

test('a sender that is not one address is a fault of the configuration', () => {
  for (const bad of ['', 'Northbind', 'a@example.ca, b@example.ca']) {
    assert.throws(() => makeSmtpMailer({ url: server.url, from: bad }), RangeError);
  }
});

test('the URL says how to log in, and a password is never sent in the open', async () => {
  const logins: string[] = [];
  const locked = await startMailServer({
    authOptional: false,
    disabledCommands: [],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _, next) => {
      logins.push(`${username} ${password}`);
      next(password === 'p:w/d' ? null : new Error('wrong'), { user: username });
    },
  });
  const url = (query: string, password = 'p%3Aw%2Fd'): string =>
    `smtp://us%40er:${password}@127.0.0.1:${locked.port}${query}`;
  assert.deepEqual(await send(sampleMail(), { url: url('/?tls.rejectUnauthorized=false') }), done);
  assert.deepEqual(await send(sampleMail(), { url: url('/?ignoreTLS=true') }), done);
  assert.deepEqual(logins, ['us@er p:w/d', 'us@er p:w/d']);
  // The server's certificate is self-signed, so it is not trusted by default.
  assert.equal((await send(sampleMail(), { url: url('') })).kind, 'not-sent');
  assert.equal(logins.length, 2);
  const wrong = await send(sampleMail(), { url: url('/?ignoreTLS=true', 'wrong') });
  assert.deepEqual(wrong, { kind: 'not-sent', cause: 'AUTH PLAIN answered 535' });
  const open = await startMailServer({ disabledCommands: ['STARTTLS'], allowInsecureAuth: true });
  const plain = await send(sampleMail(), { url: `smtp://user:password@127.0.0.1:${open.port}` });
  assert.equal(plain.kind, 'not-sent');
});

test('smtps speaks TLS from the first byte', async () => {
  const secure = await startMailServer({ secure: true });
  const url = `smtps://127.0.0.1:${secure.port}`;
  assert.deepEqual(await send(sampleMail(), { url: `${url}/?tls.rejectUnauthorized=false` }), done);
  assert.equal((await send(sampleMail(), { url })).kind, 'not-sent');
  assert.equal(secure.taken.length, 1);
});

test('mails go out one after the other on one connection', async () => {
  let connections = 0;
  const counting = await startMailServer({
    onConnect: (_, next) => {
      connections += 1;
      next();
    },
  });
  const mailer = makeSmtpMailer({ url: counting.url, from });
  for (let count = 0; count < 5; count += 1) assert.deepEqual(await mailer.send(sampleMail()), done);
  assert.equal(connections, 1);
  counting.behave('refuse recipient');
  assert.equal((await mailer.send(sampleMail())).kind, 'refused');
  counting.behave('well');
  assert.deepEqual(await mailer.send(sampleMail()), done);
  await mailer.close();
});

test('a mail that meets a connection which the server has closed goes out on a new one, once', async () => {
  const restarted = await startMailServer({ port: await freePort() });
  const mailer = makeSmtpMailer({ url: restarted.url, from });
  assert.deepEqual(await mailer.send(sampleMail()), done);
  await restarted.stop();
  const again = await startMailServer({ port: restarted.port });
  const mail = sampleMail();
  assert.deepEqual(await mailer.send(mail), done);
  assert.equal(again.takenBy(mail.to).length, 1);
  again.behave('drop answer');
  assert.equal((await mailer.send(sampleMail())).kind, 'unknown');
  assert.equal(again.taken.length, 2, 'what may have arrived is not sent again');
  await mailer.close();
});

test('a closed mailer has ended what was under way and sends nothing new', async () => {
  const mailer = makeSmtpMailer({ url: server.url, from });
  const mail = sampleMail();
  const sending = mailer.send(mail);
  await mailer.close();
  assert.equal(server.takenBy(mail.to).length, 1);
  assert.deepEqual(await sending, done);
  assert.equal((await mailer.send(sampleMail())).kind, 'not-sent');
});
