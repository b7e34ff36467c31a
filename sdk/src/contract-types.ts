// Made from the contract by `npm run generate`. Do not edit.

export type Series = 'Prime' | 'Plus';

export type PurchaseMethod = 'Cash' | 'Finance' | 'Lease';

export type CoverageCategory = 'Replacement' | 'LimitedIndemnity';

export type PaymentMethod = 'REF' | 'FIN' | 'PW' | 'PFF' | 'CC';

export type Language = 'en' | 'fr';

export type PolicyStatus = 'NotStarted' | 'InForce' | 'Expired' | 'Cancelled';

export type MoneyStatus = 'CollectedByPartner' | 'Paid' | 'Scheduled' | 'Unpaid' | 'Financed' | 'PartRefunded' | 'Refunded';

export type DocumentKind = 'Declaration' | 'AmendedDeclaration' | 'FinancingLetter' | 'Receipt' | 'RefundReceipt' | 'CancellationNotice';

export type EventType = 'policy.issued' | 'policy.amended' | 'policy.cancelled' | 'payment.captured' | 'payment.refused' | 'payment.refunded' | 'loan.cancelled' | 'cancellation.requested' | 'cancellation.declined';

export type ApplicationStatus = 'Quoted' | 'Binding' | 'Bound';

export type BoundCardPaymentStatus = 'Captured' | 'Scheduled';

export type CancellationRequestReason = 'Rescission' | 'VehicleSold' | 'TotalLoss' | 'Refinanced' | 'Other';

export type CancellationRequestAnswerStatus = 'Preview' | 'Requested';

export type CancellationRequestAnswerRefundMethod = 'Card' | 'NotCharged' | 'Lender' | 'Partner' | 'None';

export type CardConfirmationStatus = 'Authorized' | 'Pending' | 'Declined' | 'Cancelled';

export type LedgerChargeStatus = 'Captured' | 'Reversed';

export type LedgerHoldStatus = 'Held' | 'Captured' | 'Released';

export type LedgerLoanStatus = 'Active' | 'Cancelled';

export type PolicyCancellationRequestedBy = 'Customer' | 'Insurer' | 'Seller';

export type PolicyCancellationStatus = 'Requested' | 'Declined' | 'Cancelled';

export type StatementLineKind = 'Bind' | 'Amendment' | 'Cancellation';

export type VehiclePurchaseCondition = 'New' | 'Used' | 'Demonstrator';

export type WebhookDeliveryStatus = 'Pending' | 'Delivered' | 'Failed';

export type WebhookEndpointStatus = 'Enabled' | 'Disabled';

/** A bearer token. */
export interface AccessToken {
  /** Send it as `Authorization: Bearer <token>`. */
  readonly access_token: string;
  /** Always Bearer. */
  readonly token_type: string;
  /** Seconds until it expires. */
  readonly expires_in: number;
  /** What was granted. */
  readonly scope: string;
}

/** A paper that the customer has been given and has acknowledged. */
export interface Acknowledgement {
  /** What kind of paper: ProductSummary, PrivacyNotice, FactSheet, RescissionNotice, CreditDisclosure, PadAgreement, or one of the operator’s own. */
  readonly kind: string;
  /** Which text it was. */
  readonly version: string;
  /** When, RFC 3339. */
  readonly acknowledgedAt: string;
}

/** The named insured. */
export interface Applicant {
  /** True when the insured is a business. Taken as false when left out. */
  readonly isCompany?: boolean | null | undefined;
  /** Given name, or the registered name when isCompany is true. */
  readonly firstOrCompanyName: string;
  /** Family name. Required unless isCompany is true. */
  readonly lastName?: string | null | undefined;
  /** Street address. */
  readonly addressLine1: string;
  /** Unit or suite. */
  readonly addressLine2?: string | null | undefined;
  /** City, in the seller’s province. */
  readonly city: string;
  /** Canadian postal code, in the seller’s province. Case, and a space or hyphen in the middle, do not matter. */
  readonly postalCode: string;
  /** Primary contact number. 10 to 15 digits, set apart as you like; an extension may follow. */
  readonly phoneNumber: string;
  /** Alternate number. 10 to 15 digits, set apart as you like; an extension may follow. */
  readonly businessPhone?: string | null | undefined;
  /** Where the policy documents are delivered. */
  readonly emailAddress: string;
}

/** A quote as it stands. */
export interface Application extends Envelope {
  /** Identifies the quote in financing, card payment and bind. */
  readonly applicationId: string;
  /** The series that was priced. */
  readonly series: Series;
  /** When the policy starts. */
  readonly effectiveDate: string;
  /** The seller’s day on which it was priced; the price is held as of that day. */
  readonly quotedOn: string;
  /** Your own reference, as sent with the quote; or null. */
  readonly partnerReference: string | null;
  /** The customer’s language, as sent with the quote; or null. */
  readonly language: Language | null;
  readonly vehicle: Vehicle;
  /** Terms of the category Replacement. */
  readonly replacementOptions: readonly Term[];
  /** Terms of the category LimitedIndemnity. */
  readonly limitedIndemnityOptions: readonly Term[];
  /** Quoted: no policy yet. Binding: a bind is running or unfinished. */
  readonly status: ApplicationStatus;
  /** The policy, once it is bound; or null. */
  readonly policyNumber: string | null;
}

/** The seller’s credentials. */
export interface AuthenticateRequest {
  /** The seller, against which quotes are written. */
  readonly username?: string | null | undefined;
  /** The seller’s password. */
  readonly password?: string | null | undefined;
}

/** The chequing account for pre-authorised debits. It is passed to the lender and kept nowhere else. */
export interface BankAccount {
  /** Institution number: exactly 3 digits. */
  readonly institutionNumber: string;
  /** Transit number: exactly 5 digits. */
  readonly transitNumber: string;
  /** Account number: 7 to 12 digits. */
  readonly accountNumber: string;
  /** Name on the account; need not match the policy holder. */
  readonly accountHolderName: string;
}

/** The card payment to use. Required with CC, only with CC. */
export interface BindCardRequest {
  /** The authorized payment, from the start call. */
  readonly paymentId: string;
}

/** The loan to make. Required with PFF, only with PFF. */
export interface BindFinancingRequest {
  /** Length of the loan; one that the financing options offered. */
  readonly loanTermInMonths: number;
  /** Paid up front; at most two decimals, less than the premium. */
  readonly downPayment: number;
  /** From the day after the effective date to one month later. */
  readonly firstInstallmentDate: string;
  readonly bankAccount: BankAccount;
}

/** What every bind names. */
export interface BindRequestBase {
  /** The quote, by the id from its answer. */
  readonly applicationId: string;
  /** One coverage category of the quote. */
  readonly coverageCategory: CoverageCategory;
  /** A term that the quote offered in that category. */
  readonly paymentTermInYears: number;
  /** Product codes of that category and term; every product with isOptional false must be among them. */
  readonly selectedProducts: readonly string[];
  /** The disclosures that the customer has acknowledged. Kept with the policy. */
  readonly acknowledgements?: readonly Acknowledgement[] | null | undefined;
}

/** A bind whose payment you take yourself. */
export interface BindByReference extends BindRequestBase {
  /** How the policy is paid: REF referral, FIN agency finance, PW agency-billed, PFF monthly financing through the operator’s lender, CC credit card in the hosted checkout. */
  readonly paymentMethod: 'REF' | 'FIN' | 'PW';
  /** Your own reference for a payment already taken, such as a cheque number; kept for reconciliation. Must be empty with PFF and CC. */
  readonly paymentReference?: string | null | undefined;
  readonly financing?: null | undefined;
  readonly cardPayment?: null | undefined;
}

/** A bind that is paid by monthly financing. */
export interface BindByLoan extends BindRequestBase {
  /** How the policy is paid: REF referral, FIN agency finance, PW agency-billed, PFF monthly financing through the operator’s lender, CC credit card in the hosted checkout. */
  readonly paymentMethod: 'PFF';
  readonly financing: BindFinancingRequest;
  readonly paymentReference?: null | undefined;
  readonly cardPayment?: null | undefined;
}

/** A bind that is paid by credit card. */
export interface BindByCard extends BindRequestBase {
  /** How the policy is paid: REF referral, FIN agency finance, PW agency-billed, PFF monthly financing through the operator’s lender, CC credit card in the hosted checkout. */
  readonly paymentMethod: 'CC';
  readonly cardPayment: BindCardRequest;
  readonly paymentReference?: null | undefined;
  readonly financing?: null | undefined;
}

/** The selection and how it is paid. */
export type BindRequest = BindByReference | BindByLoan | BindByCard;

/** The card payment as it stands after the bind (CC); null otherwise and on a repeat. */
export interface BoundCardPayment {
  /** The payment. */
  readonly paymentId: string;
  /** Captured: the money was taken during the bind. Scheduled: it is due on chargeDate. */
  readonly status: BoundCardPaymentStatus;
  /** The card, masked. */
  readonly maskedCardNumber: string;
  /** The card’s brand. */
  readonly cardType: string;
  /** What was taken; 0 while Scheduled. */
  readonly amountCharged: number;
  /** When the card was or will be charged. */
  readonly chargeDate: string;
  /** The card’s approval code, which becomes the policy’s reference. Absent while Scheduled. */
  readonly authorizationNumber?: string;
  /** When the card was charged or, while Scheduled, verified. */
  readonly transactionDate: string;
  /** The customer’s receipt. Absent for a scheduled charge. */
  readonly receiptDownloadId?: string;
}

