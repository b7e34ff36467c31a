import type { DocumentPrinter } from '../../documents/document-printer.ts';
import { fileNameOf } from '../../documents/file-name.ts';
import { issuerFor } from '../../documents/issuer.ts';
import { NotPrintable } from '../../documents/trial-printer.ts';
import { logoAddress, type OwnBrand } from '../../domain/brand/brand.ts';
import { addDays, type PlainDate } from '../../domain/calendar.ts';
import type { Language } from '../../domain/language.ts';
import type { MailKind } from '../../domain/mail/mail-kind.ts';
import { type OperatorRefusal, refuseOperator } from '../../domain/operator/operator-refusal.ts';
import type { Policy } from '../../domain/policy/policy.ts';
import { samplePolicy } from '../../domain/policy/sample-policy.ts';
import { planRefund } from '../../domain/refund/refund-plan.ts';
import { readBrand } from '../../store/brand/brand.ts';
import type { MailFacts } from '../../store/mail/mail.ts';
import { readCustomerTexts } from '../../store/reference/customer-texts.ts';
import { logoReference } from '../mail/mail-html.ts';
import { writeMail } from '../mail/mail-text.ts';
import type { Parts } from '../parts.ts';
import { linkAddress } from '../unpaid/link-secret.ts';

/** The mails that a customer can get, each once. */
export const previewMails = {
  policy: 'policy',
  receipt: 'receipt',
  amendment: 'amendment',
  cancellation: 'cancellation',
  refusal: 'refusal',
  'payment-link': 'payment link',
  lapse: 'lapse',
} as const satisfies Record<string, MailKind>;

export type PreviewMail = keyof typeof previewMails;

export type PreviewParts = Parts<'database' | 'printer' | 'publicUrl'>;

export interface PreviewAsked {
  readonly integrationId: string;
  readonly language: Language;
  readonly today: PlainDate;
}

/** Writes a mail of a sample sale as customers of the integration get it. Nothing is sent or stored. */
export async function previewMail(
  { database, printer, publicUrl }: PreviewParts,
  kind: PreviewMail,
  { integrationId, language, today }: PreviewAsked,
): Promise<{ readonly subject: string; readonly text: string; readonly html: string } | OperatorRefusal> {
  const found = await readBrand(database, { integrationId });
  if (found === null) return refuseOperator('NotFound');
  const policy = samplePolicy(language, today);
  const isAboutMoney = ['refusal', 'payment-link', 'lapse'].includes(kind);
  const mail = writeMail(
    {
      kind: previewMails[kind],
      facts: sampleFacts(kind, policy, today),
      link: isAboutMoney ? linkAddress(publicUrl, '…') : null,
      filenames: isAboutMoney ? [] : [fileNameOf(documents[kind as keyof typeof documents], policy, language)],
    },
    policy,
    issuerFor(printer.issuer, found.brand),
    (await readCustomerTexts(database))?.texts ?? null,
  );
  return { ...mail, html: shownHtml(mail.html, printer, found.brand) };
}

/** What a mail of this kind says besides the policy; null: nothing. */
function sampleFacts(kind: PreviewMail, policy: Policy, today: PlainDate): MailFacts | null {
  const amountCents = policy.totalWithTaxCents;
  switch (kind) {
    case 'refusal':
    case 'payment-link':
    case 'lapse':
      return {
        amountCents,
        maskedCardNumber: '4242 **** **** 4242',
        nextDay: addDays(today, 1),
        chargeOn: null,
        lastDay: addDays(today, 7),
      };
    case 'receipt':
      return { amountCents, by: 'card' };
    case 'cancellation':
      return sampleCancelled(policy, today);
    case 'policy':
    case 'amendment':
      return null;
  }
}

/** Cancels a policy that is paid by card, from a day ahead, so that its notice has most of the words. */
function sampleCancelled({ totalWithTaxCents: totalCents }: Policy, today: PlainDate) {
  const asked = { kind: 'pro-rata', cancelledOn: addDays(today, 30), usedDays: 'write-off' } as const;
  const charge = { on: today, chargeCents: totalCents };
  const collected = { by: 'card to come', ...charge, payments: [], goodwillCents: 0 } as const;
  const plan = planRefund({ ...asked, totalCents, refundCents: Math.floor(totalCents / 2), collected, today });
  return { ...asked, ground: 'VehicleSold', plan } as const;
}

const documents = {
  policy: 'declaration',
  receipt: 'receipt',
  amendment: 'amended-declaration',
  cancellation: 'cancellation',
} as const;

/** Prints the declaration of a sample sale. */
export async function previewDeclaration(
  { database, printer }: PreviewParts,
  { integrationId, language, today }: PreviewAsked,
): Promise<Buffer | OperatorRefusal> {
  const found = await readBrand(database, { integrationId });
  if (found === null) return refuseOperator('NotFound');
  const own = await readCustomerTexts(database);
  const texts = own === null ? {} : { texts: own.texts };
  return printer.tryOut(
    { kind: 'declaration', policy: samplePolicy(language, today), language, ...texts },
    found.brand,
  );
}

/** Whether documents can be made in this brand, and soon. Rejects with `Busy` if that can't be seen now. */
export async function canPrintBrand(printer: DocumentPrinter, brand: OwnBrand): Promise<boolean> {
  try {
    await printer.tryOut({ kind: 'declaration', policy: samplePolicy('en', '2026-01-01'), language: 'en' }, brand);
    return true;
  } catch (error) {
    if (error instanceof NotPrintable) return false;
    throw error;
  }
}

/** A mail for a page: the logo that comes with the mail stands in it. */
export function shownHtml(html: string, { issuer }: DocumentPrinter, brand: OwnBrand | null): string {
  const { logo } = issuerFor(issuer, brand);
  return logo === null ? html : html.replaceAll(logoReference, logoAddress(logo));
}
