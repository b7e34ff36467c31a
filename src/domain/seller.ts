import type { Province } from './address/province.ts';
import type { PlainDate } from './calendar/calendar.ts';
import { dateIn } from './calendar/calendar.ts';
import type { Series } from './rating/vocabulary.ts';

export type PaymentMethod = 'REF' | 'FIN' | 'PW' | 'PFF' | 'CC';

/** The partner's software: what a client id and secret stand for. The rate limit counts per integration. */
export interface Integration {
  readonly id: string;
  readonly clientId: string;
  readonly secretHash: string;
  readonly name: string;
  readonly rateLimit: number | null;
  readonly isDisabled: boolean;
}

/** In whose name a quote is written: what a username and password stand for. */
export interface Seller {
  readonly id: string;
  readonly integration: Integration;
  readonly username: string;
  readonly passwordHash: string;
  readonly name: string;
  readonly province: Province;
  readonly series: readonly Series[];
  readonly paymentMethods: readonly PaymentMethod[];
  readonly requiresProducerCode: boolean;
  readonly isDisabled: boolean;
  /** Changes with the client secret and with the password; every token names it, so a rotation ends all tokens from before. */
  readonly credentialStamp: string;
  readonly todayFloor: PlainDate | null;
}

/** A disabled seller, or one of a disabled integration, may do nothing. */
export function isActive(seller: Seller): boolean {
  return !seller.isDisabled && !seller.integration.isDisabled;
}

/** "Today" is the calendar date in the seller's province; the sandbox's test clock can only move it forward. */
export function todayOf(seller: Pick<Seller, 'province' | 'todayFloor'>, now: Date): PlainDate {
  const today = dateIn(seller.province, now);
  return seller.todayFloor !== null && seller.todayFloor > today ? seller.todayFloor : today;
}