/** The loan as it was made (PFF); null otherwise and on a repeat. */
export interface BoundFinancing extends FinancingOption {
  /** The lender’s number for the loan. */
  readonly loanNumber: string;
  /** Paid up front. */
  readonly downPayment: number;
  /** When the first installment is debited. */
  readonly firstInstallmentDate: string;
}

/** What becomes of one product’s price. */
export interface CancellationLine {
  /** The product. */
  readonly productType: string;
  /** What was paid for it, with tax; 0 when the card was not charged yet. */
  readonly paid: number;
  /** What is given back of it, with tax; 0 when we collected nothing. */
  readonly refundAmount: number;
}

/** Why and from when on the policy is to be cancelled. */
export interface CancellationRequest {
  /** Why. Rescission: the customer changed their mind in the time allowed. */
  readonly reason: CancellationRequestReason;
  /** The first day without cover: from the day of the bind to the end of the cover. */
  readonly effectiveDate: string;
  /** Only say what it would come to. */
  readonly isPreview?: boolean | null | undefined;
  /** For the operator who decides. */
  readonly note?: string | null | undefined;
}

/** What a cancellation comes to. */
export interface CancellationRequestAnswer extends Envelope {
  /** Preview: nothing was written. Requested: the operator decides. */
  readonly status: CancellationRequestAnswerStatus;
  /** The first day without cover. When everything is given back, the policy has covered nothing: then never after its own first day. */
  readonly effectiveDate: string;
  /** What we give back, the sum of the lines; 0 when we collected nothing. */
  readonly refundAmount: number;
  /** Card: to the card that paid. NotCharged: the card was not charged, and will not be. Lender: the loan is cancelled, and the lender settles with the customer. Partner: you took the money and give it back. None: no day is left. */
  readonly refundMethod: CancellationRequestAnswerRefundMethod;
  /** One for each product. */
  readonly lines: readonly CancellationLine[];
}

/** The payment whose outcome is asked for. */
export interface CardConfirmRequest {
  /** The quote that is paid for. */
  readonly applicationId: string;
  /** The payment, from the start call. */
  readonly paymentId: string;
  /** The ticket, from the start call. */
  readonly ticket: string;
}

/** What became of the checkout. */
export interface CardConfirmation extends Envelope {
  /** The payment. */
  readonly paymentId: string;
  /** Authorized: bind now. Pending: the customer has not finished, ask again. Declined, Cancelled: start a new payment. */
  readonly status: CardConfirmationStatus;
  /** The outcome as a sentence to display. */
  readonly message: string;
  /** The deadline by which the payment must be bound. Null unless Authorized. */
  readonly expiresAt: string | null;
  /** The card, masked. Null unless Authorized. */
  readonly maskedCardNumber: string | null;
  /** The card’s brand. Null unless Authorized. */
  readonly cardType: string | null;
}

/** An open card payment. Nothing is charged yet. */
export interface CardPayment extends Envelope {
  /** Identifies the payment in confirm and bind. */
  readonly paymentId: string;
  /** Pending at the start. */
  readonly status: 'Pending';
  /** The secret for the hosted checkout. Never log it, never put it in a URL, never store it. */
  readonly ticket: string;
  /** What the checkout holds on the card; 0 when the charge date is in the future. */
  readonly amount: number;
  /** When the card is charged. */
  readonly chargeDate: string;
  /** The script of the hosted checkout. */
  readonly checkoutJsUrl: string;
  /** The class that the script defines, for the page to open the checkout with. */
  readonly checkoutGlobal?: string;
  /** The mode to set in the hosted checkout. */
  readonly environment: string;
  /** When the ticket expires. */
  readonly expiresAt: string;
}

/** The intended selection and when to charge for it. */
export interface CardPaymentRequest {
  /** The quote, by the id from its answer. */
  readonly applicationId: string;
  /** One coverage category of the quote. */
  readonly coverageCategory: CoverageCategory;
  /** A term that the quote offered in that category. */
  readonly paymentTermInYears: number;
  /** Product codes of that category and term; every product with isOptional false must be among them. */
  readonly selectedProducts: readonly string[];
  /** When to charge the card: from today to the effective date. The effective date when left out. */
  readonly chargeDate?: string | null | undefined;
}

/** A dealer that the seller is linked to. */
export interface Dealer {
  /** Send it as dealerId on the quote. */
  readonly id: string;
  /** The dealer’s name. */
  readonly name: string;
  /** Street address. */
  readonly addressLine1: string;
  /** City. */
  readonly city: string;
  /** Postal code. */
  readonly postalCode: string;
}

/** Who to ask at the dealer. Required on Plus. */
export interface DealerContact {
  /** Required on Plus. */
  readonly name?: string | null | undefined;
  /** Required on Plus when there is no phone number. */
  readonly emailAddress?: string | null | undefined;
  /** Required on Plus when there is no e-mail address. 10 to 15 digits, set apart as you like; an extension may follow. */
  readonly phoneNumber?: string | null | undefined;
}

/** The seller’s dealers. */
export interface Dealers {
  /** Empty when the seller has no active link and can’t sell Plus. */
  readonly dealers: readonly Dealer[];
}

/** The loan that the customer means to take, as on the bind and without the bank account. Required with PFF, only with PFF. */
export interface DisclosedFinancing {
  /** Length of the loan; one that the financing options offered. */
  readonly loanTermInMonths: number;
  /** Paid up front; at most two decimals, less than the premium. */
  readonly downPayment: number;
  /** From the day after the effective date to one month later. */
  readonly firstInstallmentDate: string;
}

/** A paper that the customer is given before agreeing. */
export interface Disclosure {
  /** What kind of paper: ProductSummary, PrivacyNotice, FactSheet, RescissionNotice, CreditDisclosure, PadAgreement, or one of the operator’s own. */
  readonly kind: string;
  /** What to call it, in the language of the call. */
  readonly title: string;
  /** The language of its first part. */
  readonly language: Language;
  /** Which text it was. */
  readonly version: string;
  /** The PDF is at /v1/document/{downloadId}. */
  readonly downloadId: string;
  /** Whether a seller that is set up so must have it acknowledged. */
  readonly isRequired: boolean;
}

/** The papers of a choice. */
export interface Disclosures extends Envelope {
  /** May be empty. */
  readonly disclosures: readonly Disclosure[];
}

/** The intended selection and how it is to be paid. */
export interface DisclosuresRequest {
  /** The quote, by the id from its answer. */
  readonly applicationId: string;
  /** One coverage category of the quote. */
  readonly coverageCategory: CoverageCategory;
  /** A term that the quote offered in that category. */
  readonly paymentTermInYears: number;
  /** Product codes of that category and term; every product with isOptional false must be among them. */
  readonly selectedProducts: readonly string[];
  /** How the policy is paid: REF referral, FIN agency finance, PW agency-billed, PFF monthly financing through the operator’s lender, CC credit card in the hosted checkout. */
  readonly paymentMethod: PaymentMethod;
  readonly financing?: DisclosedFinancing | null | undefined;
}

/** The body of every failure that has a body. */
export interface Envelope {
  /** True on success, false on failure. */
  readonly isValid: boolean;
  /** What is wrong, all at once; empty on success. */
  readonly errors: readonly ErrorItem[];
}

/** One reason why the request was refused. */
export interface ErrorItem {
  /** Stable identifier; match on this. */
  readonly code: string;
  /** Path of the request property that the error applies to, dotted; empty when it applies to the whole request. */
  readonly field: string;
  /** Text to display. Its wording may change at any time. */
  readonly message: string;
}

/** What every event tells. */
export interface EventBase {
  /** Identifies the event; the same in the feed and on every try of a webhook. */
  readonly id: string;
  /** When it happened. */
  readonly createdAt: string;
  /** The policy. */
  readonly policyNumber: string;
  /** The application that was bound. */
  readonly applicationId: string;
  /** Your own reference, as sent with the quote; or null. */
  readonly partnerReference: string | null;
}

/** An event of one type. */
export interface EventOf<Type extends EventType> extends EventBase {
  /** What happened. */
  readonly type: Type;
  readonly data: Type extends 'payment.refused' ? PaymentRefusedData : EventData;
}

/** Something that happened to a policy. */
export type Event = { readonly [Type in EventType]: EventOf<Type> }[EventType];

/** The policy as it stood then, without the applicant. */
export interface EventData extends PolicySummary {
  /** The bound products, as in the quote. */
  readonly products: readonly Product[];
  /** Its documents, oldest first. */
  readonly documents: readonly PolicyDocument[];
  /** The full texts of its forms, as they were when it was bound. They come with the first mail, too. */
  readonly wordings: readonly PolicyWording[];
  /** With cancellation.declined: why, in the operator’s words. */
  readonly declineReason?: string;
}

