import type { SellerName } from '../list/sale-rows.ts';

/** Policies by the state of their money, and what is to be charged for them. */
export interface OpenCharges {
  readonly count: number;
  readonly amountCents: number;
}

/** The dashboard, from roll-ups. */
export interface Dashboard {
  readonly from: string;
  readonly to: string;
  readonly sellerId: string | null;
  /** Each day of the range adds up all sellers. A day is the seller's own. */
  readonly days: readonly (DaySales & { readonly day: string })[];
  /** The whole range by seller, most premium first, at most 100. */
  readonly sellers: readonly (DaySales & { readonly seller: SellerName })[];
  /** Day by day of the first 8 of these sellers; days without a sale are left out. */
  readonly daysBySeller: readonly (DaySales & { readonly day: string; readonly sellerId: string })[];
  /** Open charges are those of now, whatever the range is. */
  readonly openCharges: Readonly<Record<'Scheduled' | 'Unpaid', OpenCharges>>;
  /** Error codes by integration over the range, most frequent first, at most 200. Days are UTC's. */
  readonly errors: readonly CodeCount[];
  /**
   * Answer times are counted for all sellers, whatever `sellerId` says: by hour up to 3 days, by day beyond, in UTC.
   */
  readonly latency: {
    readonly grain: 'hour' | 'day';
    readonly points: readonly LatencyPoint[];
  };
}

export interface DaySales {
  /** First quotes; revisions do not count. */
  readonly quotes: number;
  readonly binds: number;
  /** The premium does not include tax. */
  readonly premiumCents: number;
  readonly totalCents: number;
  /** Binds by quotes of the same days; null without a quote. Can pass 1: a bind may follow days after its quote. */
  readonly conversion: number | null;
}

export interface CodeCount {
  /** Null for calls without a valid token. */
  readonly integration: { readonly id: string; readonly name: string } | null;
  readonly code: string;
  readonly count: number;
}

export interface LatencyPoint {
  readonly since: string;
  readonly operation: string;
  readonly count: number;
  /** Exact to a fifth. */
  readonly p50Ms: number;
  readonly p99Ms: number;
}
