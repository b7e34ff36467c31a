import { formats } from '../../documents/formats.ts';
import { type Issuer, issuerFor } from '../../documents/issuer.ts';
import { nameOf } from '../../documents/parties.ts';
import { wholePhone } from '../../domain/brand/brand.ts';
import type { TextsByName } from '../../domain/customer-text/customer-texts.ts';
import { replaceWords } from '../../domain/customer-text/replace-words.ts';
import { customerLanguages } from '../../domain/document/customer-languages.ts';
import type { Language } from '../../domain/language.ts';
import type { Seller } from '../../domain/partner/seller.ts';
import type { RefusalCode } from '../../domain/refusal.ts';
import { vehicleName } from '../../domain/vehicle/vehicle.ts';
import {
  finishLetter,
  finishPurchase,
  type PurchaseLetter,
  purchaseWork,
  readLetter,
  type TakenPurchase,
} from '../../store/sale-link/purchase.ts';
import { mailHtml } from '../mail/mail-html.ts';
import { textOf } from '../mail/mail-text.ts';
import type { Parts } from '../parts.ts';
import { openSecret } from '../unpaid/ensure-link.ts';
import { failedBy } from '../work/failed-by.ts';
import { type Ending, runDueWork } from '../work/run-due-work.ts';
import { type LetterWords, letterPlaces, letterWords, reasonIn } from './letter-words.ts';
import { type OpenLinkParts, openSaleLink } from './open-link.ts';
import { saleAddress } from './sale-links.ts';

export type SendLetterParts = OpenLinkParts & Parts<'mailer' | 'issuer' | 'log' | 'linkBox' | 'publicUrl' | 'clock'>;

// The waits are those of a policy's mails: short at first, and the last try comes after 2.7 days.
const waitMinutes = [1, 5, 15, 60, 4 * 60, 12 * 60, 24 * 60, 24 * 60] as const;

// A mailer takes less for one mail: else another instance would send it meanwhile.
const leaseSeconds = 600;
const batchMax = 25;
const lanes = 4;
// The letter waits so long for a purchase that was begun since.
const askAgainSeconds = 30;

/** One run of the job, on any instance: a mail server that is slow or away keeps no purchase waiting. */
export async function sendLetters(parts: SendLetterParts, signal?: AbortSignal): Promise<void> {
  const take = () => purchaseWork.take(parts.database, leaseSeconds, null, { isTelling: true });
  const handle = (purchase: TakenPurchase): Promise<Ending> => sendLetter(parts, purchase);
  await runDueWork({ take, handle, trySeconds: leaseSeconds, batchMax, lanes }, signal);
}

/**
 * Tells a customer that nothing was bought. A letter that may have arrived is sent again: twice is better than never,
 * and its message id is the same. Who has a policy by now, or is about to, is told by its mail.
 */
export async function sendLetter(parts: SendLetterParts, purchase: TakenPurchase): Promise<Ending> {
  const { database, mailer, log } = parts;
  const facts = { purchaseId: purchase.id, applicationId: purchase.applicationId };
  const letter = (await readLetter(database, { id: purchase.id }))!;
  if (letter.sale === 'bought') {
    await finishPurchase(database, purchase);
    log.info('letter not needed', facts);
    return 'ended';
  }
  if (letter.sale === 'being bought') {
    await purchaseWork.postpone(database, purchase, {
      failure: 'waiting',
      cause: 'it is being bought again',
      waitSeconds: askAgainSeconds,
    });
    return 'open';
  }
  // Sellers are never deleted.
  const seller = parts.reference().sellers.byId.get(purchase.sellerId)!;
  const issuer = issuerFor(parts.issuer, letter.brand);
  const address = await addressOf(parts, letter);
  const written = write({ letter, seller, issuer, address, own: parts.reference().customerTexts?.texts ?? null });
  const { name, emailAddress } = issuer;
  const outcome = await mailer.send({
    key: purchase.id,
    to: letter.to,
    fromName: name,
    ...written,
    attachments: [],
    ...(emailAddress !== parts.issuer.emailAddress && { replyTo: emailAddress }),
  });
  if (outcome.kind === 'done') {
    await finishLetter(database, purchase, withoutSecret(parts, written, address));
    log.info('letter sent', facts);
    return 'ended';
  }
  const failed = failedBy(outcome);
  const minutes = outcome.kind === 'refused' ? undefined : waitMinutes[purchase.attempts - 1];
  if (minutes === undefined) {
    log.error('letter given up', { ...facts, ...failed });
    await purchaseWork.giveUp(database, purchase, failed);
    return 'ended';
  }
  await purchaseWork.postpone(database, purchase, { ...failed, waitSeconds: minutes * 60 });
  return 'unreachable';
}

/** Returns the address at which the customer can try again; null: the link can't be used any more, or its key was lost. */
async function addressOf(parts: SendLetterParts, { sealedSecret }: PurchaseLetter): Promise<string | null> {
  const secret = openSecret(parts.linkBox, sealedSecret);
  const found = secret === null ? null : await openSaleLink(parts, secret, parts.clock());
  return secret !== null && found?.kind === 'usable' ? saleAddress(parts.publicUrl, secret) : null;
}

interface Writing {
  readonly letter: PurchaseLetter;
  readonly seller: Seller;
  readonly issuer: Issuer;
  readonly address: string | null;
  /** The operator's own words in place of built-in ones; null: it has none. */
  readonly own: TextsByName | null;
}

function write({ letter, seller, issuer, address, own }: Writing) {
  const { totalCents, isFinanced, refusals } = letter;
  const inputs = { ...letter.inputs, ...(letter.pageLanguage && { language: letter.pageLanguage }) };
  const languages = customerLanguages(
    { seller, inputs: letter.inputs.language ? letter.inputs : inputs },
    issuer.languages,
  );
  const wordsIn = (language: Language) => replaceWords(letterWords[language], letterPlaces, language, own);
  const subject = languages.map((language) => wordsIn(language).subject).join(' / ');
  const parts = languages.map((language) => {
    const words = wordsIn(language);
    const vehicle = vehicleName(letter.inputs.vehicle, language);
    const amount = formats[language].money(totalCents);
    const code = refusals[0]?.code ?? null;
    return {
      language,
      lead: [
        words.greeting(nameOf(letter.inputs.applicant)),
        words.lead(vehicle, reasonIn(language, code)),
        moneyText({ amount, isFinanced, isGivenBack: givenBack.includes(code) }, words),
        ...(address === null ? [words.ask] : [words.again, { link: address, label: words.open }]),
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

interface Money {
  readonly amount: string;
  readonly isFinanced: boolean;
  readonly isGivenBack: boolean;
}

function moneyText({ amount, isFinanced, isGivenBack }: Money, words: LetterWords): string {
  if (isFinanced) return isGivenBack ? words.loanReversed : words.noLoan;
  return isGivenBack ? words.chargeReversed(amount) : words.notCharged(amount);
}

/** The money moved, and is given back. */
const givenBack: readonly (RefusalCode | null)[] = ['BindFailedAfterCardCapture', 'BindFailedAfterFinancing'];

/** What is kept of it: whoever reads it there can't buy. */
function withoutSecret<T extends { readonly text: string; readonly html: string }>(
  { publicUrl }: SendLetterParts,
  letter: T,
  address: string | null,
): T {
  if (address === null) return letter;
  const hidden = saleAddress(publicUrl, '…');
  return { ...letter, text: letter.text.replaceAll(address, hidden), html: letter.html.replaceAll(address, hidden) };
}