/** The policy as it stood when its card was refused. */
export interface PaymentRefusedData extends EventData {
  /** With payment.refused: when the card is tried again; null when that was the last try. */
  readonly nextAttemptOn: string | null;
}

/** A part of the feed. */
export interface Events extends Envelope {
  /** Oldest first; may be empty. */
  readonly events: readonly Event[];
  /** Send it as after next time. Repeats after when nothing is new. */
  readonly nextAfter: string | null;
}

/** A loan that the customer could take. The figures are indicative; the bind carries the final ones. */
export interface FinancingOption {
  /** Length of the loan in months. */
  readonly loanTermInMonths: number;
  /** What the customer pays each month. */
  readonly installmentAmount: number;
  /** Interest over the whole loan. */
  readonly financeCharge: number;
  /** The lender’s fee. */
  readonly applicationFee: number;
  /** Annual percentage rate, in percent with two decimals. */
  readonly apr: number;
  /** All installments together; the down payment is not in it. */
  readonly totalPayable: number;
}

/** The financing options. */
export interface FinancingQuote extends Envelope {
  /** The loans to choose from. */
  readonly options: readonly FinancingOption[];
}

/** The intended selection and the customer’s wishes for the loan. */
export interface FinancingQuoteRequest {
  /** The quote, by the id from its answer. */
  readonly applicationId: string;
  /** One coverage category of the quote. */
  readonly coverageCategory: CoverageCategory;
  /** A term that the quote offered in that category. */
  readonly paymentTermInYears: number;
  /** Product codes of that category and term; every product with isOptional false must be among them. */
  readonly selectedProducts: readonly string[];
  /** Paid up front; at most two decimals, less than the premium. */
  readonly downPayment: number;
  /** From the day after the effective date to one month later. */
  readonly firstInstallmentDate: string;
}

/** The named insured, as kept with the policy. */
export interface Insured {
  /** True when the insured is a business. */
  readonly isCompany: boolean;
  /** Given name, or the registered name of a business. */
  readonly firstOrCompanyName: string;
  /** Family name; null for a business without one. */
  readonly lastName: string | null;
  /** Street address. */
  readonly addressLine1: string;
  /** Unit or suite, or null. */
  readonly addressLine2: string | null;
  /** City. */
  readonly city: string;
  /** Postal code. */
  readonly postalCode: string;
  /** Primary contact number. */
  readonly phoneNumber: string;
  /** Alternate number, or null. */
  readonly businessPhone: string | null;
  /** Where the policy documents are delivered. */
  readonly emailAddress: string;
}

/** The vehicle that is insured. */
export interface InsuredVehicle {
  /** The VIN that was looked up. */
  readonly vin: string;
  /** Model year. */
  readonly year: number;
  /** Make. */
  readonly make: string;
  /** Model. */
  readonly model: string;
  /** Trim level. Null when not known. */
  readonly trim: string | null;
  /** Body class, in the language of the answer. Null when not known. */
  readonly bodyClass: string | null;
  /** Driven wheels, in the language of the answer. Null when not known. */
  readonly driveType: string | null;
  /** Fuel, in the language of the answer. Null when not known. */
  readonly fuelType: string | null;
  /** Engine, in the language of the answer. Null when not known. */
  readonly engine: string | null;
}

/** Money taken from a card. */
export interface LedgerCharge {
  /** The card payment. */
  readonly paymentId: string;
  /** What was charged. */
  readonly amount: number;
  /** State of the charge. */
  readonly status: LedgerChargeStatus;
}

/** Money held on a card. */
export interface LedgerHold {
  /** The card payment. */
  readonly paymentId: string;
  /** What is held. */
  readonly amount: number;
  /** State of the hold. */
  readonly status: LedgerHoldStatus;
}

/** A loan that was written. */
export interface LedgerLoan {
  /** The lender’s number. */
  readonly loanNumber: string;
  /** What was lent. */
  readonly amount: number;
  /** State of the loan. */
  readonly status: LedgerLoanStatus;
}

/** A party that leases or finances vehicles. */
export interface LienHolder {
  /** Send it as lienHolderId on the quote. */
  readonly id: string;
  /** The lienholder’s name. */
  readonly name: string;
  /** City. */
  readonly city: string;
  /** Postal code. */
  readonly postalCode: string;
}

/** The matches. */
export interface LienHolders {
  /** Best match first, at most 50; may be empty. */
  readonly lienHolders: readonly LienHolder[];
}

/** Where to move the clock. */
export interface MoveSandboxClockRequest {
  /** The day to move to: never back, and at most ten years ahead of the real day. */
  readonly today: string;
}

/** The clock after the move. */
export interface MovedSandboxClock {
  /** The seller’s today. */
  readonly today: string;
  /** How many scheduled charges fell due and were run, refused ones included. */
  readonly chargesRun: number;
}

/** Where to send events. */
export interface NewWebhookEndpoint {
  /** Where events are sent. In production https to a public address; the sandbox also takes loopback. */
  readonly url: string;
  /** Which types are sent; left out or empty: all. */
  readonly types?: readonly EventType[] | null | undefined;
  /** A note of yours. */
  readonly description?: string | null | undefined;
}

/** Why no token was given, by RFC 6749 §5.2. */
export interface OAuthError {
  /** invalid_request, invalid_client, unsupported_grant_type, invalid_scope or unauthorized_client. */
  readonly error: string;
  /** What to do, for a developer. */
  readonly error_description: string;
}

/** The metadata of RFC 8414. */
export interface OAuthMetadata {
  /** The service’s address. */
  readonly issuer: string;
  /** Where tokens are given. */
  readonly token_endpoint: string;
  /** None: there is no page to sign in. */
  readonly response_types_supported: readonly string[];
  /** The grants. */
  readonly grant_types_supported: readonly string[];
  /** The scopes. */
  readonly scopes_supported: readonly string[];
  /** How clients prove themselves. */
  readonly token_endpoint_auth_methods_supported: readonly string[];
  /** How assertions may be signed. */
  readonly token_endpoint_auth_signing_alg_values_supported: readonly string[];
}

/** A document sent with an e-mail. */
export interface OutboxAttachment {
  /** The file’s name. */
  readonly filename: string;
  /** The document, for download. */
  readonly downloadId: string;
}

/** An e-mail that was sent. */
export interface OutboxMessage {
  /** Who it was sent to. */
  readonly to: string;
  /** Its subject. */
  readonly subject: string;
  /** When it was sent. */
  readonly sentAt: string;
  /** The policy’s documents that were sent with it. */
  readonly attachments: readonly OutboxAttachment[];
  /** The wordings of the policy’s forms that were sent with it. */
  readonly wordings: readonly OutboxAttachment[];
  /** What it says, as plain text. The secret of a payment link is left out. */
  readonly text: string;
  /** What it says, as HTML. A logo is the picture `cid:logo`, which comes with the mail. */
  readonly html: string;
}

/** A page of policies. */
export interface Policies extends Envelope {
  /** Newest first; may be empty. */
  readonly policies: readonly PolicySummary[];
  /** Send it as cursor for the next page; null on the last. */
  readonly nextCursor: string | null;
}

/** The policy that was made. */
export interface Policy extends Envelope {
  /** The application that was bound. */
  readonly applicationId: string;
  /** Identifies the policy. */
  readonly policyNumber: string;
  /** When the policy starts. */
  readonly effectiveDate: string;
  /** When the policy ends. */
  readonly expiryDate: string;
  /** What the customer pays for the selected products. */
  readonly totalWithTax: number;
  /** The declaration document. */
  readonly documentDownloadId: string;
  readonly financing: BoundFinancing | null;
  /** The lender’s notice of acceptance (PFF); null otherwise and on a repeat. */
  readonly financingLetterDownloadId: string | null;
  readonly cardPayment: BoundCardPayment | null;
}

/** The policy’s cancellation, or the last request for one; null while there is neither. */
export interface PolicyCancellation {
  /** The first day without cover. */
  readonly effectiveDate: string;
  /** Who asked for it; null when that was not recorded. */
  readonly requestedBy: PolicyCancellationRequestedBy | null;
  /** What the customer gets back from us; 0 when we collected nothing. */
  readonly refundAmount: number;
  /** Requested: the operator decides. Declined: the policy goes on. Cancelled: it is done. */
  readonly status: PolicyCancellationStatus;
}

/** A policy as it stands. */
export interface PolicyDetails extends Envelope, PolicySummary {
  /** The bound products, as in the quote. */
  readonly products: readonly Product[];
  readonly applicant: Insured;
  /** Its documents, oldest first. */
  readonly documents: readonly PolicyDocument[];
  /** The full texts of its forms, as they were when it was bound. They come with the first mail, too. */
  readonly wordings: readonly PolicyWording[];
}

/** A document of the policy. */
export interface PolicyDocument {
  /** For GET /v1/document/{downloadId}. */
  readonly downloadId: string;
  /** What it is. */
  readonly kind: DocumentKind;
  /** Its language; in Quebec the French one, which the English text follows. */
  readonly language: Language;
  /** When it was made. */
  readonly createdAt: string;
}

