import { formats } from '../../documents/formats.ts';
import { type Issuer, issuerFor } from '../../documents/issuer.ts';
import { wholePhone } from '../../domain/brand/brand.ts';
import { customerLanguages } from '../../domain/document/customer-languages.ts';
import type { Language } from '../../domain/language.ts';
import type { Seller } from '../../domain/partner/seller.ts';
import { maskAddressesIn } from '../../domain/person/mask.ts';
import { peopleOf } from '../../domain/sale-link/link-people.ts';
import { unlinked } from '../../domain/unlinked.ts';
import {
  dropLinkMail,
  finishLinkMail,
  linkMailWork,
  listSentLinkMails,
  type MailedLink,
  readMailedLink,
  type TakenLinkMail,
} from '../../store/sale-link/link-mail.ts';
import { mailHtml } from '../mail/mail-html.ts';
import { textOf } from '../mail/mail-text.ts';
import type { Parts } from '../parts.ts';
import { openSecret } from '../unpaid/ensure-link.ts';
import { failedBy } from '../work/failed-by.ts';
import { type Ending, runDueWork } from '../work/run-due-work.ts';
import { linkMailWords } from './link-mail-words.ts';
import { type OpenLinkParts, openSaleLink } from './open-link.ts';
import { saleAddress } from './sale-links.ts';

export type SendLinkMailParts = OpenLinkParts & Parts<'mailer' | 'issuer' | 'log' | 'linkBox' | 'publicUrl' | 'clock'>;

// A link’s mails all wait alike: shortly at first, and the last is tried after 2.7 days.
const waitMinutes = [1, 5, 15, 60, 4 * 60, 12 * 60, 24 * 60, 24 * 60] as const;

// Longer than a mailer takes for one mail: else another instance would send it meanwhile.
const leaseSeconds = 600;
const batchMax = 25;
const lanes = 4;

/** One run of the job, on any instance. */
export async function sendLinkMails(parts: SendLinkMailParts, signal?: AbortSignal): Promise<void> {
  const take = () => linkMailWork.take(parts.database, leaseSeconds);
  await runDueWork(
    { take, handle: (mail) => sendLinkMail(parts, mail), trySeconds: leaseSeconds, batchMax, lanes },
    signal,
  );
}

/**
 * Brings a customer the address of a link. Whom a link can't serve any more gets none. One that may have arrived is
 * sent again: twice is better than never, and its message id is the same.
 */
async function sendLinkMail(parts: SendLinkMailParts, mail: TakenLinkMail): Promise<Ending> {
  const { database, mailer, log, linkBox, publicUrl } = parts;
  const facts = { linkId: mail.id };
  const link = (await readMailedLink(database, { id: mail.id }))!;
  const to = addressOf(link.sale);
  const secret = openSecret(linkBox, link.sealedSecret);
  const found = secret === null ? null : await openSaleLink(parts, secret, parts.clock());
  if (to === '' || secret === null || found?.kind !== 'usable') {
    await dropLinkMail(database, mail);
    log.info('link mail not needed', facts);
    return 'ended';
  }
  const issuer = issuerFor(parts.issuer, link.brand);
  const outcome = await mailer.send({
    key: mail.id,
    to,
    fromName: issuer.name,
    ...writeLinkMail({ link, seller: found.seller, issuer, address: saleAddress(publicUrl, secret) }),
    attachments: [],
    ...(issuer.emailAddress !== parts.issuer.emailAddress && { replyTo: issuer.emailAddress }),
  });
  if (outcome.kind === 'done') {
    await finishLinkMail(database, mail);
    log.info('link mail sent', facts);
    return 'ended';
  }
  // Mail servers repeat the address, and the row of a mail names nobody.
  const { failure, cause } = failedBy(outcome);
  const failed = { failure, cause: maskAddressesIn(cause) };
  const minutes = outcome.kind === 'refused' ? undefined : waitMinutes[mail.attempts - 1];
  if (minutes === undefined) {
    log.error('link mail given up', { ...facts, failure });
    await linkMailWork.giveUp(database, mail, failed);
    return 'ended';
  }
  await linkMailWork.postpone(database, mail, { ...failed, waitSeconds: minutes * 60 });
  return 'unreachable';
}

/** Where a link is mailed to: what its maker filled in, else what the customer has typed; empty if neither did. */
export function addressOf(sale: object): string {
  return peopleOf(sale).findLast(({ emailAddress }) => emailAddress !== '')?.emailAddress ?? '';
}

/**
 * The mails that were sent for a seller, the latest first. They are written again, as nothing of them is kept: without
 * the secret of the link, and only while the link names somebody.
 */
export async function sentLinkMails(
  { database, issuer, publicUrl }: Parts<'database' | 'issuer' | 'publicUrl'>,
  seller: Pick<Seller, 'id' | 'name' | 'province'>,
  countMax: number,
) {
  const sent = await listSentLinkMails(database, { sellerId: seller.id, countMax });
  return sent
    .map((link) => ({ link, to: addressOf(link.sale) }))
    .filter(({ to }) => to !== '')
    .map(({ link, to }) => ({
      to,
      // Only what was sent is listed.
      sentAt: link.sentAt!,
      ...writeLinkMail({
        link,
        seller,
        issuer: issuerFor(issuer, link.brand),
        address: saleAddress(publicUrl, '…'),
      }),
    }));
}

interface LinkMailToWrite {
  readonly link: Pick<MailedLink, 'sale' | 'language' | 'validUntil'>;
  readonly seller: Pick<Seller, 'name' | 'province'>;
  readonly issuer: Issuer;
  readonly address: string;
}

function writeLinkMail({ link, seller, issuer, address }: LinkMailToWrite) {
  const languages = customerLanguages({ seller, inputs: { language: link.language } }, issuer.languages);
  const name = peopleOf(link.sale).at(-1)?.name ?? '';
  const sellerName = unlinked(seller.name);
  const subject = languages.map((language) => linkMailWords[language].subject(sellerName)).join(' / ');
  const parts = languages.map((language: Language) => {
    const words = linkMailWords[language];
    return {
      language,
      lead: [
        words.greeting(unlinked(name)),
        words.lead(sellerName),
        words.steps,
        { link: address, label: words.open },
        `${words.until(formats[language].date(link.validUntil))} ${words.yours}`,
      ],
      facts: [],
      attachments: { title: '', names: [] },
      contact: words.contact(issuer.name, wholePhone(issuer), issuer.emailAddress),
      footer: [
        [issuer.name, ...issuer.addressLines].join(', '),
        words.automatic,
        ...(issuer.notice === null ? [] : [issuer.notice[language]]),
      ],
    };
  });
  return {
    subject,
    text: `${parts.map(textOf).join(`\n\n${'-'.repeat(40)}\n\n`)}\n`,
    html: mailHtml({ subject, parts, brand: issuer }),
  };
}
