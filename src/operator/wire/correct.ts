import { Type } from '@northbind/contract/type.ts';
import type { Static } from 'typebox';
import type { Cancellation } from '../../domain/cancellation/cancellation.ts';
import { cancellationGrounds, cancellationParties } from '../../domain/cancellation/cancellation-cause.ts';
import { usedDaysChoices } from '../../domain/cancellation/used-days.ts';
import type { AnyId } from '../../domain/ids.ts';
import type { Amendment } from '../../domain/policy/amendment.ts';
import { refundRoutes } from '../../domain/refund/refund-plan.ts';
import { failures } from '../../domain/work/failure.ts';
import { idOf } from '../kit/id.ts';
import { choice, reason } from './parts.ts';

/** Corrections in the operator's API. Where no answer is named, it is 204, and the jobs do the rest within seconds. */
const date = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' });
const emailAddress = Type.String({ maxLength: 254 });

/**
 * `POST /api/policies/:policyNumber/cancellation/preview` (support): what a cancellation would come to. Writes nothing.
 */
export const cancellationQuestion = Type.Object({
  kind: choice(['flat', 'pro-rata']),
  /** The first day without cover. */
  cancelledOn: date,
  /** Who asked for it; by default the customer. The insurer has to give the notice that the law asks for. */
  requestedBy: Type.Optional(choice(cancellationParties)),
  ground: Type.Optional(choice(cancellationGrounds)),
  /** What becomes of the cost of used days that nobody has paid; by default it is written off. */
  usedDays: Type.Optional(choice(usedDaysChoices)),
});
export type CancellationQuestion = Static<typeof cancellationQuestion>;

export interface CancellationPreview extends Omit<Cancellation, 'madeOn'> {
  readonly policyNumber: string;
  readonly effectiveDate: string;
  readonly expiryDate: string;
  /** What the policy cost, with tax. */
  readonly totalCents: number;
  /** The total less the refund: what the days until then have cost, as far as it was paid. */
  readonly keptCents: number;
  /** No day of cover stays paid: the whole price is given back, or not charged. */
  readonly givesEverythingBack: boolean;
  /** What the used days cost and nobody has paid: `usedDays` says what becomes of it; 0 otherwise. */
  readonly unpaidCents: number;
  /** The card that is refunded or will not be charged; null otherwise. */
  readonly card: { readonly cardType: string; readonly maskedCardNumber: string } | null;
  readonly loanNumber: string | null;
}

/**
 * `POST /api/policies/:policyNumber/cancellation` (support). Returns a `CancellationAnswer`. It also accepts what a
 * partner asked for; `POST /api/policies/:policyNumber/cancellation/decline` (support) declines it, with a reason that
 * the partner reads.
 */
export const cancellationOrder = Type.Object({
  ...cancellationQuestion.properties,
  reason,
  /** What the preview showed. When it would come to something else by now, it is refused: `CancellationChanged`. */
  shown: Type.Object({
    refundCents: Type.Integer({ minimum: 0, maximum: 1_000_000_000 }),
    route: Type.Optional(choice(refundRoutes)),
  }),
  /** The partner's request that it accepts: `RequestNotOpen` if that was taken back or replaced meanwhile. */
  requestId: Type.Optional(idOf<AnyId>()),
});
export type CancellationOrder = Static<typeof cancellationOrder>;

/** `requestId`: the request that is declined: `RequestNotOpen` if that was taken back or replaced meanwhile. */
export const declineOrder = Type.Object({ reason, requestId: Type.Optional(idOf<AnyId>()) });
export type DeclineOrder = Static<typeof declineOrder>;

export interface CancellationAnswer extends CancellationPreview {
  /** The cancellation notice: `GET /api/documents/:id/content`. */
  readonly documentId: string;
}

/**
 * `POST /api/policies/:policyNumber/rescission` (support): everything is given back, within the days of the law; after
 * them `RescissionOver`. Returns a `CancellationAnswer`; `…/rescission/preview` returns what it would come to.
 */