/** A policy in a list. */
export interface PolicySummary {
  /** Identifies the policy. */
  readonly policyNumber: string;
  /** The application that was bound. */
  readonly applicationId: string;
  /** Your own reference, as sent with the quote; or null. */
  readonly partnerReference: string | null;
  /** The customer’s language, as sent with the quote; or null. */
  readonly language: Language | null;
  /** By the seller’s day: before, during or after its cover, or cancelled. */
  readonly status: PolicyStatus;
  /** CollectedByPartner: by you (REF, FIN, PW). Scheduled: the card is charged on its day. Unpaid: that charge was refused. Financed: by a loan. PartRefunded and Refunded: given back on its cancellation. */
  readonly moneyStatus: MoneyStatus;
  /** The series. */
  readonly series: Series;
  /** The coverage category. */
  readonly coverageCategory: CoverageCategory;
  /** The term that was bound. */
  readonly paymentTermInYears: number;
  /** What the customer pays for the selected products. */
  readonly totalWithTax: number;
  /** The first day of cover. */
  readonly effectiveDate: string;
  /** The day on which cover ends. */
  readonly expiryDate: string;
  /** When it was bound. */
  readonly boundAt: string;
  readonly vehicle: InsuredVehicle;
  /** The payment method. */
  readonly paymentMethod: PaymentMethod;
  /** Your payment reference, or the card’s approval code once it is charged. */
  readonly paymentReference: string | null;
  readonly cardPayment: BoundCardPayment | null;
  readonly financing: BoundFinancing | null;
  readonly cancellation: PolicyCancellation | null;
  /** How often it was amended. */
  readonly amendmentCount: number;
}

/** The full text of a form that the policy was bound on. */
export interface PolicyWording {
  /** For GET /v1/document/{downloadId}. */
  readonly downloadId: string;
  /** The form, as the declaration names it. */
  readonly form: string;
  /** Its version. */
  readonly version: string;
  /** Its language. */
  readonly language: Language;
  /** The bound products that it is of. */
  readonly productTypes: readonly string[];
}

/** Who insures the vehicle itself. */
export interface PrimaryInsurer {
  /** The insurer’s name. */
  readonly name: string;
  /** The number of that insurer’s policy. */
  readonly policyNumber: string;
}

/** One product priced at a term. */
export interface Product {
  /** The code to put into selectedProducts. */
  readonly productType: string;
  /** The name to show. */
  readonly productName: string;
  /** Price before tax. */
  readonly premium: number;
  /** Tax, at the rate in force on the effective date. */
  readonly tax: number;
  /** What the customer pays for this product. */
  readonly totalWithTax: number;
  /** When false, the product must be among selectedProducts. */
  readonly isOptional: boolean;
  /** Length of the coverage; may differ from the enclosing paymentTermInYears. */
  readonly coverageTermInYears: number;
}

/** The priced options. */
export interface Quote extends Envelope {
  /** Identifies the quote in financing, card payment and bind. */
  readonly applicationId: string;
  /** The series that was priced. */
  readonly series: Series;
  /** When the policy starts. */
  readonly effectiveDate: string;
  /** The seller’s day on which it was priced; the price is held as of that day. */
  readonly quotedOn: string;
  /** As sent; absent when none was. */
  readonly partnerReference?: string;
  /** As sent; absent when none was. */
  readonly language?: Language;
  readonly vehicle: Vehicle;
  /** Terms of the category Replacement. */
  readonly replacementOptions: readonly Term[];
  /** Terms of the category LimitedIndemnity. */
  readonly limitedIndemnityOptions: readonly Term[];
}

/** What is to be priced, and for whom. */
export interface QuoteRequest {
  /** Leave out to create a quote; send the id of an earlier one to revise it. */
  readonly applicationId?: string | null | undefined;
  /** What is sold: Prime (direct sale) or Plus (sale through a dealer). May be left out when the seller may sell only one. */
  readonly series?: Series | null | undefined;
  /** The id chosen from the vehicle configurations. */
  readonly vehicleConfigurationId: string;
  /** Today or later, at most 30 days ahead; the same value as in the vehicle look-up. It drives the price. */
  readonly effectiveDate: string;
  /** Kilometres; the same value as in the vehicle look-up. */
  readonly odometer: number;
  /** How the customer acquires the vehicle. */
  readonly purchaseMethod: PurchaseMethod;
  /** An id from the dealers list. Required on Plus, ignored on Prime. */
  readonly dealerId?: string | null | undefined;
  readonly dealerContact?: DealerContact | null | undefined;
  /** Required for sellers that are set up to require it. */
  readonly producerCode?: string | null | undefined;
  /** An id from the lienholder search. Required when the vehicle is leased or financed, ignored on Cash. */
  readonly lienHolderId?: string | null | undefined;
  readonly applicant: Applicant;
  /** Your own reference for the sale. It need not be unique. */
  readonly partnerReference?: string | null | undefined;
  /** The customer’s language, for documents, mail and the checkout. */
  readonly language?: Language | null | undefined;
  readonly vehiclePurchase?: VehiclePurchase | null | undefined;
  readonly primaryInsurer?: PrimaryInsurer | null | undefined;
}

/** The seller’s clock. */
export interface SandboxClock {
  /** The seller’s today. */
  readonly today: string;
}

/** The event that was made. */
export interface SandboxEvent extends Envelope {
  readonly event: Event;
}

/** What to tell. */
export interface SandboxEventRequest {
  /** What to tell. */
  readonly type: EventType;
}

/** The other parties’ records of an application. */
export interface SandboxLedger {
  /** Holds that the processor has on record. */
  readonly holds: readonly LedgerHold[];
  /** Charges that the processor has on record. */
  readonly charges: readonly LedgerCharge[];
  /** Loans that the lender has on record. */
  readonly loans: readonly LedgerLoan[];
}

/** The seller’s outbox. */
export interface SandboxOutbox {
  /** The e-mails sent for the seller’s policies, latest first; the latest 1,000. */
  readonly messages: readonly OutboxMessage[];
}

/** The seller after the reset. */
export interface SandboxReset {
  /** The seller’s today: the real day again. */
  readonly today: string;
  /** How many applications, bound ones included, are gone. */
  readonly applicationsRemoved: number;
}

/** The seller’s statement of a month. */
export interface Statement extends Envelope {
  /** The month. */
  readonly month: string;
  /** The currency of all amounts. */
  readonly currency: 'CAD';
  /** By day and policy number; the first 10,000. */
  readonly lines: readonly StatementLine[];
  /** There are more lines: read the CSV. The totals are of all of them. */
  readonly hasMoreLines: boolean;
  readonly totals: StatementTotals;
}

/** What happened to one policy. What was taken back is below zero. */
export interface StatementLine {
  /** The seller’s day. */
  readonly date: string;
  /** The policy. */
  readonly policyNumber: string;
  /** What happened. */
  readonly kind: StatementLineKind;
  /** How the policy is paid. */
  readonly paymentMethod: PaymentMethod;
  /** The premium. */
  readonly premium: number;
  /** The tax on it. */
  readonly tax: number;
  /** Premium and tax. */
  readonly total: number;
  /** What the seller earned. */
  readonly commission: number;
  /** What the seller collected from the customer for the operator, such as a down payment. */
  readonly collected: number;
}

/** What all lines of the month come to. */
export interface StatementTotals {
  /** The premium. */
  readonly premium: number;
  /** The tax on it. */
  readonly tax: number;
  /** Premium and tax. */
  readonly total: number;
  /** What the seller earned. */
  readonly commission: number;
  /** What the seller collected from the customer for the operator, such as a down payment. */
  readonly collected: number;
  /** Collected less commission: what the seller owes the operator or, below zero, is owed. */
  readonly balance: number;
}

/** A term and what is offered at it. */
export interface Term {
  /** The term to send with the selection. */
  readonly paymentTermInYears: number;
  /** The products at that term. The total is the sum of totalWithTax over those selected. */
  readonly coverage: readonly Product[];
}

/** A VIN to test with. */
export interface TestVin extends Envelope {
  /** A real VIN that has not been used here. */
  readonly vin: string;
  /** The model year that it decodes to. */
  readonly year: number;
}

/** A bearer token. */
export interface Token {
  /** Send it as `Authorization: Bearer <token>` on every other call. */
  readonly token: string;
  /** When the token stops being valid. */
  readonly expiryTime: string;
  /** Lifetime in minutes; 60 by default. */
  readonly expiryMinutes: number;
}

/** A request for a token, by RFC 6749 §4.4. */
export interface TokenRequest {
  /** Always client_credentials. */
  readonly grant_type: string;
  /** Words separated by blanks: sell, read, manage; left out: all that the client may. And seller:<username>, which is required when the client acts for several sellers. */
  readonly scope?: string | null | undefined;
  /** Unless sent as Authorization: Basic. */
  readonly client_id?: string | null | undefined;
  /** Unless sent as Authorization: Basic. */
  readonly client_secret?: string | null | undefined;
  /** With an assertion: urn:ietf:params:oauth:client-assertion-type:jwt-bearer. */
  readonly client_assertion_type?: string | null | undefined;
  /** Instead of a secret: a JWT signed by the client’s key (ES256, RS256 or EdDSA), with a new jti each time. */
  readonly client_assertion?: string | null | undefined;
}

