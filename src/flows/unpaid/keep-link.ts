import type { Log } from '../../domain/log.ts';
import type { Database, Tx } from '../../store/database.ts';
import { findUsableLink, listSealedLinks, putLink, replaceSealedLink } from '../../store/unpaid/payment-link.ts';
import { hashTicket } from '../card/card-start.ts';
import type { SecretBox } from '../credential/secret-box.ts';
import type { Parts } from '../parts.ts';
import { newLinkSecret } from './link-secret.ts';

/**
 * Sees to it that a policy whose charge was refused has a page on which its customer can pay, as long as it is unpaid.
 */
export async function keepLink(
  { tx, linkBox }: Parts<'linkBox'> & { readonly tx: Tx },
  policyNumber: string,
  now: Date,
): Promise<void> {
  if (await findUsableLink(tx, policyNumber)) return;
  await putLink(tx, { policyNumber, chargeOn: null, expiresAt: null, ...sealSecret(linkBox, newLinkSecret()), now });
}

/** The hash finds the link of a secret; the sealed secret is for whoever may name the page: the partner, a mail. */
export function sealSecret(box: SecretBox, secret: string) {
  return { secretHash: hashTicket(secret), sealedSecret: box.close(Buffer.from(secret)) };
}

export function openSecret(box: SecretBox, sealed: Buffer): string {
  return box.open(sealed).toString();
}

/** Encrypts secrets that the previous key has closed with the current one, so that the previous one can go. */
export async function resealLinks(database: Database, box: SecretBox, log: Log): Promise<void> {
  let resealed = 0;
  for (const { policyNumber, sealedSecret } of await listSealedLinks(database)) {
    if (box.isCurrent(sealedSecret)) continue;
    if (await replaceSealedLink(database, policyNumber, sealedSecret, box.close(box.open(sealedSecret)))) resealed += 1;
  }
  if (resealed > 0) log.info('payment links encrypted with the current key', { count: resealed });
}
