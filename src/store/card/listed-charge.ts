import { entriesSql, refundWorkSql } from '../account/entries.ts';
import { chargeNowSql } from './due-charge.ts';

/**
 * The facts of a `ChargeRead`: what decides what the operator may do with the charge. A cover that ends by its term counts
 * as over a day late, because days begin at different times in different zones.
 */
export const chargeReadSql = `(
  SELECT json_build_object('now', ${chargeNowSql},
                           'owed', json_build_object(
                             'coverEndsOn', policy.cover_ends_on,
                             'isCancelled', EXISTS (SELECT FROM cancellation
                                                    WHERE cancellation.policy_number = policy.policy_number
                                                      AND cancellation.in_effect_at IS NOT NULL),
                             'entries', ${entriesSql}, 'refundWork', ${refundWorkSql},
                             'day', greatest(current_date, seller.today_floor) - 1))
  FROM policy
  JOIN seller ON seller.id = policy.seller_id
  WHERE policy.policy_number = due_charge.policy_number)`;