/** One configuration that the VIN can stand for. */
export interface Vehicle extends InsuredVehicle {
  /** Send it as vehicleConfigurationId on the quote. */
  readonly id: string;
}

/** The configurations to choose from. */
export interface VehicleConfigurations {
  /** What the VIN can stand for; empty when it decoded but nothing is eligible under these inputs. */
  readonly vehicles: readonly Vehicle[];
}

/** How the customer bought the vehicle. */
export interface VehiclePurchase {
  /** What was paid for the vehicle, before tax. */
  readonly price: number;
  /** The day of the purchase. */
  readonly date: string;
  /** What it was when it was bought. */
  readonly condition: VehiclePurchaseCondition;
}

/** The latest deliveries. */
export interface WebhookDeliveries extends Envelope {
  /** Newest first; may be empty. */
  readonly deliveries: readonly WebhookDelivery[];
}

/** One event on its way to one endpoint. */
export interface WebhookDelivery {
  /** Identifies the delivery. */
  readonly id: string;
  /** The event; also the header webhook-id. */
  readonly eventId: string;
  /** The event’s type, or ping. */
  readonly type: string;
  /** How often it was tried. */
  readonly attempts: number;
  /** The status of the last answer; null without one. */
  readonly responseStatus: number | null;
  /** When it was last tried; or null. */
  readonly lastAttemptAt: string | null;
  /** When it is tried next; null when it is not. */
  readonly nextAttemptAt: string | null;
  /** Failed: it is not tried again by itself. */
  readonly status: WebhookDeliveryStatus;
}

/** The delivery, which is tried at once. */
export interface WebhookDeliveryAnswer extends Envelope {
  readonly delivery: WebhookDelivery;
}

/** Where events are sent. */
export interface WebhookEndpoint {
  /** Identifies the endpoint. */
  readonly id: string;
  /** Where events are sent. */
  readonly url: string;
  /** Which types are sent; empty: all. */
  readonly types: readonly EventType[];
  /** Your note, or null. */
  readonly description: string | null;
  /** Disabled: by you, by an answer 410, or after three days without a success. */
  readonly status: WebhookEndpointStatus;
}

/** The endpoint. */
export interface WebhookEndpointAnswer extends Envelope, WebhookEndpoint {

}

/** What to change; what is left out stays. */
export interface WebhookEndpointChange {
  /** Where events are sent. In production https to a public address; the sandbox also takes loopback. */
  readonly url?: string | null | undefined;
  /** Which types are sent; left out or empty: all. */
  readonly types?: readonly EventType[] | null | undefined;
  /** A note of yours. */
  readonly description?: string | null | undefined;
  /** Disabled: nothing is sent, and what happens meanwhile is not sent later. */
  readonly status?: WebhookEndpointStatus | null | undefined;
}

/** The endpoint and its new secret. */
export interface WebhookEndpointWithSecret extends WebhookEndpointAnswer {
  /** Signs the deliveries. Shown once: keep it. */
  readonly secret: string;
}

/** The seller’s endpoints. */
export interface WebhookEndpoints extends Envelope {
  /** Oldest first; may be empty. */
  readonly webhookEndpoints: readonly WebhookEndpoint[];
}

/** What is asked of: Resolve a VIN. */
export interface VehicleConfigurationsQuery {
  /** The vehicle identification number: 17 characters. */
  readonly vin: string;
  /** Kilometres. */
  readonly odometer?: number | undefined;
  /** When the policy is to start. Of a date-time, the calendar date as written counts. */
  readonly effectiveDate: string;
  /** How the customer acquires the vehicle. */
  readonly purchaseMethod?: PurchaseMethod | undefined;
}

/** What is asked of: Search for a lienholder. */
export interface LienholdersQuery {
  /** Part of the name, at least 3 characters; case and accents do not matter. */
  readonly search: string;
}

/** What is asked of: List the seller’s policies. */
export interface PoliciesQuery {
  /** Only policies with this reference of yours, letter by letter. */
  readonly partnerReference?: string | undefined;
  /** Only policies of this vehicle. */
  readonly vin?: string | undefined;
  /** Only policies in this state. */
  readonly status?: PolicyStatus | undefined;
  /** Only policies whose money is in this state. */
  readonly moneyStatus?: MoneyStatus | undefined;
  /** Only policies bound on this day of the seller’s or later. */
  readonly boundFrom?: string | undefined;
  /** Only policies bound on this day of the seller’s or earlier. */
  readonly boundTo?: string | undefined;
  /** How many at most. */
  readonly limit?: number | undefined;
  /** The nextCursor of the page before, with the same filters. */
  readonly cursor?: string | undefined;
}

/** What is asked of: Follow what happens to the seller’s policies. */
export interface EventsQuery {
  /** The id of the last event that you know; left out: from the beginning. */
  readonly after?: string | undefined;
  /** Only events of these types, separated by commas. */
  readonly types?: string | undefined;
  /** How many at most. */
  readonly limit?: number | undefined;
}

/** What is asked of: Get a VIN to test with. */
export interface TestVinQuery {
  /** The model year that the VIN decodes to. */
  readonly year: number;
}

/** What is asked of: See what the processor and the lender have on record. */
export interface SandboxLedgerQuery {
  /** The application, by the id from its quote. */
  readonly applicationId: string;
}

