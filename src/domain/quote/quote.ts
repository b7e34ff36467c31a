import type { PlainDate } from '../calendar.ts';
import type { Language } from '../language.ts';
import type { VehicleConfiguration } from '../vehicle/vehicle.ts';
import type { QuoteOptions } from './quote-options.ts';
import type { PurchaseMethod, Series } from './vocabulary.ts';

/** A stored quote: the request, the applicant, and every price shown. */
export interface Quote {
  readonly series: Series;
  readonly effectiveDate: PlainDate;
  readonly quotedOn: PlainDate;
  readonly rateBookVersion: string;
  readonly taxTableVersion: string;
  readonly inputs: QuoteInputs;
  readonly options: QuoteOptions;
}

export interface QuoteInputs {
  readonly vehicle: VehicleConfiguration;
  readonly odometer: number;
  readonly purchaseMethod: PurchaseMethod;
  readonly producerCode: string | null;
  /** Plus only: the dealer as it was on the day of the quote, and the dealer contact. */
  readonly dealer: (Place & { readonly contact: DealerContact }) | null;
  /** Lease and finance only: the lienholder as it was on the day of the quote. */
  readonly lienHolder: Place | null;
  readonly applicant: Applicant;
  /** What the partner sent along; null where it did not. */
  readonly partnerReference: string | null;
  readonly language: Language | null;
  readonly vehiclePurchase: VehiclePurchase | null;
  readonly primaryInsurer: PrimaryInsurer | null;
}

/** What a claim for a replacement needs to know. */
export interface VehiclePurchase {
  /** The price is in dollars and does not include tax. */
  readonly price: number;
  readonly date: PlainDate;
  readonly condition: VehicleCondition;
}

export type VehicleCondition = 'New' | 'Used' | 'Demonstrator';

export interface PrimaryInsurer {
  readonly name: string;
  readonly policyNumber: string;
}

export interface Place {
  readonly id: string;
  readonly name: string;
  readonly city: string;
  readonly postalCode: string;
}

export interface DealerContact {
  readonly name: string;
  readonly emailAddress: string | null;
  readonly phoneNumber: string | null;
}

/** The named insured. Names are stored exactly as sent, in any script. */
export interface Applicant {
  readonly isCompany: boolean;
  readonly firstOrCompanyName: string;
  readonly lastName: string | null;
  readonly addressLine1: string;
  readonly addressLine2: string | null;
  readonly city: string;
  readonly postalCode: string;
  readonly phoneNumber: string;
  readonly businessPhone: string | null;
  readonly emailAddress: string;
}
