import { formats } from '../../documents/formats.ts';
import type { OwnBrand } from '../../domain/brand/brand.ts';
import { waitAfterDeclines } from '../../domain/card/declines.ts';
import { customerLanguages } from '../../domain/document/customer-languages.ts';
import type { PaymentId } from '../../domain/ids.ts';
import type { Language } from '../../domain/language.ts';
import { type Seller, todayOf } from '../../domain/partner/seller.ts';
import { chargeDayOf, checkoutsMax, type LinkState } from '../../domain/unpaid/payment-link.ts';
import { vehicleName } from '../../domain/vehicle/vehicle.ts';
import type { CallContext } from '../../ports/outcome.ts';
import { decideCardPayment, insertCardPayment, readCardPayment } from '../../store/card/card-payment.ts';
import { transact } from '../../store/database.ts';
import type { ReferenceVersion } from '../../store/reference/keeper.ts';
import {
  findCheckout,
  lockLink,
  type PaymentLink,
  pendingCheckouts,
  readLinkBySecret,
} from '../../store/unpaid/payment-link.ts';
import { authorize } from '../card/card-confirm.ts';
import { hashTicket } from '../card/card-start.ts';
import { cardsOf } from '../card/cards-of.ts';
import { type ChargeDueParts, chargeDue } from '../card/charge-due.ts';
import { resolveAbandonedCheckout } from '../card/sweep-card-payments.ts';
import { newId } from '../new-id.ts';
import type { Parts } from '../parts.ts';
import { runStep } from '../points.ts';
import { retryOnReferenceChange } from '../reference/retry-on-reference-change.ts';
import { stateOfLink } from './link-state.ts';
import { takeLinkCard } from './take-link-card.ts';

/*
 * The customer's side of a payment link, which is a card payment like the partner's: a checkout is opened and its
 * payment stored (a hold for a charge today, a saved card for a later day), the customer types the card into the
 * processor's form, and the card is read. Taking it makes it the card of the policy's charge, in one transaction; the
 * charge itself is the durable work that charges every scheduled card. So the customer pays once, whatever dies in
 * between: a checkout that nobody asks about any more is read by the sweep, and a second card that was given meanwhile
 * is released by it.
 */

export type PayByLinkParts = ChargeDueParts & Parts<'cardTicketMinutes' | 'declineLimits'>;

/** What the page shows, in its language. */
export interface LinkView {
  readonly state: LinkState;
  readonly language: Language;
  readonly policyNumber: string;
  readonly vehicle: string;
  readonly amount: string;
  /** Whether the policy's present card was refused, and not only never charged. */
  readonly isUnpaidByRefusal: boolean;
  /** Its last digits; null if they are not known. */
  readonly lastDigits: string | null;
  /** The later day on which the card is charged; null: at once. */
  readonly chargeDay: string | null;
  /** The last card that was typed was refused. */
  readonly wasRefused: boolean;
  /** The brand of the seller's integration; null if it has none of its own. */
  readonly brand: OwnBrand | null;
}

/** Returns null if there is no link of this secret. Changes nothing: mail programs open links, too. */
export async function viewLink(parts: PayByLinkParts, { secret, language, now }: LinkAsked): Promise<LinkView | null> {
  const found = await findLink(parts, secret);
  return found && viewOf(parts, found, language, now);
}

export interface LinkAsked {
  readonly secret: string;
  /** Null: the page is in the customer's own. */
  readonly language: Language | null;
  readonly now: Date;
}

export type LinkCheckout =
  | { readonly kind: 'opened'; readonly view: LinkView; readonly ticket: string }
  /** There is nothing to pay, or it can't be paid by this link. */
  | { readonly kind: 'closed'; readonly view: LinkView }
  | { readonly kind: 'wait' | 'unreachable'; readonly view: LinkView };

/** Opens a checkout. A card that was given in an earlier one is taken first. */
export function startLinkCheckout(
  parts: PayByLinkParts,
  asked: LinkAsked,
  context: CallContext,
): Promise<LinkCheckout | null> {
  return retryOnReferenceChange(
    () => judgeAndOpen(parts, asked, context),
    () => parts.refreshReference().then(() => true),
  );
}

async function judgeAndOpen(
  parts: PayByLinkParts,
  { secret, language, now }: LinkAsked,
  context: CallContext,
): Promise<LinkCheckout | null> {
  const judgedBy = parts.reference().version;
  const before = await findLink(parts, secret);
  if (before === null) return null;
  if (!(await decideEarlier(parts, before, now)))
    return { kind: 'unreachable', view: viewOf(parts, before, language, now) };
  const found = (await findLink(parts, secret)) ?? before;
  const view = viewOf(parts, found, language, now);
  if (view.state !== 'open') return { kind: 'closed', view };
  if (waitAfterDeclines(found.link.declinedAt, now, parts.declineLimits) !== null) return { kind: 'wait', view };
  const ticket = await openCheckout(parts, found, { now, language: view.language, judgedBy }, context);
  if (ticket === 'used up') return { kind: 'closed', view: { ...view, state: 'used up' } };
  return ticket === null ? { kind: 'unreachable', view } : { kind: 'opened', view, ...ticket };
}

/**
 * Reads what the customer has done with the checkout, takes the card, and charges it if its day has come. Returns
 * whether the processor could be asked, and whether it declined the card. The page then shows the link as it is.
 */
