import type { PlainDate } from '../domain/calendar.ts';
import type { ApplicationId, PaymentId } from '../domain/ids.ts';
import { read, write } from '../store/statement.ts';
import { isFreeSql } from '../store/work/work.ts';

/** Charges of the seller that were postponed are due now. One whose outcome is unknown stays so: it is asked about. */
export const makeChargesDue = write.runs<[{ readonly sellerId: string }]>(
  null,
  `UPDATE due_charge SET due_at = now()
   WHERE seller_id = :sellerId AND due_at > now() AND ${isFreeSql('due_charge')}`,
);

/** The minute's job asks about these soon, instead of when a slow processor should have answered. */
export const askSoon = write.runs<[{ readonly sellerId: string }]>(
  null,
  `UPDATE due_charge SET due_at = least(due_at, now() + interval '10 seconds') WHERE seller_id = :sellerId AND state IN ('charging', 'reported')`,
);

export const makeReversalsDue = write.runs<[{ readonly sellerId: string }]>(
  null,
  `UPDATE reversal SET due_at = now()
   FROM application
   WHERE application.id = reversal.application_id AND application.seller_id = :sellerId
     AND reversal.due_at > now() AND ${isFreeSql('reversal')}`,
);

/** More than a test leaves behind. */
const unclearMax = 200;

/** The seller's charges whose outcome is unknown. */
export const listUnclear = read.allRows<
  { readonly id: PaymentId; readonly applicationId: ApplicationId },
  [{ readonly sellerId: string }]
>(
  null,
  `SELECT card_payment_id AS id, application_id AS "applicationId"
   FROM due_charge
   WHERE seller_id = :sellerId AND state IN ('charging', 'reported')
   ORDER BY due_on, card_payment_id
   LIMIT ${unclearMax}`,
);

/** The days, up to one, on which cancellations of the seller's policies take effect, earliest first. */
export const daysOfCancellations = read.allValues<PlainDate, [{ readonly sellerId: string; readonly upTo: PlainDate }]>(
  null,
  `SELECT DISTINCT cancelled_on
   FROM cancellation
   WHERE seller_id = :sellerId AND in_effect_at IS NULL AND cancelled_on <= :upTo
   ORDER BY cancelled_on`,
);

/** Whether a reversal of the seller is to be tried, or is being tried. */
export const hasDueReversal = read.findsRow<[{ readonly sellerId: string }]>(
  null,
  `SELECT FROM reversal
   JOIN application ON application.id = reversal.application_id
   WHERE application.seller_id = :sellerId AND reversal.due_at <= now()
   LIMIT 1`,
);