/** Where each operation is, its status when it is not 200, how the contract spells its query, and what every answer of it holds. */
export const operations = {
  /** Get a bearer token. */
  authenticate: { method: 'POST', path: '/v1/authenticate', answer: ['token', 'expiryTime', 'expiryMinutes'] },
  /** Get a token by OAuth 2.0. */
  oauthToken: { method: 'POST', path: '/oauth2/token', answer: ['access_token', 'token_type', 'expires_in', 'scope'] },
  /** Resolve a VIN. */
  vehicleConfigurations: {
    method: 'GET',
    path: '/v1/quote/vehicle-configurations',
    query: { vin: 'Vin', odometer: 'Odometer', effectiveDate: 'EffectiveDate', purchaseMethod: 'PurchaseMethod' },
    answer: ['vehicles'],
  },
  /** List the seller’s dealers. */
  dealers: { method: 'GET', path: '/v1/quote/dealers', answer: ['dealers'] },
  /** Search for a lienholder. */
  lienholders: { method: 'GET', path: '/v1/quote/lienholders', query: { search: 'search' }, answer: ['lienHolders'] },
  /** Price the coverage, or price it again. */
  quote: {
    method: 'POST',
    path: '/v1/quote',
    answer: [
      'isValid',
      'errors',
      'applicationId',
      'series',
      'effectiveDate',
      'quotedOn',
      'vehicle',
      'replacementOptions',
      'limitedIndemnityOptions',
    ],
  },
  /** Price monthly financing. */
  quoteFinancing: { method: 'POST', path: '/v1/quote/financing', answer: ['isValid', 'errors', 'options'] },
  /** Start a card payment. */
  paymentCard: {
    method: 'POST',
    path: '/v1/payment/card',
    answer: [
      'isValid',
      'errors',
      'paymentId',
      'status',
      'ticket',
      'amount',
      'chargeDate',
      'checkoutJsUrl',
      'environment',
      'expiresAt',
    ],
  },
  /** Ask what became of a card payment. */
  paymentCardConfirm: {
    method: 'POST',
    path: '/v1/payment/card/confirm',
    answer: ['isValid', 'errors', 'paymentId', 'status', 'message'],
  },
  /** What the customer must be given before agreeing. */
  disclosures: { method: 'POST', path: '/v1/disclosures', answer: ['isValid', 'errors', 'disclosures'] },
  /** Make the policy. */
  bind: {
    method: 'POST',
    path: '/v1/bind',
    answer: [
      'isValid',
      'errors',
      'applicationId',
      'policyNumber',
      'effectiveDate',
      'expiryDate',
      'totalWithTax',
      'documentDownloadId',
    ],
  },
  /** Download a document. */
  document: { method: 'GET', path: '/v1/document/{downloadId}', answer: [] },
  /** Look up a quote. */
  application: {
    method: 'GET',
    path: '/v1/applications/{applicationId}',
    answer: [
      'isValid',
      'errors',
      'applicationId',
      'series',
      'effectiveDate',
      'quotedOn',
      'vehicle',
      'replacementOptions',
      'limitedIndemnityOptions',
      'status',
    ],
  },
  /** Look up a policy. */
  policy: {
    method: 'GET',
    path: '/v1/policies/{policyNumber}',
    answer: [
      'isValid',
      'errors',
      'policyNumber',
      'applicationId',
      'status',
      'moneyStatus',
      'series',
      'coverageCategory',
      'paymentTermInYears',
      'totalWithTax',
      'effectiveDate',
      'expiryDate',
      'boundAt',
      'vehicle',
      'paymentMethod',
      'amendmentCount',
      'products',
      'applicant',
      'documents',
      'wordings',
    ],
  },
  /** List the seller’s policies. */
  policies: {
    method: 'GET',
    path: '/v1/policies',
    query: { partnerReference: 'partnerReference', vin: 'vin', status: 'status', moneyStatus: 'moneyStatus', boundFrom: 'boundFrom', boundTo: 'boundTo', limit: 'limit', cursor: 'cursor' },
    answer: ['isValid', 'errors', 'policies'],
  },
  /** Ask for a cancellation. */
  cancellationRequest: {
    method: 'POST',
    path: '/v1/policies/{policyNumber}/cancellation-request',
    answer: ['isValid', 'errors', 'status', 'effectiveDate', 'refundAmount', 'refundMethod', 'lines'],
  },
  /** Read the seller’s statement of a month. */
  statement: {
    method: 'GET',
    path: '/v1/statements/{month}',
    answer: ['isValid', 'errors', 'month', 'currency', 'lines', 'hasMoreLines', 'totals'],
  },
  /** Follow what happens to the seller’s policies. */
  events: {
    method: 'GET',
    path: '/v1/events',
    query: { after: 'after', types: 'types', limit: 'limit' },
    answer: ['isValid', 'errors', 'events'],
  },
  /** Have events sent to you. */
  createWebhookEndpoint: {
    method: 'POST',
    path: '/v1/webhook-endpoints',
    status: 201,
    answer: ['isValid', 'errors', 'id', 'url', 'types', 'status', 'secret'],
  },
  /** List the seller’s webhook endpoints. */
  webhookEndpoints: { method: 'GET', path: '/v1/webhook-endpoints', answer: ['isValid', 'errors', 'webhookEndpoints'] },
  /** Look up a webhook endpoint. */
  webhookEndpoint: {
    method: 'GET',
    path: '/v1/webhook-endpoints/{id}',
    answer: ['isValid', 'errors', 'id', 'url', 'types', 'status'],
  },
  /** Change a webhook endpoint. */
  changeWebhookEndpoint: {
    method: 'PATCH',
    path: '/v1/webhook-endpoints/{id}',
    answer: ['isValid', 'errors', 'id', 'url', 'types', 'status'],
  },
  /** Delete a webhook endpoint. */
  deleteWebhookEndpoint: { method: 'DELETE', path: '/v1/webhook-endpoints/{id}', status: 204, answer: [] },
  /** Get a new secret. */
  rotateWebhookSecret: {
    method: 'POST',
    path: '/v1/webhook-endpoints/{id}/rotate-secret',
    answer: ['isValid', 'errors', 'id', 'url', 'types', 'status', 'secret'],
  },
  /** Send a test message. */
  pingWebhookEndpoint: {
    method: 'POST',
    path: '/v1/webhook-endpoints/{id}/ping',
    answer: ['isValid', 'errors', 'delivery'],
  },
  /** List the deliveries of a webhook endpoint. */
  webhookDeliveries: {
    method: 'GET',
    path: '/v1/webhook-endpoints/{id}/deliveries',
    answer: ['isValid', 'errors', 'deliveries'],
  },
  /** Send a delivery again. */
  replayWebhookDelivery: {
    method: 'POST',
    path: '/v1/webhook-endpoints/{id}/deliveries/{deliveryId}/replay',
    answer: ['isValid', 'errors', 'delivery'],
  },
  /** Get a VIN to test with. */
  testVin: {
    method: 'GET',
    path: '/v1/test-vin',
    query: { year: 'year' },
    answer: ['isValid', 'errors', 'vin', 'year'],
  },
  /** Read the seller’s today. */
  readSandboxClock: { method: 'GET', path: '/sandbox/clock', answer: ['today'] },
  /** Move the seller’s today forward. */
  moveSandboxClock: { method: 'POST', path: '/sandbox/clock', answer: ['today', 'chargesRun'] },
  /** See what the processor and the lender have on record. */
  sandboxLedger: {
    method: 'GET',
    path: '/sandbox/ledger',
    query: { applicationId: 'applicationId' },
    answer: ['holds', 'charges', 'loans'],
  },
  /** See the e-mails that were sent. */
  sandboxOutbox: { method: 'GET', path: '/sandbox/outbox', answer: ['messages'] },
  /** Start afresh as this seller. */
  sandboxReset: { method: 'POST', path: '/sandbox/reset', answer: ['today', 'applicationsRemoved'] },
  /** Make a sample event. */
  sandboxEvents: { method: 'POST', path: '/sandbox/events', answer: ['isValid', 'errors', 'event'] },
} as const;

