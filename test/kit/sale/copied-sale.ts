import { randomBytes, randomUUID } from 'node:crypto';
import type { ApplicationId, PaymentId } from '../../../src/domain/ids.ts';
import { inDatabase } from './quoting.ts';

/** A new application, quoted as that one was. */
export async function copyApplication(databaseUrl: string, quoted: ApplicationId): Promise<ApplicationId> {
  const id = randomUUID() as ApplicationId;
  await inDatabase(
    databaseUrl,
    `INSERT INTO application
     SELECT (jsonb_populate_record(application, jsonb_build_object('id', $2::text))).* FROM application WHERE id = $1`,
    [quoted, id],
  );
  return id;
}

/** An authorized payment of that application, as of another one. The processor does not know it. */
export async function copyPayment(databaseUrl: string, paid: PaymentId, of: ApplicationId): Promise<PaymentId> {
  const id = randomUUID() as PaymentId;
  await inDatabase(
    databaseUrl,
    `INSERT INTO card_payment
     SELECT (jsonb_populate_record(card_payment, jsonb_build_object('id', $2::text, 'application_id', $3::text, 'ticket_hash', $4::text,
               'reference', $2::text))).*
     FROM card_payment WHERE id = $1`,
    [paid, id, of, `\\x${randomBytes(16).toString('hex')}`],
  );
  return id;
}
