import { dateIn, type PlainDate } from '../calendar.ts';
import type { PaymentMethod } from '../payment-method.ts';
import type { Province } from '../province.ts';
import type { Series } from '../quote/vocabulary.ts';

/** A rotated secret, valid until its overlap ends. */
export interface PreviousSecret {
  readonly hash: string;
  readonly until: Date;
}

/** The partner's software, identified by client id and secret. The rate limit counts per integration. */
export interface Integration {
  readonly id: string;
  readonly clientId: string;
  readonly secretHash: string;
  readonly previousSecret: PreviousSecret | null;
  readonly name: string;
  readonly rateLimit: number | null;
  /** Whether a vehicle that a policy of the integration covers can't be sold another one. */
  readonly refusesSecondPolicy: boolean;
  readonly isDisabled: boolean;
}

/** The party that quotes, identified by username and password. */
export interface Seller {
  readonly id: string;
  readonly integration: Integration;
  readonly username: string;
  readonly passwordHash: string;
  readonly previousPassword: PreviousSecret | null;
  readonly name: string;
  readonly province: Province;
  readonly series: readonly Series[];
  readonly paymentMethods: readonly PaymentMethod[];
  readonly requiresProducerCode: boolean;
  /** Whether a bind must say that the customer has acknowledged what is required. */
  readonly requiresAcknowledgements: boolean;
  readonly isDisabled: boolean;
  /** Changes with the client secret and the password; every token contains the stamp of its credentials. */
  readonly credentialStamp: string;
  /** The stamps of every pair with a rotated secret or password; their tokens end with the overlap. */
  readonly previousStamps: readonly PreviousStamp[];
  readonly todayFloor: PlainDate | null;
}

export interface PreviousStamp {
  readonly stamp: string;
  readonly until: Date;
}

/** Returns whether the credentials of this stamp are still valid. */
export function isStampGood(
  seller: Pick<Seller, 'credentialStamp' | 'previousStamps'>,
  stamp: string,
  now: Date,
): boolean {
  if (stamp === seller.credentialStamp) return true;
  return seller.previousStamps.some((previous) => previous.stamp === stamp && previous.until > now);
}

/** Returns whether neither the seller nor its integration is disabled. */
export function isActive(seller: Seller): boolean {
  return !seller.isDisabled && !seller.integration.isDisabled;
}

/** "Today" is the calendar date in the seller's province; the sandbox's test clock can only move it forward. */
export function todayOf(seller: Pick<Seller, 'province' | 'todayFloor'>, now: Date): PlainDate {
  const today = dateIn(seller.province, now);
  return seller.todayFloor !== null && seller.todayFloor > today ? seller.todayFloor : today;
}
