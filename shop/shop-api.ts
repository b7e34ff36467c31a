import type {
  Applicant,
  BankAccount,
  BindRequest,
  BoundFinancing,
  DealerContact,
  Disclosure,
  ErrorItem,
  Language,
  Quote,
  QuoteRequest,
  Vehicle,
  VehicleConfigurationsQuery,
} from '@northbind/sdk';

/** The API between the shop's page and its server. Types only: neither side runs code of the other. */

export interface ShopFacts {
  readonly isSandbox: boolean;
  readonly province: string;
  /** The date in the seller's province. */
  readonly today: string;
  /** The last day on which the page can be used; null: no end is set. */
  readonly validUntil: string | null;
  readonly brand: ShopBrand;
  /** Who takes a down payment, and how; null: as the customer and the seller agree. */
  readonly payee: { readonly name: string; readonly how: Bilingual | null };
  /** How many days ahead coverage may start. */
  readonly effectiveDateDays: number;
  readonly series: readonly Choice['series'][];
  readonly paymentMethods: readonly PaymentTerms['paymentMethod'][];
  /** The down payment of a loan, in dollars; null: the customer chooses it. */
  readonly downPayment: number | null;
  /** What taxes are called, by their rate in millionths. */
  readonly taxes: readonly TaxName[];
  /** Whether a vehicle has a price before the customer says who they are. */
  readonly showsIndication: boolean;
  /** Whether a customer who has bought can begin another purchase here. */
  readonly mayStartOver: boolean;
  /** Whether a customer is written to also if nothing comes of a purchase. */
  readonly writesInAnyCase: boolean;
}

/** Whose shop it is, as customers see it. */
export interface ShopBrand {
  readonly name: string;
  readonly tagline: Bilingual | null;
  readonly phoneNumber: string;
  readonly emailAddress: string;
  /** Empty for none. */
  readonly website: string;
  /** The address of a picture, or null. */
  readonly logo: string | null;
  /** Each is written as `#12344d`; null: the shop's own. */
  readonly colours: { readonly main: string; readonly accent: string } | null;
  readonly languages: readonly Language[];
}

export interface TaxName {
  readonly partsPerMillion: number;
  readonly name: Bilingual;
}

export interface Bilingual {
  readonly en: string;
  readonly fr: string;
}

/** What is known of the sale before the customer says anything; filled in, to be corrected. */
export interface KnownOfSale extends Partial<Asked> {
  readonly applicant?: Partial<Applicant>;
}

/** The query of the look-up; the quote has to have the same values. */
export type Asked = Pick<VehicleConfigurationsQuery, 'vin'> &
  Pick<QuoteRequest, 'effectiveDate' | 'odometer' | 'purchaseMethod'>;

export interface Choice {
  readonly vehicleConfigurationId: string;
  readonly series: 'Prime' | 'Plus';
  readonly dealerId: string | null;
  readonly dealerContact: DealerContact | null;
  readonly lienHolder: { readonly id: string; readonly name: string } | null;
}

export type Selection = Pick<BindRequest, 'coverageCategory' | 'paymentTermInYears' | 'selectedProducts'>;

/** What each term and category costs. */
export type Prices = Pick<Quote, 'replacementOptions' | 'limitedIndemnityOptions'>;

/** The customer's wishes for the loan. */
export interface LoanWishes {
  readonly downPayment: number;
  readonly firstInstallmentDate: string;
}

/** How the customer means to pay. The disclosures depend on it: those of a loan have its figures. */
export type PaymentTerms =
  | { readonly paymentMethod: 'CC' }
  | { readonly paymentMethod: 'PFF'; readonly loan: LoanWishes & { readonly loanTermInMonths: number } };

export type BindForm =
  | Extract<PaymentTerms, { readonly paymentMethod: 'CC' }>
  | (Extract<PaymentTerms, { readonly paymentMethod: 'PFF' }> & { readonly bankAccount: BankAccount });

