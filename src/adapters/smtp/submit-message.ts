import { Readable } from 'node:stream';
import SmtpConnection from 'nodemailer/lib/smtp-connection';
import type { Outcome } from '../../ports/outcome.ts';
import { judgeSmtpFault, type SmtpFault } from './judge-smtp-fault.ts';
import type { SmtpServer } from './smtp-settings.ts';
import type { Message } from './write-message.ts';

interface Submission {
  readonly server: SmtpServer;
  readonly message: Message;
  readonly timeoutMs: number;
}

/**
 * One conversation with the mail server: hello, login, envelope, message. nodemailer's connection is used and not its
 * transport, because only here can we see how far the message got, and that decides whether a broken line leaves it
 * unsent or unknown.
 */
export function submitMessage({ server, message, timeoutMs }: Submission): Promise<Outcome<void>> {
  const connection = new SmtpConnection(server.options);
  const body = Readable.from(piecesOf(message.bytes), { objectMode: false });
  return new Promise((resolve) => {
    let mayHaveArrived = false;
    // Heard before the connection writes the final dot. Without the dot a server must drop what it has (RFC 5321,
    // 4.1.1.4), so until here a broken line proves that nothing was sent.
    body.once('end', () => {
      mayHaveArrived = true;
    });
    const settle = (outcome: Outcome<void>): void => {
      clearTimeout(timer);
      resolve(outcome);
      connection.close();
    };
    const fail = (fault: SmtpFault): void => settle(judgeSmtpFault(fault, mayHaveArrived));
    const timer = setTimeout(() => fail({ code: 'ETIMEDOUT' }), timeoutMs);

    const submit = (): void =>
      connection.send({ from: message.from, to: [message.to], size: message.bytes.byteLength }, body, (fault) => {
        if (fault) return fail(fault);
        connection.quit(); // Said, not waited for: the mail is taken.
        settle({ kind: 'done', value: undefined });
      });
    connection.on('error', fail); // For good: what still comes after the outcome changes nothing.
    connection.connect((fault) => {
      if (fault) return fail(fault);
      // A relay inside a network may offer no login at all, and then takes mail without.
      if (server.login === null || !connection.allowsAuth) return submit();
      connection.login({ ...server.login }, (refusal) => (refusal ? fail(refusal) : submit()));
    });
  });
}

// Written piece by piece, so that the line's own pace says how much is out.
const pieceBytes = 64 * 1024;

function* piecesOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.byteLength; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
}
