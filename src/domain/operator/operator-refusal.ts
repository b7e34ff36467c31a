import { scopes } from '../credential/scope.ts';
import { paymentMethods } from '../payment-method.ts';
/**
 * A refusal to an operator, with a sentence that says what to do. The console translates it by its code; the command
 * line prints the sentence.
 */
export interface OperatorRefusal {
  readonly kind: 'refused';
  readonly code: OperatorRefusalCode;
  /** Dotted path of the property; empty for the whole request. */
  readonly field: string;
  /** The sentence shows these values (a number, a date, a line), so none may be a secret. */
  readonly details?: Readonly<Record<string, string>>;
  /** What else is wrong with the form, so that all of it is told in one round. */
  readonly others?: readonly OperatorRefusal[];
}

export type OperatorRefusalCode = keyof typeof operatorRefusals;

export const operatorRefusals = {
  // These concern access.
  SignInFailed: 'Name, password or code is wrong.',
  CodeRequired: 'Enter the code of your authenticator.',
  CodeInvalid: 'The code is wrong or was used before. Enter the next one.',
  SignInLocked: 'Too many wrong tries. Wait a few minutes.',
  SignInRequired: 'Sign in first.',
  PasswordChangeRequired: 'Choose a password of your own first.',
  PasswordTooWeak: 'A password has 12 to 200 characters and is hard to guess: a few unrelated words, for example.',
  SecondFactorRequired: 'An authenticator is required here. Set one up first.',
  HostNotAllowed: 'This console is not reached under that name. OPERATOR_HOSTS sets the names.',
  IdentityProviderUnavailable: 'The identity provider can not be reached. Try again in a few minutes.',
  IdentityWithoutRole: 'Your account at the identity provider has no role here. Ask who keeps it.',
  RoleNotEnough: 'Your role does not allow this. Ask an admin.',
  DeskOnly: 'Your account is for the desk of one seller. Ask the operator.',
  DeskClosed: 'The seller is disabled. Ask the operator.',
  IntegrationsLimited: 'This concerns all integrations, and your account is limited to some. Ask an admin.',
  RequestForged: 'The request did not come from this console. Reload the page.',
  AccountNameTaken: 'There is an account of that name.',
  AccountIsLastAdmin: 'The last admin can not be disabled or demoted.',
  AccountIsOfSeller: 'The account is for the desk of one seller, and has no role. Make another account.',
  AccountIsFederated: 'The account signs in at the identity provider, and has its password there.',
  TotpIsOn: 'The authenticator is on already. Turn it off first.',
  // These concern corrections of a sale.
  CancellationDateOutOfRange: 'Cancel on a day from the one on which the policy was bound to the end of its cover.',
  CancellationFlatOnly: 'Before its effective date a policy is cancelled flat: no day of it is used.',
  AmendmentEmpty: 'Nothing would change. Name what is to be corrected.',
  AmendmentInvalid: 'This can not be put on a policy. Check it.',
  AmendmentOutsideProvince:
    'The address has to stay in the seller’s province. Cancel the policy and sell it again there.',
  AmendmentIneligible: 'The vehicle does not qualify for this policy. Cancel the policy and sell it again.',
  AmendmentChangesPrice: 'The price would change. Cancel the policy and sell it again.',
  VehicleAlreadyCovered:
    'The integration refuses a second policy for a vehicle, and this one has one. Cancel one of the two first.',
  VehicleBeingBound: 'A policy for this vehicle is being bound right now. Try again in a few minutes.',
  InsurerNoticeTooShort:
    'The insurer has to give notice in time. Choose a later first day without cover, or who else asked.',
  InsurerGroundNotAllowed:
    'By now the insurer may cancel this policy only if it is not paid or its risk is aggravated. Choose that ground, or who else asked.',
  NonPaymentNotAllowed:
    'Non-payment is the insurer’s ground, for a policy whose charge was refused. Choose another ground, or the insurer.',
  RescissionOver:
    'The days of rescission are over. Cancel the policy instead: pro-rata, or flat if the customer’s notice was sent in time.',
  RequestBackDate: 'A request lies at most 30 days back, and not before the first day of cover once that has come.',
  RequestNotOpen: 'No request of the partner is open: it was decided already, or there was none.',
  PolicyAlreadyCancelled: 'The policy is cancelled already. A cancellation that is still ahead can be withdrawn.',
  CancellationChanged: 'The result has changed since the preview. Look at it again.',
  ChargeUnderWay: 'The card is being charged right now. Try again in a few minutes.',
  CancellationInEffect: 'The cancellation is in effect: it can not be withdrawn any more.',
  CancellationNotThere: 'The policy is not cancelled.',
  ChargeNotOpen: 'The charge is done, stopped or recorded as paid already.',
  MoneyNotWithUs: 'The seller or the lender collected the money of this policy: record it there.',
  AmountOutOfRange: 'Give an amount above zero, and not more than there is.',
  ReportDateOutOfRange: 'Give the day on which it happened: not before there was a reason for it, and not after today.',
  NothingDue: 'Nothing is due. Say what amount came in: it is given back if it is too much.',
  NothingToReturn: 'No payment by cheque or transfer is recorded that could have come back.',
  PaymentNotNamed: 'More than one payment can be meant: give its amount, or its reference as it was recorded.',
  NoRefundToReturn: 'No refund to a card is on record that could have come back.',
  NothingToDispute: 'No card was charged for this policy.',
  DisputeIsOpen: 'A dispute of this charge is open already.',
  DisputeNotOpen: 'There is no open dispute with that outcome.',
  NothingToGiveBack: 'Nothing is to be given back.',
  AccountChanged: 'The account has changed since you opened it. Look at it again.',
  RecordedAlready:
    'The same amount of the same day is on record already. If there are two, give the reference or the day that tells them apart.',
  EntryNotByOperator: 'Only what an operator recorded can be voided: what a bank or a party says stays recorded.',
  EntryInUse: 'Something was recorded about it since. Void that first.',
  LoanIsEnded: 'The lender was told to end the loan: the policy can not be reinstated. Sell it again.',
  ReinstatementUnpaid: 'What was given back has to be paid again first. Record the payment, then reinstate the policy.',
  ChargeNotUnclear: 'It is known what became of the charge: only what was paid outside can be recorded.',
  NothingToWriteOff: 'Nothing can be written off: nothing is owed, or the cover goes on.',
  ProcessorReferenceInvalid: 'Give the processor’s own reference: letters, digits, dots and dashes, without blanks.',
  RefundByOperator: 'This refund is yours to pay: pay it, and settle it with its day and reference.',
  SettledOnInvalid: 'The day must be a date, and not after the seller’s today.',
  ChargeRefusedForGood:
    'This card must never be charged again. Send the customer a payment link, or record it as paid once it is paid outside.',
  ChargeNotRefused: 'The charge was not refused: it is made on its day.',
  ChargePastTaxChange:
    'The tax rate changes by that day, and the price has the rate before. Choose an earlier day, or cancel the policy and sell it again.',
  ChargeDateOutOfRange:
    'Choose a day from tomorrow to 60 days ahead. A policy that is cancelled from a later day on is charged before that day.',
  LinkDaysInvalid: 'A payment link can be used for 1 to 30 days.',
  SaleLinksOff:
    'Sale links are off for this seller, or it takes neither cards nor monthly payment. Change the seller first.',
  SaleLinksWithoutMethod:
    'A customer pays on the page of a link, by card or monthly. Give the seller one of these methods first, or turn its links off.',
  SaleLinkUnaddressed: 'The link has no e-mail address to be mailed to.',
  SaleLinkMethodsInvalid: 'The seller does not have this payment method.',
  PhoneNumberInvalid: 'This is not a telephone number.',
  NameUnprintable: 'A sign of this name can’t be printed.',
  SaleLinkDayInvalid: 'The last day is from today to 90 days ahead.',
  VinInvalid: 'This is not a VIN.',
  SaleLinkDownPaymentInvalid: 'Write the down payment in dollars, such as 250 or 249.50.',
  SaleLinkWithoutLoan: 'This seller has no monthly payment, and so no down payment.',
  SaleLinkNotOpen: 'This link is bound, withdrawn or over already.',
  SaleLinkBeingBought: 'A customer is buying by this link right now. Try again in a moment.',
  LinkNotThere: 'There is no payment link that could be used.',
  ReversalNotDue: 'It is given back or settled already.',
  LenderNotAnswered: 'A loan is ended by its lender: it is asked until it answers, and what it says counts.',
  CancellationAhead:
    'A cancellation is ahead, and its notice says what is given back. Withdraw it first, or give more once it is in effect.',
  ReversalUnderWay: 'It is being tried, or a try may yet come through. Try again in a few minutes.',
  SettleReferenceRequired: 'Say where it can be found: the number of a transfer, or the processor’s reference.',
  MailUnderWay: 'The mail is on its way already. Try again in a few minutes.',
  MailedOften:
    'It was mailed five times within a day. Ask the customer to look among unwanted mail, correct the address, or try again tomorrow.',
  SaleLinksMailedOften:
    'The seller’s links were mailed 200 times within a day. Make the link without a mail and hand over its address, or try again tomorrow.',
  MailDropped: 'It is for an address that is not the policy’s any more. Send the documents again instead.',
  EmailAddressInvalid: 'This is not an e-mail address.',
  EmailAddressUnchanged: 'The policy has this address already.',
  BindNotAbandoned: 'The bind is finished or in progress.',
  DifferenceNotOpen: 'The difference is settled already.',
  RefundReturnNotRecorded: 'A refund of this policy came back: record that on the page of its sale first.',
  DisputeNotRecorded: 'The bank has disputed a charge of this policy: record that on the page of its sale first.',
  // books
  SettlementFileKnown: 'This payout file was taken before.',
  SettlementFileTooLong: 'The payout file has too many lines. Ask for one of fewer days.',
  SettlementReferenceInvalid: 'A line of the payout file has no reference, or one of more than 200 characters.',
  SettlementWordsInvalid:
    'What the words mean is not readable. Write it as Commission=fee, Transfer=payout; known are charge, refund, dispute, dispute won, dispute lost, refund returned, fee, reserve and payout.',
  SettlementAmountInvalid: 'A line of the payout file has an invalid amount. Write it as 1234.50.',
  DocumentErased: 'The document was erased with the personal data in it.',
  // These concern personal data.
  PersonKeyInvalid: 'Type an e-mail address, a telephone number of at least 10 digits, or a policy number.',
  PolicyInForce: 'The policy is in force: its personal data are needed until its cover has ended.',
  SaleUnderWay: 'A bind, a payment, a refund or a mail of this sale is not over yet. Try again when it is.',
  SaleErased: 'The personal data of this sale were erased already.',
  BooksNeedPolicy: 'For some years after the cover the books need name, address, vehicle and documents.',
  // These concern integrations, sellers, dealers and licences.
  NameInvalid: 'A name has 1 to 120 characters and at least one letter or digit.',
  ClientIdInvalid: 'A client id has 3 to 64 letters, digits, dots, dashes or underscores.',
  ClientIdTaken: 'There is an integration with that client id.',
  UsernameInvalid: 'A username has 2 to 64 letters, digits, dots, dashes, underscores or at signs.',
  UsernameTaken: 'The integration has a seller with that username.',
  ProvinceInvalid: 'Choose one of AB, BC, MB, NB, NL, NS, NT, NU, ON, PE, QC, SK, YT.',
  ProvinceFixed: 'The seller has quoted in its province. Make another seller for another province.',
  SeriesInvalid: 'Choose at least one series: Prime, Plus.',
  PaymentMethodsInvalid: `Choose at least one payment method: ${paymentMethods.join(', ')}.`,
  RateLimitInvalid: 'A rate limit is a whole number of requests from 1 to 1,000,000.',
  BrandTextInvalid:
    'Write one line of at most 120 characters, at most four lines of an address, and closing texts of at most 600 characters in both languages.',
  ColoursInvalid: 'A colour is written as #12344d.',
  ContrastTooLow: 'Texts in these colours could not be read. Take darker ones: 4.5 to 1 against white (WCAG AA).',
  LanguagesInvalid: 'Choose en, fr or both.',
  LogoInvalid:
    'A logo is a PNG, or an SVG of shapes alone (no texts, styles, pictures or links), of at most 64 KiB, 2,000 pixels and eight times as wide as high.',
  OverlapInvalid: 'An overlap has 0 to 720 whole hours.',
  ScopesInvalid: `Choose at least one scope: ${scopes.join(', ')}.`,
  KeysInvalid:
    'Give up to five public keys as JWK or JWKS, without their private parts: RSA of 2048 to 8192 bits, P-256 or Ed25519, for signatures.',
  WebhookUrlInvalid: 'Give an address that begins with https:// and is public, without a user, a password or a #.',
  WebhookEndpointLimit: 'There are five webhook endpoints already. Remove one that is not needed any more.',
  WebhookEndpointOfSeller: 'A seller has made this endpoint: its address and its secret are the seller’s.',
  WebhookEndpointDisabled: 'The endpoint is disabled. Enable it first.',
  EventTypesInvalid: 'Choose types of events that there are.',
  DescriptionInvalid: 'A description has at most 200 characters.',
  TimesOutOfRange: 'Choose a last time that is after the first.',
  ReplayTooLarge: 'These are more than 10,000 events. Choose a shorter time.',
  NothingPrevious: 'There is nothing to revoke: no previous one is still valid.',
  IdInvalid: 'An id has 1 to 64 letters, digits, dots, colons, dashes or underscores.',
  IdTaken: 'There is one with that id.',
  AddressLine1Invalid: 'A street address has 1 to 120 characters.',
  CityInvalid: 'A city has 1 to 80 characters.',
  PostalCodeInvalid: 'A postal code looks like K1A 0B1.',
  DealerNotLinked: 'The seller has no active link to that dealer.',
  LicenceTextInvalid: 'A licence’s number and class have 1 to 60 characters.',
  ExpiryInvalid: 'An expiry is a day from 2000 to 2099, such as 2027-06-30.',
  DayInPast: 'Choose today or a later day.',
  VinPatternInvalid: 'A VIN pattern is the first eight characters of a VIN; a star after the third is any character.',
  VinPatternsFull: 'There are 2,000 VIN patterns already. Remove one that is not needed any more.',
  ModelYearsInvalid: 'Model years go from 1980 to 2039, the first not after the last.',
  ChoiceInvalid: 'Choose one of the words that are offered.',
  // These concern imported files.
  FileEmpty: 'The file has no line with the names of its columns.',
  TooManyFaults: 'The file has 1,000 faults and was not read further. Fix these first.',
  FileTooLarge: 'The file is too large. Import it in parts of at most 250,000 rows and 64 MiB.',
  ColumnMissing: 'The first line does not name this column.',
  ColumnUnknown: 'There is no such column.',
  ColumnTwice: 'The first line names this column twice.',
  CellCountWrong: 'The line has more or fewer cells than there are columns.',
  QuoteInvalid: 'A quotation mark stands where none may, or is not closed.',
  TextNotUtf8: 'The text is not in UTF-8. Save the file as CSV UTF-8.',
  LineTooLong: 'The line is longer than 64 KiB.',
  IdRepeated: 'The id stands on an earlier line already.',
  SellerUnknown: 'There is no seller with that username.',
  SellerAmbiguous: 'Several integrations have a seller with that username. Write client_id/username.',
  ImportBusy: 'Another import is running. Try again when it is done.',
  ImportStalled: 'No more of the file arrived, so nothing was imported. Send it again.',
  // These concern rate books, tax tables and texts.
  RateBookFaulty: 'The rate book has faults. Nothing was loaded.',
  RateBookLoaded: 'There is a rate book of that version already. Give the new one another version.',
  RateBookEnds: 'The rate book ends before that day by its own dates.',
  RateBookNotThere: 'There is no rate book to compare with.',
  NothingToGoBackTo: 'No other rate book was in force before.',
  ActivationInPast: 'Choose today or a later day: quotes of the past keep their prices.',
  TaxTableFaulty: 'The tax table has faults. Nothing was loaded.',
  TaxTableLoaded: 'There is a tax table of that version already. Give the new one another version.',
  CustomerTextsFaulty: 'The customer texts have faults. Nothing was loaded.',
  CustomerTextsLoaded: 'There are customer texts of that version already. Give the new ones another version.',
  RescissionRulesFaulty: 'The rules of rescission have faults. Nothing was loaded.',
  RescissionRulesLoaded: 'There are rules of rescission of that version already. Give the new ones another version.',
  DisclosureTextsFaulty: 'The disclosure texts have faults. Nothing was loaded.',
  DisclosureTextsLoaded: 'There are disclosure texts of that version already. Give the new ones another version.',
  WordingFaulty:
    'This can not be mailed to customers. Give a PDF of at most 2 MiB without a password, scripts, forms or files in it.',
  WordingLoaded: 'The form has that version in that language already. Give the new one another version.',
  // lists
  SearchTooShort: 'Type at least 2 characters, or 5 of a VIN.',
  ZoneUnknown: 'There is no such time zone. Write it like America/Toronto.',
  StateUnknown: 'Nothing in this list has such a state.',
  DaysOutOfRange: 'Choose a last day that is not before the first, and at most a year.',
  ExportTooLarge: 'This is more than one file may hold. Choose fewer days, or one seller.',
  // A policy that was forgotten by a restore.
  PolicyNumberTaken: 'There is a policy of this number already.',
  PolicyNumberNotIssued:
    'This is no number that was issued. After a restore the numbers are moved on first: see “Restored to an earlier point” in the guide.',
  SaleTaken: 'The application is bound already, a bind of it is under way, or its person was erased.',
  QuoteForgotten: 'The quote was forgotten, too: give it as it was asked for.',
  QuoteRefused: 'The quote would not have been made like this.',
  VehicleUnclear:
    'The VIN can be several vehicles, or none is like this: name the vehicle as it was answered with the quote.',
  TotalDiffers: 'The price differs from the total on the declaration.',
  PaymentIncomplete:
    'A policy paid by card needs its card payment, a financed one its financing, and no other either of them.',
  CardPaymentSpent: 'The card payment was used otherwise, or has lapsed.',
  // Every request can meet these.
  RequestInvalid: 'The request has a property that is missing or malformed.',
  NotFound: 'There is nothing of that name.',
  ReasonRequired: 'Give a reason of at least 3 characters.',
  Busy: 'Too much at once. Try again in a moment.',
  DatabaseAway: 'The database is away. Try again in a moment.',
  InstanceOutdated: 'A newer version has changed the database. This instance has to be replaced by that version.',
} as const;

export function refuseOperator(
  code: OperatorRefusalCode,
  field = '',
  details?: Readonly<Record<string, string>>,
): OperatorRefusal {
  return { kind: 'refused', code, field, ...(details && { details }) };
}

/** Refuses a form for all its faults, of which there is at least one. */
export function refuseForm([first, ...others]: readonly OperatorRefusal[]): OperatorRefusal {
  if (first === undefined) throw new Error('a form without a fault is not refused');
  return others.length === 0 ? first : { ...first, others };
}

/** Lists all that a refusal tells. */
export function allOf({ others = [], ...first }: OperatorRefusal): readonly OperatorRefusal[] {
  return [first, ...others];
}

export function isOperatorRefusal(value: unknown): value is OperatorRefusal {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'refused' && 'code' in value;
}