export async function confirmLinkCheckout(
  parts: PayByLinkParts,
  { secret, ticket, now }: { readonly secret: string; readonly ticket: string; readonly now: Date },
  context: CallContext,
): Promise<'read' | 'declined' | 'unreachable'> {
  const found = await findLink(parts, secret);
  const payment = found && (await findPayment(parts, found, ticket));
  if (found === null || payment === null || payment.status !== 'Pending') return 'read';
  const outcome = await runStep(parts, { context, claim: null }, 'read', () =>
    cardsOf(parts.cards, payment.processor).readCheckout({ key: payment.id, ticket }, context),
  );
  if (outcome.kind !== 'done') return 'unreachable';
  switch (outcome.value.kind) {
    case 'pending':
      return 'read';
    case 'cancelled':
      await decideCardPayment(parts.database, payment.id, { status: 'Cancelled' }, now);
      return 'read';
    case 'declined':
      await decideCardPayment(parts.database, payment.id, { status: 'Declined' }, now);
      return 'declined';
    case 'approved': {
      const decision = authorize(parts, outcome.value, payment, { seller: found.seller, now });
      const status = await runStep(parts, { context, claim: null }, 'take', () =>
        takeLinkCard(parts, payment, decision, { now, today: todayOf(found.seller, now) }),
      );
      if (status === 'Scheduled') await chargeDue(parts, [found.seller], now, undefined, { only: payment.id });
      return 'read';
    }
  }
}

interface FoundLink {
  readonly link: PaymentLink;
  readonly seller: Seller;
}

async function findLink({ database, reference }: PayByLinkParts, secret: string): Promise<FoundLink | null> {
  const link = await readLinkBySecret(database, { secretHash: hashTicket(secret) });
  const seller = link && reference().sellers.byId.get(link.sellerId);
  return link && seller ? { link, seller } : null;
}

/** Returns false if the processor can't be asked. */
async function decideEarlier(parts: PayByLinkParts, { link, seller }: FoundLink, now: Date): Promise<boolean> {
  const { applicationId } = link.policy;
  for (const id of await pendingCheckouts(parts.database, { applicationId })) {
    const payment = await readCardPayment(parts.database, { sellerId: link.sellerId, applicationId, id });
    if (payment === null) continue;
    const cards = cardsOf(parts.cards, payment.processor);
    const decided = await resolveAbandonedCheckout({ ...parts, cards }, payment, { seller, now, isOver: false });
    if (decided === 'unclear') return false;
    if (decided === 'decided') await chargeDue(parts, [seller], now, undefined, { only: id });
  }
  return true;
}

interface OpenAsked {
  readonly now: Date;
  readonly language: Language;
  readonly judgedBy: ReferenceVersion;
}

/** Returns null if the processor is away. */
async function openCheckout(
  parts: PayByLinkParts,
  { link, seller }: FoundLink,
  { now, language, judgedBy }: OpenAsked,
  context: CallContext,
): Promise<{ readonly ticket: string } | 'used up' | null> {
  const { policy, amountCents } = link;
  const { applicationId, coverageCategory, paymentTermInYears, products } = policy;
  const today = todayOf(seller, now);
  const chargeDate = chargeDayOf(link, today) ?? today;
  const holdCents = chargeDate === today ? amountCents : 0;
  const paymentId = newId<PaymentId>();
  const checkout = {
    key: paymentId,
    customerReference: applicationId,
    amountCents: holdCents,
    language,
    ticketMinutes: parts.cardTicketMinutes,
  };
  const opened = await runStep(parts, { context, claim: null }, 'open', () =>
    parts.cards.openCheckout(checkout, context),
  );
  // No card was used: the customer may start again.
  if (opened.kind !== 'done') return null;
  const { ticket } = opened.value;
  const payment = {
    id: paymentId,
    applicationId,
    sellerId: link.sellerId,
    processor: parts.cards.name,
    ticketHash: hashTicket(ticket),
    ticketExpiresAt: new Date(now.getTime() + parts.cardTicketMinutes * 60_000),
    coverageCategory,
    paymentTermInYears,
    productTypes: products.map(({ productType }) => productType),
    totalCents: amountCents,
    holdCents,
    chargeDate,
    startedAt: now,
    isByLink: true,
    isOfPage: false,
  };
  const isKept = await runStep(parts, { context, claim: null }, 'keep', () =>
    transact(parts.database, async (tx) => {
      // Counted again: others may have been opened meanwhile. Without its ticket, nobody can use the form.
      if (((await lockLink(tx, applicationId))?.checkouts ?? checkoutsMax) >= checkoutsMax) return false;
      return insertCardPayment(tx, payment, judgedBy);
    }),
  );
  return isKept ? { ticket } : 'used up';
}

async function findPayment({ database }: PayByLinkParts, { link: { policy, sellerId } }: FoundLink, ticket: string) {
  const id = await findCheckout(database, { applicationId: policy.applicationId, ticketHash: hashTicket(ticket) });
  return id === null ? null : readCardPayment(database, { sellerId, applicationId: policy.applicationId, id });
}

function viewOf(parts: PayByLinkParts, { link, seller }: FoundLink, asked: Language | null, now: Date) {
  const { policy, charge } = link;
  const language = asked ?? customerLanguages(policy)[0];
  const { money, date } = formats[language];
  const today = todayOf(seller, now);
  const state = stateOfLink(parts, link, { today, now });
  const day = state === 'scheduled' ? charge.dueOn : chargeDayOf(link, today);
  return {
    state,
    language,
    policyNumber: policy.policyNumber,
    vehicle: vehicleName(policy.inputs.vehicle, language),
    amount: money(link.amountCents),
    isUnpaidByRefusal: link.wasRefused,
    lastDigits: /\d{4}$/.exec(link.maskedCardNumber ?? '')?.[0] ?? null,
    chargeDay: day && date(day),
    wasRefused: link.lastRefusedAt !== null || (link.isCardTaken && state === 'open' && link.wasRefused),
    brand: link.brand,
  };
}
