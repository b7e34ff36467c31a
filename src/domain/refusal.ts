/**
 * A refusal is an expected outcome: a value with a name, never an exception. Each name is also a code on the wire;
 * `api/` does not compile while one is missing in `contract/errors/`.
 */
export interface Refusal {
  readonly code: RefusalCode;
  /** Dotted path of the request property; empty for the whole request. */
  readonly field: string;
  /** Values for the message: a limit, a range, a product. Never personal data, never a secret. */
  readonly details?: Readonly<Record<string, string>>;
}

export type RefusalCode =
  // quote
  | 'SeriesRequired'
  | 'SeriesNotEnabledForSeller'
  | 'EffectiveDateBackDate'
  | 'EffectiveDateFuture'
  | 'VehicleConfigurationNotFound'
  | 'VehicleLookupMismatch'
  | 'VehicleIneligible'
  | 'DealerIdRequired'
  | 'DealerContactRequired'
  | 'DealerNotLinkedToSeller'
  | 'LienHolderRequired'
  | 'LienHolderNotFound'
  | 'ProducerCodeRequired'
  | 'SellerNotLicensed'
  | 'ApplicantOutsideProvince'
  | 'LastNameRequired'
  | 'NameRequired'
  | 'EmailAddressRequired'
  | 'FirstOrCompanyNameInvalid'
  | 'LastNameInvalid'
  | 'AddressLine1Invalid'
  | 'AddressLine2Invalid'
  | 'CityInvalid'
  | 'PostalCodeInvalid'
  | 'PhoneNumberInvalid'
  | 'BusinessPhoneInvalid'
  | 'EmailAddressInvalid'
  | 'NameInvalid'
  | 'PriceInvalid'
  | 'VinInvalid'
  | 'SearchTooShort'
  | 'TestVinNotAvailable'
  | 'TestVinProductionDisabled'
  // every later step of a sale
  | 'ApplicationNotFound'
  | 'PolicyNotFound'
  | 'PolicyAlreadyCancelled'
  | 'CancellationDateOutOfRange'
  | 'CancellationRequestNotOpen'
  | 'CursorInvalid'
  | 'AfterInvalid'
  | 'WebhookEndpointNotFound'
  | 'WebhookDeliveryNotFound'
  | 'WebhookEndpointLimit'
  | 'WebhookUrlInvalid'
  | 'QuoteAlreadyBound'
  | 'PaymentTermNotAvailable'
  | 'PaymentTermBelowSeriesMinimum'
  | 'SelectedProductsMismatch'
  | 'RequiredProductMissing'
  | 'PaymentMethodNotAvailableForSeller'
  | 'TaxRateChanged'
  | 'SaleLinksNotAvailable'
  | 'SaleLinkNotFound'
  | 'PaymentMethodsInvalid'
  | 'ValidUntilInvalid'
  | 'DocumentErased'
  | 'DocumentNotFound'
  // financing
  | 'FirstInstallmentDateOutOfRange'
  | 'DownPaymentInvalid'
  | 'LoanTermNotAvailable'
  | 'InvalidBankInstitution'
  | 'InvalidBankTransit'
  | 'InvalidBankAccount'
  | 'AccountHolderNameRequired'
  | 'FinancingNotAvailableForSeller'
  | 'FinancingNotAvailableForCoverageCategory'
  | 'FinancingUnavailable'
  | 'FinancingDeclined'
  // card
  | 'ChargeDateOutOfRange'
  | 'CardPaymentNotFound'
  | 'CardPaymentNotAvailableForSeller'
  | 'CardPaymentUnavailable'
  | 'CardPaymentRequired'
  | 'CardPaymentNotApplicable'
  | 'CardPaymentNotAuthorized'
  | 'CardPaymentDeclined'
  | 'CardPaymentExpired'
  | 'CardPaymentAmountMismatch'
  | 'CardPaymentAlreadyUsed'
  // bind
  | 'AcknowledgementRequired'
  | 'AcknowledgementTimeInvalid'
  | 'DisclosureTextMissing'
  | 'PaymentReferenceNotApplicable'
  | 'FinancingDetailsRequired'
  | 'FinancingNotApplicable'
  | 'PolicyNumberInUseByLender'
  | 'BindInProgress'
  | 'BindIncomplete'
  | 'VehicleAlreadyCovered'
  | 'BindFailedAfterFinancing'
  | 'BindFailedAfterCardCapture';

export type Verdict = { readonly ok: true } | { readonly ok: false; readonly refusal: Refusal };

export const may: Verdict = { ok: true };

export function refuse(code: RefusalCode, field = '', details?: Readonly<Record<string, string>>): Verdict {
  return { ok: false, refusal: refusal(code, field, details) };
}

/** The refusal as a list, for a rule that returns every fault; empty if the rule holds. */
export function unless(holds: boolean, code: RefusalCode, field: string): readonly Refusal[] {
  return holds ? [] : [refusal(code, field)];
}

export function refusal(code: RefusalCode, field = '', details?: Readonly<Record<string, string>>): Refusal {
  return details === undefined ? { code, field } : { code, field, details };
}

/** The result of what was refused, with every reason. */
export interface Refused {
  readonly kind: 'refused';
  readonly refusals: readonly Refusal[];
}

export function refused(...refusals: readonly Refusal[]): Refused {
  return { kind: 'refused', refusals };
}
