import type { PlainDate } from '../../domain/calendar.ts';
import type { Province } from '../../domain/province.ts';
import type { CoverageCategory, Series } from '../../domain/quote/vocabulary.ts';

/** What of a policy, or of a quote that is to become one, decides how it is taxed. */
export interface TaxedPolicy {
  readonly province: Province;
  readonly series: Series;
  readonly coverageCategory: CoverageCategory;
  readonly products: readonly { readonly productType: string }[];
  /** The day whose rates are in the price. */
  readonly quotedOn: PlainDate;
  readonly rateBookVersion: string;
  readonly taxTableVersion: string;
  /** A cancellation has ended its cover: what is still paid is for past days, which no later tax concerns. */
  readonly isOver?: boolean;
}

/** Selects a `TaxedPolicy` as JSON, of the policy with that number. */
export const taxedPolicySql = (policyNumber: string): string => `(
  SELECT json_build_object('province', seller.province, 'series', policy.snapshot -> 'series',
                           'coverageCategory', policy.snapshot -> 'coverageCategory', 'products', policy.snapshot -> 'products',
                           'quotedOn', application.quoted_on, 'rateBookVersion', application.rate_book_version,
                           'taxTableVersion', application.tax_table_version,
                           'isOver', EXISTS (SELECT FROM cancellation
                                             WHERE cancellation.policy_number = policy.policy_number AND in_effect_at IS NOT NULL))
  FROM policy
  JOIN application ON application.id = policy.application_id
  JOIN seller ON seller.id = policy.seller_id
  WHERE policy.policy_number = ${policyNumber})`;