export const rescissionOrder = Type.Pick(cancellationOrder, ['shown']);
export type RescissionOrder = Static<typeof rescissionOrder>;

const fact = (maxLength: number) => Type.Optional(Type.String({ maxLength }));

/**
 * `POST /api/policies/:policyNumber/amendment` (support): corrects what does not change the price. Only what is named
 * changes. Returns the amendment; its declaration is mailed.
 */
export const amendmentOrder = Type.Object({
  reason,
  changes: Type.Object({
    firstOrCompanyName: fact(200),
    lastName: fact(200),
    addressLine1: fact(200),
    addressLine2: fact(200),
    city: fact(200),
    postalCode: fact(20),
    phoneNumber: fact(40),
    businessPhone: fact(40),
    emailAddress: fact(254),
    lienHolderId: fact(200),
    vin: fact(17),
    odometer: Type.Optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647 })),
  }),
});
export type AmendmentOrder = Static<typeof amendmentOrder>;

/** Its document is the amended declaration: `GET /api/documents/:id/content`. */
export type AmendmentMade = Amendment & { readonly documentId: string };

/**
 * `POST /api/work/:kind/:id/settle` (admin): a refund was given or a charge was paid outside, or a mail has arrived.
 * The reference is the number of a cheque or transfer, the processor's own, or the place in the mail server's log.
 * `POST /api/work/:kind/:id/retry` (support) takes a reason alone.
 */
export const settleOrder = Type.Object({
  reason,
  reference: Type.String({ maxLength: 100 }),
  /** The day on which a refund was paid; by default today. */
  on: Type.Optional(date),
  /** `processor` if the processor did make a charge, as its own console shows; by default `outside`. */
  by: Type.Optional(choice(['outside', 'processor'])),
});
export type SettleOrder = Static<typeof settleOrder>;

const selection = {
  /** Without it all stuck work of the kind, however it failed. */
  failure: Type.Optional(choice(failures)),
  /** `nextCursor` of the call before. */
  cursor: Type.Optional(idOf<AnyId>()),
};

/** `POST /api/work/:kind/retry` (support): the same for a selection of the kind's stuck work, 500 at a time. */
export const selectionRetryOrder = Type.Object({ reason, ...selection });

/** `POST /api/work/:kind/settle` (admin). */
export const selectionSettleOrder = Type.Object({ ...settleOrder.properties, ...selection });

export type { SelectionDone } from '../../domain/work/needs-person.ts';

/** `PUT /api/due-charges/:paymentId/date` (support): from tomorrow to 60 days ahead, by the seller's day. */
export const dueDateOrder = Type.Object({ reason, dueOn: date });
export type DueDateOrder = Static<typeof dueDateOrder>;

/**
 * `POST /api/policies/:policyNumber/payment-link` (support): for a policy whose charge was refused. Without a day the
 * amount is charged at once. `isShown`: the link is in the answer, once, instead of in a mail to the customer.
 */
export const paymentLinkOrder = Type.Object({
  reason,
  chargeOn: Type.Optional(date),
  days: Type.Integer({ minimum: 1, maximum: 30 }),
  isShown: Type.Boolean(),
});
export type PaymentLinkOrder = Static<typeof paymentLinkOrder>;

/** The last day on which it can be used, and its address if it was to be shown. */
export interface PaymentLinkSent {
  readonly lastDay: string;
  readonly address: string | null;
}

/** `POST /api/policies/:policyNumber/documents/resend` (support). Without an address: the policy's own. */
export const documentsResendOrder = Type.Object({ reason, toAddress: Type.Optional(emailAddress) });
export type DocumentsResendOrder = Static<typeof documentsResendOrder>;

/** `PUT /api/policies/:policyNumber/email-address` (support): for this policy's mails from now on. */
export const emailAddressOrder = Type.Object({ reason, emailAddress });
export type EmailAddressOrder = Static<typeof emailAddressOrder>;

/** Mails that had not gone out, or had not arrived, and are now due to the new address. */
export interface EmailAddressChanged {
  readonly mailsMoved: number;
}