/** A paper that the customer is given before agreeing, at `/documents/{downloadId}`. */
export interface DisclosureView extends Pick<Disclosure, 'downloadId' | 'title' | 'isRequired'> {
  readonly isAcknowledged: boolean;
}

/** What the page needs to open the processor's form. The ticket stays in the page's memory. */
export interface CardTicket {
  readonly ticket: string;
  readonly checkoutJsUrl: string;
  readonly checkoutGlobal: string | undefined;
  readonly environment: string;
  readonly expiresAt: string;
}

export interface StartedCard {
  readonly ticket: CardTicket;
  readonly sale: SaleView;
}

export type CardOutcome =
  | { readonly status: 'Authorized'; readonly sale: SaleView }
  | { readonly status: 'Pending' | 'Declined' | 'Cancelled'; readonly message: string };

/** A card that the processor has accepted, as far as a shop may know it. */
export interface AcceptedCard {
  readonly number: string;
  readonly brand: string;
  readonly chargeDate: string;
}

/** `amended` is the declaration after a correction; `notice` says from when on there is no cover. */
export type DocumentKind = 'declaration' | 'amended' | 'letter' | 'receipt' | 'notice' | 'refund';

export interface BoundPolicy {
  readonly policyNumber: string;
  readonly effectiveDate: string;
  readonly expiryDate: string;
  /** The first day without cover, where it was cancelled. */
  readonly cancelledFrom: string | null;
  readonly totalWithTax: number;
  readonly emailAddress: string;
  /** Null: the partner has collected the payment itself. */
  readonly paymentMethod: 'CC' | 'PFF' | null;
  readonly card: AcceptedCard | null;
  /** Null for financing, and after a crash: a repeat of a bind does not return the payment. */
  readonly charge: 'Captured' | 'Scheduled' | 'Refused' | null;
  /** When a refused card is tried again, or null when it is not. */
  readonly nextAttemptOn: string | null;
  /** Where the customer can pay what was refused; null: nowhere, or nothing was. */
  readonly paymentUrl: string | null;
  /** What the shop collects itself, where the sale is financed. */
  readonly downPayment: number;
  /** Null for a card, and after a crash. */
  readonly financing: BoundFinancing | null;
  /** What was bought. */
  readonly products: readonly string[];
  readonly paymentTermInYears: number;
  /** The last day on which the customer may change their mind and gets everything back; empty if not known. */
  readonly rescindableUntil: string;
  readonly documents: readonly DocumentKind[];
  /** What the customer was given before buying. */
  readonly disclosures: readonly DisclosureView[];
}

export type Progress =
  | { readonly state: 'shopping'; readonly errors: readonly ErrorItem[] }
  | {
      readonly state: 'binding';
      /** What is being bought. */
      readonly selection: Selection;
      /** It is paid by a loan: only this page has brought the bank account. */
      readonly isFinanced: boolean;
      readonly needsBankAccount: boolean;
      readonly errors: readonly ErrorItem[];
    }
  | { readonly state: 'bound'; readonly policy: BoundPolicy };

/**
 * Which sale a page shows. The page sends it with every request, so that a customer does not buy something that another
 * window has put in place of what is on the screen.
 */
export interface Shown {
  readonly id: string;
  /** Counts the changes of what is bought: vehicle, prices, selection, payment. */
  readonly edition: number;
}

/** The sale as its customer may see it. */
export interface SaleView extends Shown {
  readonly known: KnownOfSale;
  readonly asked: Asked | null;
  readonly vehicles: readonly Vehicle[];
  readonly choice: Choice | null;
  readonly applicant: Applicant | null;
  readonly quote: Quote | null;
  /** What the customer has chosen from the quote. */
  readonly selection: Selection | null;
  /** Authorized for the selection and not used yet: all that is left is to finish. */
  readonly card: AcceptedCard | null;
  readonly progress: Progress;
}
