import { createHash } from 'node:crypto';
import type { PlainDate } from '../../domain/calendar.ts';
import { mayChargeOn } from '../../domain/card/card-payment.ts';
import { waitAfterDeclines } from '../../domain/card/declines.ts';
import type { PaymentId } from '../../domain/ids.ts';
import type { Language } from '../../domain/language.ts';
import type { Cents } from '../../domain/money.ts';
import { isPaidBy } from '../../domain/payment-method.ts';
import { type Refused, refusal, refused } from '../../domain/refusal.ts';
import { cardFormsMax } from '../../domain/sale-link/sale-link.ts';
import type { CallContext } from '../../ports/outcome.ts';
import { insertCardPayment } from '../../store/card/card-payment.ts';
import type { Tx } from '../../store/database.ts';
import type { ReferenceVersion } from '../../store/reference/keeper.ts';
import { countCardForm, uncountCardForm } from '../../store/sale-link/sale-link.ts';
import { writeOnce } from '../call/idempotent-call.ts';
import { newId } from '../new-id.ts';
import type { Parts } from '../parts.ts';
import { type CoverageChoice, chooseCoverage } from '../quote/choose-coverage.ts';
import { judgeTax } from '../tax/judge-tax.ts';

export type CardStartParts = Parts<'database' | 'reference' | 'cards' | 'cardTicketMinutes' | 'declineLimits'>;

export interface CardStartAsked extends CoverageChoice {
  readonly now: Date;
  /** The reference data by which the seller was admitted. */
  readonly judgedBy: ReferenceVersion;
  /** The language of the call; that of the customer comes first. */
  readonly language: Language;
  /** Defaults to the effective date. */
  readonly chargeDate: PlainDate | null;
  /** Whether a customer asks, on the page of a sale link. */
  readonly isOfPage: boolean;
  /** Keeps the answer in the transaction of the payment; null for a call without a key. */
  readonly keep: ((tx: Tx, payment: StartedPayment) => Promise<void>) | null;
}

export type CardStartResult =
  | { readonly kind: 'started'; readonly payment: StartedPayment }
  | Refused
  /** Too many cards were declined. */
  | { readonly kind: 'wait'; readonly seconds: number };

export interface StartedPayment {
  readonly paymentId: PaymentId;
  readonly ticket: string;
  readonly amountCents: Cents;
  readonly chargeDate: PlainDate;
  readonly expiresAt: Date;
}

/**
 * Opens a hosted checkout for a choice of coverage. For a charge today, the checkout holds the amount. For a later
 * charge, the card is verified and saved, and the amount is zero. The payment is stored after the checkout was opened:
 * a crash in between leaves an unused ticket at the processor, which expires.
 */
export async function startCardPayment(
  parts: CardStartParts,
  asked: CardStartAsked,
  context: CallContext,
): Promise<CardStartResult> {
  const { seller, today, now } = asked;
  if (!seller.paymentMethods.some((method) => isPaidBy('card', method)))
    return refused(refusal('PaymentMethodNotAvailableForSeller'));
  if (parts.cards.isMissing === true) return refused(refusal('CardPaymentNotAvailableForSeller'));
  const chosen = await chooseCoverage(parts, asked);
  if (chosen.kind === 'refused') return chosen;
  const { application, selection } = chosen;
  const chargeDate = asked.chargeDate ?? application.effectiveDate;
  const verdict = mayChargeOn(chargeDate, today, application.effectiveDate);
  if (!verdict.ok) return refused(verdict.refusal);
  const tax = judgeTax(parts.reference().tariffs, {
    seller,
    quoted: application,
    coverageCategory: asked.coverageCategory,
    products: selection.products,
    paidOn: chargeDate,
    field: 'chargeDate',
  });
  if (tax.length > 0) return refused(...tax);
  const seconds = waitAfterDeclines(application.declinedAt, now, parts.declineLimits);
  if (seconds !== null) return { kind: 'wait', seconds };

  // This comes before the processor is asked, so that several windows or instances at once open no more than the link may.
  if (
    application.isOfLink &&
    !(await countCardForm(parts.database, { applicationId: application.id, countMax: cardFormsMax }))
  )
    return refused(refusal('SaleLinkCardFormsUsedUp', 'applicationId', { max: cardFormsMax }));
  const paymentId = newId<PaymentId>();
  const amountCents = chargeDate === today ? selection.totalWithTaxCents : 0;
  const opened = await parts.cards.openCheckout(
    {
      key: paymentId,
      customerReference: application.id,
      amountCents,
      language: application.inputs.language ?? asked.language,
      ticketMinutes: parts.cardTicketMinutes,
    },
    context,
  );
  // No card was used: the partner may start again.
  if (opened.kind !== 'done') {
    if (application.isOfLink) await uncountCardForm(parts.database, { applicationId: application.id });
    return refused(refusal('CardPaymentUnavailable'));
  }

  const expiresAt = new Date(now.getTime() + parts.cardTicketMinutes * 60_000);
  const { keep } = asked;
  const keepStarted =
    keep && (async (tx: Tx, made: StartedPayment | null) => (made === null ? undefined : keep(tx, made)));
  const payment = await writeOnce(parts.database, keepStarted, async (tx) => {
    const made = {
      id: paymentId,
      applicationId: application.id,
      sellerId: seller.id,
      processor: parts.cards.name,
      ticketHash: hashTicket(opened.value.ticket),
      ticketExpiresAt: expiresAt,
      coverageCategory: asked.coverageCategory,
      paymentTermInYears: asked.paymentTermInYears,
      productTypes: selection.products.map(({ productType }) => productType),
      totalCents: selection.totalWithTaxCents,
      holdCents: amountCents,
      chargeDate,
      startedAt: now,
      isByLink: false,
      isOfPage: asked.isOfPage,
    };
    const isInserted = await insertCardPayment(tx, made, asked.judgedBy);
    return isInserted ? { paymentId, ticket: opened.value.ticket, amountCents, chargeDate, expiresAt } : null;
  });
  // Erased while the checkout was opened. Its ticket is given to nobody, so nobody can use it.
  if (payment === null) return refused(refusal('ApplicationNotFound', 'applicationId'));
  return { kind: 'started', payment };
}

/** A ticket has at least 128 random bits, so a plain hash is enough. */
export function hashTicket(ticket: string): Buffer {
  return createHash('sha256').update(ticket).digest();
}
