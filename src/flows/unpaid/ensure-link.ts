import type { Log } from '../../domain/log.ts';
import { isSpent } from '../../domain/unpaid/payment-link.ts';
import type { Database } from '../../store/database.ts';
import { listSealedLinks, putLink, readLinkOf, replaceSealedLink } from '../../store/unpaid/payment-link.ts';
import type { OpenAccount } from '../account/open-account.ts';
import { hashTicket } from '../card/card-start.ts';
import { reseal, type SecretBox } from '../credential/secret-box.ts';
import type { Parts } from '../parts.ts';
import { newLinkSecret } from './link-secret.ts';
import { stateOfLink } from './link-state.ts';

/** Sees to it that a policy that is unpaid has a page on which its customer can pay, as long as it is. */
export async function ensureLink(
  parts: Parts<'linkBox' | 'reference'>,
  { tx, stored, at }: Pick<OpenAccount, 'tx' | 'stored' | 'at'>,
  { isUnlimited = false }: LinkWanted = {},
): Promise<void> {
  const { linkBox } = parts;
  const { policyNumber } = stored.policy;
  const link = await readLinkOf(tx, { policyNumber });
  const isLimited = link !== null && (link.chargeOn !== null || link.expiresAt !== null);
  const isKnown = link !== null && link.sealedSecret !== null && !(isLimited && isUnlimited);
  if (isKnown && !isSpent(stateOfLink(parts, link, at))) return;
  const secret = sealSecret(linkBox, newLinkSecret());
  await putLink(tx, { policyNumber, chargeOn: null, expiresAt: null, ...secret, now: at.now });
}

export interface LinkWanted {
  /** One that the operator has made for a day, or until one, is not kept. */
  readonly isUnlimited?: boolean;
}

/** The hash finds the link of a secret; the sealed secret is for whoever may name the page: the partner, a mail. */
export function sealSecret(box: SecretBox, secret: string) {
  return { secretHash: hashTicket(secret), sealedSecret: box.close(Buffer.from(secret)) };
}

/** Null if the key that has closed it was lost. Who has the address can still use it. */
export function openSecret(box: SecretBox, sealed: Buffer): string | null {
  return box.open(sealed)?.toString() ?? null;
}

export async function resealLinks(database: Database, box: SecretBox, log: Log): Promise<void> {
  const links = await listSealedLinks(database);
  const secrets = links.map(({ policyNumber, sealedSecret: sealed }) => ({
    sealed,
    replace: (after: Buffer) => replaceSealedLink(database, { policyNumber, before: sealed, after }),
  }));
  await reseal({ box, log }, 'payment links', secrets);
}