/** Every code of the contract, and whether the same call may be sent again unchanged. */
export const errorCodes = {
  /** Check the account holder’s name: send at most 200 characters. */
  AccountHolderNameInvalid: { status: 422, retryable: false },
  /** Give the account holder’s name. */
  AccountHolderNameRequired: { status: 422, retryable: false },
  /** The customer must have acknowledged more before this bind. Get the disclosures, show them, and send their kind, version and time. */
  AcknowledgementRequired: { status: 422, retryable: false },
  /** Check the acknowledgements: send a list of at most 50, each with kind, version and acknowledgedAt. */
  AcknowledgementsInvalid: { status: 422, retryable: false },
  /** Check the street address: send at most 200 characters. */
  AddressLine1Invalid: { status: 422, retryable: false },
  /** Give the street address. */
  AddressLine1Required: { status: 422, retryable: false },
  /** Check the unit or suite: send at most 200 characters. */
  AddressLine2Invalid: { status: 422, retryable: false },
  /** Check the event id: send the nextAfter of an earlier answer. */
  AfterInvalid: { status: 422, retryable: false },
  /** Check the applicant: send an object with the applicant’s details. */
  ApplicantInvalid: { status: 422, retryable: false },
  /** The applicant’s address must be in the seller’s province. Check the city and the postal code. */
  ApplicantOutsideProvince: { status: 422, retryable: false },
  /** Give the applicant. */
  ApplicantRequired: { status: 422, retryable: false },
  /** Check the application id: send it as it was received. */
  ApplicationIdInvalid: { status: 422, retryable: false },
  /** Give the application id. */
  ApplicationIdRequired: { status: 422, retryable: false },
  /** This application is not known. Check its id, or quote again. */
  ApplicationNotFound: { status: 422, retryable: false },
  /** Check the bank account: send an object with the account’s details. */
  BankAccountInvalid: { status: 422, retryable: false },
  /** Give the bank account. */
  BankAccountRequired: { status: 422, retryable: false },
  /** No policy was made, and the charge to the card is being reversed. Contact the operator. */
  BindFailedAfterCardCapture: { status: 422, retryable: false },
  /** No policy was made, and the loan was reversed. Contact the operator. */
  BindFailedAfterFinancing: { status: 422, retryable: false },
  /** An earlier bind of this application is still running. Wait a moment, then send the same bind again. */
  BindInProgress: { status: 422, retryable: true },
  /** The bind did not finish and nothing was charged. Send the same bind again with the same payment id. */
  BindIncomplete: { status: 422, retryable: true },
  /** The request body could not be read. Send a JSON object. */
  BodyInvalid: { status: 422, retryable: false },
  /** Check the first day of the bind: send a date such as 2026-03-31. */
  BoundFromInvalid: { status: 422, retryable: false },
  /** Check the last day of the bind: send a date such as 2026-03-31. */
  BoundToInvalid: { status: 422, retryable: false },
  /** Check the alternate phone number: send 10 to 15 digits. */
  BusinessPhoneInvalid: { status: 422, retryable: false },
  /** The first day without cover is not a day of this policy. Send one from the day of its bind to the end of its cover. */
  CancellationDateOutOfRange: { status: 422, retryable: false },
  /** This card payment was already charged. Contact the operator. */
  CardPaymentAlreadyUsed: { status: 422, retryable: false },
  /** The price or the selection has changed since the card payment was started. Start a new payment. */
  CardPaymentAmountMismatch: { status: 422, retryable: false },
  /** The card was refused by its issuer. Start a new payment with another card. */
  CardPaymentDeclined: { status: 422, retryable: false },
  /** The card authorization has lapsed and the customer was not charged. Start a new payment. */
  CardPaymentExpired: { status: 422, retryable: false },
  /** Check the card payment: send an object with the payment id. */
  CardPaymentInvalid: { status: 422, retryable: false },
  /** Leave out the card payment; it belongs with CC only. */
  CardPaymentNotApplicable: { status: 422, retryable: false },
  /** The card payment is not authorized yet. Confirm it first; if it was declined, start a new payment. */
  CardPaymentNotAuthorized: { status: 422, retryable: false },
  /** This card payment is not known for this quote. Check its id, or start a new payment. */
  CardPaymentNotFound: { status: 422, retryable: false },
  /** Give the card payment; CC requires it. */
  CardPaymentRequired: { status: 422, retryable: false },
  /** The card processor can’t be reached at the moment. Send the same call again with the same payment id; nobody is charged twice. */
  CardPaymentUnavailable: { status: 422, retryable: true },
  /** Check the charge date: send a date such as 2026-03-31. */
  ChargeDateInvalid: { status: 422, retryable: false },
  /** Choose a charge date between today and the effective date. */
  ChargeDateOutOfRange: { status: 422, retryable: false },
  /** Check the city: send at most 200 characters. */
  CityInvalid: { status: 422, retryable: false },
  /** Give the city. */
  CityRequired: { status: 422, retryable: false },
  /** Check the vehicle’s condition: send New, Used or Demonstrator. */
  ConditionInvalid: { status: 422, retryable: false },
  /** Give the vehicle’s condition. */
  ConditionRequired: { status: 422, retryable: false },
  /** Check the coverage category: send Replacement or LimitedIndemnity. */
  CoverageCategoryInvalid: { status: 422, retryable: false },
  /** Give the coverage category. */
  CoverageCategoryRequired: { status: 422, retryable: false },
  /** This cursor is not one of ours, or belongs to other filters. Start again from the first page. */
  CursorInvalid: { status: 422, retryable: false },
  /** Check the day of the purchase: send a date such as 2026-03-31. */
  DateInvalid: { status: 422, retryable: false },
  /** Give the day of the purchase. */
  DateRequired: { status: 422, retryable: false },
  /** Check the dealer contact: send an object with a name and an e-mail address or a phone number. */
  DealerContactInvalid: { status: 422, retryable: false },
  /** Give a contact at the dealer; Plus requires a name and an e-mail address or a phone number. */
  DealerContactRequired: { status: 422, retryable: false },
  /** Check the dealer id: send one from the dealers list. */
  DealerIdInvalid: { status: 422, retryable: false },
  /** Choose a dealer from the dealers list; Plus is sold through a dealer. */
  DealerIdRequired: { status: 422, retryable: false },
  /** This dealer is not linked to the seller. Choose one from the dealers list. */
  DealerNotLinkedToSeller: { status: 422, retryable: false },
  /** Check the description: send at most 200 characters. */
  DescriptionInvalid: { status: 422, retryable: false },
  /** This document was erased with the personal data in it, and can’t be downloaded any more. */
  DocumentErased: { status: 422, retryable: false },
  /** This document is not known. Check the download id. */
  DocumentNotFound: { status: 422, retryable: false },
  /** Give a down payment in dollars, with at most two decimals and less than the premium. */
  DownPaymentInvalid: { status: 422, retryable: false },
  /** Give the down payment. */
  DownPaymentRequired: { status: 422, retryable: false },
  /** The effective date has passed. Choose today or a later date and quote again. */
  EffectiveDateBackDate: { status: 422, retryable: false },
  /** The effective date is too far ahead. Choose an earlier date. */
  EffectiveDateFuture: { status: 422, retryable: false },
  /** Check the effective date: send a date such as 2026-03-31. */
  EffectiveDateInvalid: { status: 422, retryable: false },
  /** Give the effective date. */
  EffectiveDateRequired: { status: 422, retryable: false },
  /** Check the e-mail address: send one such as name@example.ca. */
  EmailAddressInvalid: { status: 422, retryable: false },
  /** Give the e-mail address. */
  EmailAddressRequired: { status: 422, retryable: false },
  /** The lender refused this plan. Change the plan or choose another payment method. */
  FinancingDeclined: { status: 422, retryable: false },
  /** Give the financing details; PFF requires them. */
  FinancingDetailsRequired: { status: 422, retryable: false },
  /** Check the financing details: send an object. */
  FinancingInvalid: { status: 422, retryable: false },
  /** Leave out the financing details; they belong with PFF only. */
  FinancingNotApplicable: { status: 422, retryable: false },
  /** Financing is offered for Replacement coverage only. Choose that category or another payment method. */
  FinancingNotAvailableForCoverageCategory: { status: 422, retryable: false },
  /** This seller is not set up for financing. Choose another payment method or contact the operator. */
  FinancingNotAvailableForSeller: { status: 422, retryable: false },
  /** The lender can’t be reached at the moment. Send the same call again shortly. */
  FinancingUnavailable: { status: 422, retryable: true },
  /** Check the first installment date: send a date such as 2026-04-15. */
  FirstInstallmentDateInvalid: { status: 422, retryable: false },
  /** Choose a first installment date between the day after the effective date and one month later. */
  FirstInstallmentDateOutOfRange: { status: 422, retryable: false },
  /** Give the first installment date. */
  FirstInstallmentDateRequired: { status: 422, retryable: false },
  /** Check the first name or the company name: send at most 200 characters. */
  FirstOrCompanyNameInvalid: { status: 422, retryable: false },
  /** Give the first name or the company name. */
  FirstOrCompanyNameRequired: { status: 422, retryable: false },
  /** Check the idempotency key: 1 to 255 printable characters without blanks. */
  IdempotencyKeyInvalid: { status: 422, retryable: false },
  /** This idempotency key was used with another body in the last 24 hours. Use a new key for another request. */
  IdempotencyKeyReused: { status: 422, retryable: false },
  /** Something went wrong on our side. Contact the operator if it happens again. */
  InternalError: { status: 500, retryable: false },
  /** Check the account number: it has 7 to 12 digits. */
  InvalidBankAccount: { status: 422, retryable: false },
  /** Check the bank’s institution number: it has exactly 3 digits. */
  InvalidBankInstitution: { status: 422, retryable: false },
  /** Check the branch’s transit number: it has exactly 5 digits. */
  InvalidBankTransit: { status: 422, retryable: false },
  /** Check whether the applicant is a company: send true or false. */
  IsCompanyInvalid: { status: 422, retryable: false },
  /** Check whether it is only a preview: send true or false. */
  IsPreviewInvalid: { status: 422, retryable: false },
  /** Check the customer’s language: send en or fr. */
  LanguageInvalid: { status: 422, retryable: false },
  /** Check the last name: send at most 200 characters. */
  LastNameInvalid: { status: 422, retryable: false },
  /** Give the last name. */
  LastNameRequired: { status: 422, retryable: false },
  /** Check the lienholder id: send one from the lienholder search. */
  LienHolderIdInvalid: { status: 422, retryable: false },
  /** This lienholder is not known. Search again and choose one of the matches. */
  LienHolderNotFound: { status: 422, retryable: false },
  /** Choose the lienholder; a leased or financed vehicle has one. */
  LienHolderRequired: { status: 422, retryable: false },
  /** Check the limit: send a whole number from 1 to 100. */
  LimitInvalid: { status: 422, retryable: false },
  /** Check the loan term: send whole months. */
  LoanTermInMonthsInvalid: { status: 422, retryable: false },
  /** Give the loan term. */
  LoanTermInMonthsRequired: { status: 422, retryable: false },
  /** This loan term was not offered for this policy term. Choose one of the financing options. */
  LoanTermNotAvailable: { status: 422, retryable: false },
  /** This address does not take this method. */
  MethodNotAllowed: { status: 405, retryable: false },
  /** Check the state of the money: send CollectedByPartner, Paid, Scheduled, Unpaid, Financed, PartRefunded or Refunded. */
  MoneyStatusInvalid: { status: 422, retryable: false },
  /** Check the month: send it as 2026-11. */
  MonthInvalid: { status: 422, retryable: false },
  /** Check the name: send at most 200 characters. */
  NameInvalid: { status: 422, retryable: false },
  /** Give the name. */
  NameRequired: { status: 422, retryable: false },
  /** Check the note: send at most 500 characters. */
  NoteInvalid: { status: 422, retryable: false },
  /** Check the odometer reading: send whole kilometres, 0 or more. */
  OdometerInvalid: { status: 422, retryable: false },
  /** Give the odometer reading. */
  OdometerRequired: { status: 422, retryable: false },
  /** Check your reference: send at most 64 characters. */
  PartnerReferenceInvalid: { status: 422, retryable: false },
  /** Check the password: send it as text. */
  PasswordInvalid: { status: 422, retryable: false },
  /** Check the payment id: send it as it was received. */
  PaymentIdInvalid: { status: 422, retryable: false },
  /** Give the payment id that the card payment was started with. */
  PaymentIdRequired: { status: 422, retryable: false },
  /** This seller is not set up for this payment method. Choose another one or contact the operator. */
  PaymentMethodNotAvailableForSeller: { status: 422, retryable: false },
  /** This payment method does not exist. Choose REF, FIN, PW, PFF or CC. */
  PaymentMethodNotSupported: { status: 422, retryable: false },
  /** Give the payment method. */
  PaymentMethodRequired: { status: 422, retryable: false },
  /** The policy exists already, and its payment reference stays as it is. To correct it, contact the operator. */
  PaymentReferenceIgnored: { status: 200, retryable: false },
  /** Check the payment reference: send at most 100 characters. */
  PaymentReferenceInvalid: { status: 422, retryable: false },
  /** Leave the payment reference empty; it does not apply to PFF and CC. */
  PaymentReferenceNotApplicable: { status: 422, retryable: false },
  /** The term is too short for this series. Choose a longer one. */
  PaymentTermBelowSeriesMinimum: { status: 422, retryable: false },
  /** Check the payment term: send whole years. */
  PaymentTermInYearsInvalid: { status: 422, retryable: false },
  /** Give the payment term. */
  PaymentTermInYearsRequired: { status: 422, retryable: false },
  /** This term was not offered in this coverage category. Choose one from the quote. */
  PaymentTermNotAvailable: { status: 422, retryable: false },
  /** Check the phone number: send 10 to 15 digits. */
  PhoneNumberInvalid: { status: 422, retryable: false },
  /** Give the phone number. */
  PhoneNumberRequired: { status: 422, retryable: false },
  /** This policy is cancelled already. */
  PolicyAlreadyCancelled: { status: 422, retryable: false },
  /** This policy is not known. Check its number. */
  PolicyNotFound: { status: 422, retryable: false },
  /** The lender already holds a loan under this policy number. Contact the operator. */
  PolicyNumberInUseByLender: { status: 422, retryable: false },
  /** Check the other insurer’s policy number: send at most 50 characters. */
  PolicyNumberInvalid: { status: 422, retryable: false },
  /** Give the other insurer’s policy number. */
  PolicyNumberRequired: { status: 422, retryable: false },
  /** Check the postal code: send a Canadian one such as K1A 0B1. */
  PostalCodeInvalid: { status: 422, retryable: false },
  /** Give the postal code. */
  PostalCodeRequired: { status: 422, retryable: false },
  /** Check the vehicle’s price: send dollars with at most two decimals. */
  PriceInvalid: { status: 422, retryable: false },
  /** Give the vehicle’s price. */
  PriceRequired: { status: 422, retryable: false },
  /** Check the primary insurer: send an object with name and policyNumber. */
  PrimaryInsurerInvalid: { status: 422, retryable: false },
  /** Check the producer code: send at most 100 characters. */
  ProducerCodeInvalid: { status: 422, retryable: false },
  /** Give the producer code; this seller is set up to require it. */
  ProducerCodeRequired: { status: 422, retryable: false },
  /** Check the purchase method: send Cash, Finance or Lease. */
  PurchaseMethodInvalid: { status: 422, retryable: false },
  /** Give the purchase method. */
  PurchaseMethodRequired: { status: 422, retryable: false },
  /** This quote is spent: a policy exists. Use that policy, or start a new quote for another one. */
  QuoteAlreadyBound: { status: 422, retryable: false },
  /** Too many requests. Wait, then send the call again. */
  RateLimitExceeded: { status: 429, retryable: true },
  /** Check the reason: send Rescission, VehicleSold, TotalLoss, Refinanced or Other. */
  ReasonInvalid: { status: 422, retryable: false },
  /** Give the reason. */
  ReasonRequired: { status: 422, retryable: false },
  /** The request body is too large. Send at most 64 KiB. */
  RequestTooLarge: { status: 413, retryable: false },
  /** A required product is not selected. Add it to the selection. */
  RequiredProductMissing: { status: 422, retryable: false },
  /** There is nothing at this address. Check the path; every business route starts with /v1. */
  RouteNotFound: { status: 404, retryable: false },
  /** The token’s scope does not allow this call. Get one with the scope that it needs. */
  ScopeInsufficient: { status: 403, retryable: false },
  /** Check the search text: send at most 200 characters. */
  SearchInvalid: { status: 422, retryable: false },
  /** Type at least 3 characters of the lienholder’s name. */
  SearchTooShort: { status: 422, retryable: false },
  /** Check the selected products: send a list of at most 50 product codes. */
  SelectedProductsInvalid: { status: 422, retryable: false },
  /** Select only products offered in this coverage category and term. */
  SelectedProductsMismatch: { status: 422, retryable: false },
  /** Give the selected products. */
  SelectedProductsRequired: { status: 422, retryable: false },
  /** Selling here needs a licence that is valid today. Contact the operator. */
  SellerNotLicensed: { status: 422, retryable: false },
  /** Check the series: send Prime or Plus. */
  SeriesInvalid: { status: 422, retryable: false },
  /** This seller may not sell this series. Choose another series or contact the operator. */
  SeriesNotEnabledForSeller: { status: 422, retryable: false },
  /** Choose a series, Prime or Plus; this seller may sell more than one. */
  SeriesRequired: { status: 422, retryable: false },
  /** The service can’t do this at the moment. Wait, then send the same call again. */
  ServiceUnavailable: { status: 503, retryable: true },
  /** Check the status: send NotStarted, InForce, Expired or Cancelled. */
  StatusInvalid: { status: 422, retryable: false },
  /** A tax rate changes before this is paid, so the quoted price no longer holds. Revise the quote from that day on, or charge a card before it. */
  TaxRateChanged: { status: 422, retryable: false },
  /** There is no unused test VIN for this model year. Ask for another year. */
  TestVinNotAvailable: { status: 422, retryable: false },
  /** Test VINs exist in the sandbox only. Use the VIN of a real vehicle here. */
  TestVinProductionDisabled: { status: 422, retryable: false },
  /** Check the checkout ticket: send it as it was received. */
  TicketInvalid: { status: 422, retryable: false },
  /** Give the checkout ticket. */
  TicketRequired: { status: 422, retryable: false },
  /** Check the day to move to: send a date such as 2026-03-31, not before the seller’s present day. */
  TodayInvalid: { status: 422, retryable: false },
  /** Give the day to move to. */
  TodayRequired: { status: 422, retryable: false },
  /** Check the type of event: send a known type. */
  TypeInvalid: { status: 422, retryable: false },
  /** Give the type of event. */
  TypeRequired: { status: 422, retryable: false },
  /** Check the types of events: send known types, separated by commas. */
  TypesInvalid: { status: 422, retryable: false },
  /** Send the request body as application/json, text/json or application/*+json. */
  UnsupportedMediaType: { status: 415, retryable: false },
  /** Check the username: send it as text. */
  UsernameInvalid: { status: 422, retryable: false },
  /** Check the vehicle configuration id: send it as it was received. */
  VehicleConfigurationIdInvalid: { status: 422, retryable: false },
  /** Give the vehicle configuration id. */
  VehicleConfigurationIdRequired: { status: 422, retryable: false },
  /** This vehicle configuration is not known. Look up the vehicle again and choose one of the results. */
  VehicleConfigurationNotFound: { status: 422, retryable: false },
  /** This vehicle does not qualify for coverage. Check its odometer reading and the effective date, or choose another vehicle. */
  VehicleIneligible: { status: 422, retryable: false },
  /** This value differs from the one given in the vehicle lookup. Send the same value, or look up the vehicle again. */
  VehicleLookupMismatch: { status: 422, retryable: false },
  /** Check the vehicle’s purchase: send an object with price, date and condition. */
  VehiclePurchaseInvalid: { status: 422, retryable: false },
  /** Check the VIN: it has 17 characters. */
  VinInvalid: { status: 422, retryable: false },
  /** Give the VIN. */
  VinRequired: { status: 422, retryable: false },
  /** This delivery is not known. Check its id. */
  WebhookDeliveryNotFound: { status: 422, retryable: false },
  /** A seller has at most 5 webhook endpoints. Delete one first. */
  WebhookEndpointLimit: { status: 422, retryable: false },
  /** This webhook endpoint is not known. Check its id. */
  WebhookEndpointNotFound: { status: 422, retryable: false },
  /** This address can’t get events. Send an https URL of a public server. */
  WebhookUrlInvalid: { status: 422, retryable: false },
  /** Check the model year: send a whole number such as 2024. */
  YearInvalid: { status: 422, retryable: false },
  /** Give the model year. */
  YearRequired: { status: 422, retryable: false },
} as const;

export type ErrorCode = keyof typeof errorCodes;

/** What can be provoked in the sandbox. In production it is ignored. */
export const sandboxFaults = {
  CardPaymentUnavailable: 'the card processor can’t be reached',
  CardPaymentReplyLost: 'the charge is made but its reply is lost; the repeat reuses the charge',
  CardPaymentDeclined: 'the issuer refuses the charge',
  CardPaymentExpired: 'the authorization has lapsed',
  BindIncomplete: 'the bind stops before anything is charged',
  BindFailedAfterCardCapture: 'the policy fails after the charge, which is then reversed',
  FinancingUnavailable: 'the lender can’t be reached',
  FinancingDeclined: 'the lender refuses the plan',
  FinancingReplyLost: 'the loan is written but its reply is lost; the repeat finds the same loan',
  PolicyNumberInUseByLender: 'the lender already holds a loan under the policy number',
  BindFailedAfterFinancing: 'the policy fails after the loan, which is then reversed',
  PolicyAlreadyCancelled: 'the operator has cancelled the policy just before',
  SlowBind: 'the bind takes 3 seconds longer, so that a second one meets BindInProgress',
  DocumentErased: 'the document was erased with the personal data in it',
  InternalError: 'the service fails',
  ServiceUnavailable: 'the database can’t be reached',
  RateLimitExceeded: 'the rate limit is used up',
} as const;

export type SandboxFault = keyof typeof sandboxFaults;
