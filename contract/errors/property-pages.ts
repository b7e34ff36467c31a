import { moneyStatusValues, paymentMethodValues } from '../vocabulary.ts';
import type { PropertyName } from './property-words.ts';

const calendarDate =
  'a calendar date `YYYY-MM-DD`. A date-time is read, too; of it, the calendar date as written counts';

/** The advice for what stands on papers. */
const printed =
  'A sign that no paper can show, such as an emoji, is refused, and the message names it: [names](../guide/sale.md#names).';

/**
 * The text of the pages of `<Name>Required` and `<Name>Invalid`, by the request of their example and by property; path,
 * status, operations and fields come from the contract. A code that needs a longer page has a file in `docs/errors` and
 * no entry here.
 */
export const propertyPages = {
  'login.json': {
    username: {
      label: 'the seller’s username',
      remedy: 'Send the username as a JSON string, as it was issued at onboarding.',
      note: 'A username that is missing or wrong is not answered with this code. It is a 401 without a body, like any other wrong credential.',
    },
    password: {
      label: 'the seller’s password',
      remedy: 'Send the password as a JSON string, as it was issued at onboarding.',
      note: 'A password that is missing or wrong is not answered with this code. It is a 401 without a body, like any other wrong credential.',
    },
  },
  query: {
    vin: {
      label: 'the vehicle identification number',
      form: 'exactly 17 characters, letters without I, O and Q and digits, with the right check digit at place 9. A vehicle that was not made for North America has another letter there and is not refused for it. The message says what is wrong, and where.',
      required: {
        remedy:
          'Send the VIN as the query parameter `Vin`. In the sandbox, `GET /v1/test-vin?year=2024` gives one to test with.',
        address: '/v1/quote/vehicle-configurations?EffectiveDate=$TODAY',
      },
      remedy: 'Check the VIN against the registration or the dashboard, and send all 17 characters without spaces.',
      note: 'A VIN of the right form that can’t be resolved to a vehicle is answered with 400 and an empty body. So is one that can’t have a check digit: its maker is not North American, and place 9 is neither a digit nor X.',
      address: '/v1/quote/vehicle-configurations?Vin=1HGCM82633A00435&EffectiveDate=$TODAY',
      reason: 'This VIN has 16 characters.',
    },
    search: {
      remedy: 'Send part of the lienholder’s name: at least 3 and at most 200 characters.',
      note: 'A search that is missing or has fewer than 3 characters is answered with [SearchTooShort](SearchTooShort.md).',
      address: "/v1/quote/lienholders?search=$(printf 'a%.0s' $(seq 201))",
      reason: 'This text has 201 characters.',
    },
    status: {
      label: 'the state of what is listed',
      form: '`NotStarted`, `InForce`, `Expired` or `Cancelled` of policies; `Quoted`, `Binding` or `Bound` of applications; `Open`, `Bound`, `Expired` or `Withdrawn` of sale links; such as `422` or `5xx` of calls.',
      remedy: 'Send one of these words, or leave the filter out.',
      address: '/v1/policies?status=Open',
      reason: 'There is no such state.',
    },
    moneyStatus: {
      label: 'the state of the policies’ money',
      form: `${listed(moneyStatusValues)}.`,
      remedy: 'Send one of these words, or leave the filter out.',
      address: '/v1/policies?moneyStatus=Open',
      reason: 'There is no such state.',
    },
    from: {
      label: 'the first day of the calls',
      form: 'a date, `YYYY-MM-DD`, in the seller’s province, or a time with its zone.',
      remedy: 'Send a date, or a time with its zone, or leave the filter out.',
      address: '/v1/requests?from=2026-02-30',
      reason: 'February has no 30th day.',
    },
    to: {
      label: 'the last day of the calls',
      form: 'a date, `YYYY-MM-DD`, in the seller’s province, or a time with its zone; the day itself is included.',
      remedy: 'Send a date, or a time with its zone, or leave the filter out.',
      address: '/v1/requests?to=2026-02-30',
      reason: 'February has no 30th day.',
    },
    operation: {
      label: 'the operation of the calls',
      form: 'an `operationId` of the OpenAPI document, at most 60 characters.',
      remedy: 'Send an `operationId`, such as `bind`, or leave the filter out.',
      address: "/v1/requests?operation=$(printf 'a%.0s' $(seq 61))",
      reason: 'This text has 61 characters.',
    },
    requestId: {
      label: 'the request id of the calls',
      form: 'an `X-Request-Id`, at most 128 characters.',
      remedy: 'Send the `X-Request-Id` of an answer, or leave the filter out.',
      address: "/v1/requests?requestId=$(printf 'a%.0s' $(seq 129))",
      reason: 'This text has 129 characters.',
    },
    quotedFrom: {
      label: 'the first day on which the applications were quoted',
      form: 'a date, `YYYY-MM-DD`, in the seller’s province.',
      remedy: 'Send a date, or leave the filter out. Of a date-time, the date as written counts.',
      address: '/v1/applications?quotedFrom=2026-02-30',
      reason: 'February has no 30th day.',
    },
    quotedTo: {
      label: 'the last day on which the applications were quoted',
      form: 'a date, `YYYY-MM-DD`, in the seller’s province; the day itself is included.',
      remedy: 'Send a date, or leave the filter out. Of a date-time, the date as written counts.',
      address: '/v1/applications?quotedTo=2026-02-30',
      reason: 'February has no 30th day.',
    },
    boundFrom: {
      label: 'the first day on which the policies were bound',
      form: 'a date, `YYYY-MM-DD`, in the seller’s province.',
      remedy: 'Send a date, or leave the filter out. Of a date-time, the date as written counts.',
      address: '/v1/policies?boundFrom=2026-02-30',
      reason: 'February has no 30th day.',
    },
    boundTo: {
      label: 'the last day on which the policies were bound',
      form: 'a date, `YYYY-MM-DD`, in the seller’s province; the day itself is included.',
      remedy: 'Send a date, or leave the filter out. Of a date-time, the date as written counts.',
      address: '/v1/policies?boundTo=2026-02-30',
      reason: 'February has no 30th day.',
    },
    limit: {
      label: 'how many to answer at most',
      form: 'a whole number from 1 to 100; 25 when left out.',
      remedy: 'Send a number from 1 to 100, and follow the cursor for more.',
      address: '/v1/policies?limit=500',
      reason: 'A page has at most 100.',
    },
    month: {
      label: 'the month of the statement',
      form: 'a year and a month, as `2026-11`.',
      remedy: 'Send a month as `2026-11`.',
      address: '/v1/statements/2026-13',
      reason: 'A year has twelve months.',
    },
    after: {
      label: 'the event after which the feed is read',
      form: 'the id of one of the seller’s events.',
      remedy:
        'Send the `nextAfter` of an earlier answer, or leave it out to read from the beginning. An event that you know and the feed does not was lost in a restore to an earlier point: the message names the last one before it. Go on after that one, and compare what you have read since with the operator.',
      note: 'An id that is unknown and one of another seller are not told apart.',
      address: '/v1/events?after=x',
      reason: 'The seller has no such event.',
    },
    types: {
      label: 'the types of events to read',
      form: 'one or more types, separated by commas, such as `payment.captured,payment.refused`.',
      remedy: 'Send only types that the API reference lists.',
      address: '/v1/events?types=policy.lost',
      reason: 'There is no such type.',
    },
    year: {
      form: 'a whole number, such as 2024.',
      required: {
        remedy: 'Send the model year that the VIN has to decode to: `GET /v1/test-vin?year=2024`.',
        address: '/v1/test-vin',
      },
      remedy: 'Send the year in digits: `GET /v1/test-vin?year=2024`.',
      note: 'A year for which there is no test VIN is answered with [TestVinNotAvailable](TestVinNotAvailable.md).',
      address: '/v1/test-vin?year=next',
      reason: 'This is not a number.',
    },
  },
  'bind.json': {
    applicationId: {
      form: 'text of at most 200 characters, as the quote answered it.',
      required: {
        remedy: 'Send the `applicationId` that the quote answered.',
        note: 'On `POST /v1/quote` the id may be left out. The call then creates a new quote.',
      },
      remedy: 'Send the id exactly as the quote gave it. Do not build, cut or change ids.',
      note: 'An id of the right form that is not known is answered with [ApplicationNotFound](ApplicationNotFound.md).',
    },
    coverageCategory: {
      form: '`Replacement` or `LimitedIndemnity`. Case does not matter.',
      required: {
        remedy:
          'Send the category that the customer chose: `Replacement` for a term from `replacementOptions`, `LimitedIndemnity` for one from `limitedIndemnityOptions`.',
      },
      remedy: 'Send `Replacement` or `LimitedIndemnity`. There is one category in a policy.',
      change: '.coverageCategory = "Full"',
      reason: 'There is no category `Full`.',
    },
    paymentTermInYears: {
      form: 'a whole number of years.',
      required: {
        remedy: 'Send a `paymentTermInYears` that the quote offered in the chosen category.',
      },
      remedy:
        'Send a JSON number without a fraction and without quotes: `3`. It is the payment term, not the coverage term of a product.',
      note: 'A whole number that was not offered is answered with [PaymentTermNotAvailable](PaymentTermNotAvailable.md) or [PaymentTermBelowSeriesMinimum](PaymentTermBelowSeriesMinimum.md).',
      change: '.paymentTermInYears = 2.5',
      reason: 'Terms are whole years.',
    },
    selectedProducts: {
      label: 'the list of selected products',
      form: 'a list of at most 50 product codes (`productType` of the quote), each a text of at most 200 characters.',
      required: {
        remedy:
          'Send the codes of the products that the customer chose, among them every product with `isOptional` false.',
        note: 'An empty list counts as given. It is then refused for the required products that are not in it: [RequiredProductMissing](RequiredProductMissing.md).',
      },
      remedy: 'Send a list, also for a single product: `["RPL"]`. None of its items may be blank.',
      note: 'A code that is not offered is answered with [SelectedProductsMismatch](SelectedProductsMismatch.md).',
      change: '.selectedProducts = "RPL"',
      reason: 'Text is not a list.',
    },
    paymentMethod: {
      form: `${listed(paymentMethodValues)}.`,
      required: {
        remedy:
          'Send how the policy is paid: `REF` (referral), `FIN` (agency finance), `PW` (agency-billed), `PFF` (monthly financing) or `CC` (credit card).',
        note: 'A code that does not exist is answered with [PaymentMethodNotSupported](PaymentMethodNotSupported.md).',
      },
    },
    acknowledgements: {
      label: 'the list of acknowledgements',
      form: 'a list of at most 50, each with `downloadId`, or `kind` and `version` (as the disclosures have them), and `acknowledgedAt` (a time with its zone, RFC 3339). It may be left out.',
      remedy:
        'Send a list of objects with `downloadId` and `acknowledgedAt`. Send the time with its zone: `2026-11-15T17:04:00Z`.',
      note: 'One that is missing, where the seller requires it, is answered with [AcknowledgementRequired](AcknowledgementRequired.md).',
      change: '.acknowledgements = ["FactSheet"]',
      reason: 'Text is not an object.',
    },
    paymentReference: {
      form: 'text of at most 500 characters, without NUL (U+0000) and without half a surrogate pair. It may be left out.',
      remedy:
        'Send your own reference as text, in quotes: `"100245"`. It is kept as it came, for reconciliation, and not checked further.',
      note: 'With `PFF` and `CC` it must be empty: [PaymentReferenceNotApplicable](PaymentReferenceNotApplicable.md).',
      change: '.paymentReference = 100245',
      reason: 'A number is not text.',
    },
  },
  'quote.json': {
    partnerReference: {
      label: 'your own reference for the sale',
      form: `${line(64)} It may be left out, and need not be unique.`,
      remedy: 'Send the reference as text, in quotes, with at most 64 characters.',
    },
    language: {
      form: '`en` or `fr`. It may be left out.',
      remedy: 'Send `en` or `fr`, or leave it out.',
      change: '.language = "de"',
      reason: 'Documents and mails are in English and French.',
    },
    vehiclePurchase: {
      label: 'how the vehicle was bought',
      form: 'an object with `price`, `date` and `condition`. It may be left out.',
      remedy: 'Send an object: `{ "price": 38995, "date": "2026-11-10", "condition": "New" }`.',
      change: '.vehiclePurchase = "new"',
      reason: 'Text is not an object.',
    },
    price: {
      label: 'the price of the vehicle',
      form: 'dollars, 0 to 9999999.99.',
      required: {
        remedy: 'Send what was paid for the vehicle before tax, or leave `vehiclePurchase` out.',
        change: '.vehiclePurchase = { "date": "2026-11-10", "condition": "New" }',
      },
      remedy: 'Send a JSON number without a sign and without quotes: `38995`.',
      change: '.vehiclePurchase = { "price": -1, "date": "2026-11-10", "condition": "New" }',
      reason: 'A price can’t be below 0.',
    },
    date: {
      form: `${calendarDate}.`,
      required: {
        remedy: 'Send the day on which the vehicle was bought, or leave `vehiclePurchase` out.',
        change: '.vehiclePurchase = { "price": 38995, "condition": "New" }',
      },
      remedy: 'Send a day that exists: `2026-11-10`.',
      change: '.vehiclePurchase = { "price": 38995, "date": "2026-02-30", "condition": "New" }',
      reason: 'There is no such day.',
    },
    condition: {
      label: 'the condition of the vehicle',
      form: '`New`, `Used` or `Demonstrator`. Case does not matter.',
      required: {
        remedy: 'Send what the vehicle was when it was bought, or leave `vehiclePurchase` out.',
        change: '.vehiclePurchase = { "price": 38995, "date": "2026-11-10" }',
      },
      remedy: 'Send `New`, `Used` or `Demonstrator`.',
      change: '.vehiclePurchase = { "price": 38995, "date": "2026-11-10", "condition": "Old" }',
      reason: 'There is no condition `Old`.',
    },
    primaryInsurer: {
      label: 'who insures the vehicle itself',
      form: 'an object with `name` and `policyNumber`. It may be left out.',
      remedy: 'Send an object: `{ "name": "Example Mutual", "policyNumber": "A-123456" }`.',
      change: '.primaryInsurer = "Example Mutual"',
      reason: 'Text is not an object.',
    },
    policyNumber: {
      label: 'the number of the other insurer’s policy',
      required: {
        remedy: 'Send the number of the primary insurer’s policy, or leave `primaryInsurer` out.',
        change: '.primaryInsurer = { "name": "Example Mutual" }',
      },
      remedy: 'Send the number as text, in quotes, with at most 50 characters.',
      change: '.primaryInsurer = { "name": "Example Mutual", "policyNumber": 123456 }',
      reason: 'A number is not text.',
    },
    series: {
      form: '`Prime` or `Plus`. Case does not matter.',
      remedy: 'Send `Prime` for a direct sale or `Plus` for a sale through a dealer.',
      note: 'A series that exists but that the seller may not sell is answered with [SeriesNotEnabledForSeller](SeriesNotEnabledForSeller.md).',
      change: '.series = "Premium"',
      reason: 'There is no series `Premium`.',
    },
    vehicleConfigurationId: {
      form: 'text of at most 120 characters, as the vehicle look-up answered it.',
      required: {
        remedy:
          'Look up the VIN with `GET /v1/quote/vehicle-configurations`. Let the customer choose one of `vehicles`, and send its `id`. A single result has to be chosen and sent, too.',
      },
      remedy:
        'Send the id exactly as the look-up gave it. Do not build, cut or change ids. It has up to 120 characters; check that nothing on the way cuts it short.',
      note: 'An id of the right form that is not known is answered with [VehicleConfigurationNotFound](VehicleConfigurationNotFound.md).',
    },
    effectiveDate: {
      form: `${calendarDate}.`,
      required: {
        remedy:
          'Send the day on which the policy is to start: today or later, at most 30 days ahead. Send the same value in the look-up and on the quote.',
      },
      remedy: 'Send a day that exists, with four digits for the year and two each for month and day: `2026-03-31`.',
      note: 'A date of the right form outside the window is answered with [EffectiveDateBackDate](EffectiveDateBackDate.md) or [EffectiveDateFuture](EffectiveDateFuture.md).',
      change: '.effectiveDate = "2026-02-30"',
      reason: 'There is no such day.',
    },
    odometer: {
      form: 'a whole number of kilometres, 0 to 2147483647.',
      required: {
        remedy:
          'Send the reading in whole kilometres, as a JSON number. Send the value of the vehicle look-up when you gave it there. A new car may have 0.',
      },
      remedy:
        'Send whole kilometres without a unit, a fraction or a separator. In a JSON body send a number, not text: `24500`, not `"24500"`.',
      change: '.odometer = -1',
      reason: 'A reading can’t be below 0.',
    },
    purchaseMethod: {
      form: '`Cash`, `Finance` or `Lease`. Case does not matter.',
      required: {
        remedy:
          'Send how the customer acquires the vehicle: `Cash`, `Finance` or `Lease`. Send the value of the vehicle look-up when you gave it there.',
      },
      remedy:
        'Send `Cash`, `Finance` or `Lease`. This is how the vehicle is acquired, not how the policy is paid; that is `paymentMethod` on the bind.',
      change: '.purchaseMethod = "Rental"',
      reason: 'There is no purchase method `Rental`.',
    },
    dealerId: {
      form: 'text of at most 200 characters, as the dealers list answered it.',
      remedy:
        'Send the id exactly as `GET /v1/quote/dealers` gave it. Do not build, cut or change ids. On Prime leave it out.',
      note: 'An id of the right form that is not in the seller’s list is answered with [DealerNotLinkedToSeller](DealerNotLinkedToSeller.md).',
      change: '. * { "series": "Plus", "dealerId": 7 }',
      reason: 'A number is not text.',
    },
    dealerContact: {
      form: 'an object with `name`, `emailAddress` and `phoneNumber`. On Plus it needs `name` and at least one of the other two.',
      remedy: 'Send an object: `{ "name": "Jordan Lee", "phoneNumber": "416-555-0142" }`.',
      change: '. * { "series": "Plus", "dealerId": "dl-sample-motors-ottawa", "dealerContact": "Jordan Lee" }',
      reason: 'Text is not an object.',
    },
    name: {
      label: 'the name of the dealer contact or of the primary insurer',
      required: {
        cause:
          'The series is `Plus`, and the dealer contact has no name; or `primaryInsurer` has none. Null and blank count as missing.',
        remedy:
          'Send who to ask at the dealer: `dealerContact.name`. Send the insurer’s name: `primaryInsurer.name`, or leave `primaryInsurer` out.',
        change: '.primaryInsurer = { "policyNumber": "A-123456" }',
      },
      remedy: `Send the whole name as one text of at most 200 characters. ${printed}`,
      change:
        '. * { "series": "Plus", "dealerId": "dl-sample-motors-ottawa", "dealerContact": { "name": [ "Jordan", "Lee" ], "phoneNumber": "416-555-0142" } }',
      reason: 'A list is not text.',
    },
    producerCode: {
      remedy: 'Send the code as text, in quotes: `"1001"`. Leading zeros stay that way, too.',
      change: '.producerCode = 1001',
      reason: 'A number is not text.',
    },
    lienHolderId: {
      form: 'text of at most 200 characters, as the lienholder search answered it.',
      remedy: 'Send the id exactly as `GET /v1/quote/lienholders` gave it. Do not build, cut or change ids.',
      note: 'A missing id is answered with [LienHolderRequired](LienHolderRequired.md), an unknown one with [LienHolderNotFound](LienHolderNotFound.md).',
      change: '.purchaseMethod = "Lease" | .lienHolderId = 7',
      reason: 'A number is not text.',
    },
    applicant: {
      form: 'an object with the details of the named insured.',
      required: {
        remedy:
          'Send the applicant with `firstOrCompanyName`, `lastName` (unless `isCompany` is true), `addressLine1`, `city`, `postalCode`, `phoneNumber` and `emailAddress`. A revision needs them again: it prices from scratch.',
      },
      remedy: 'Send one object, not a name and not a list. A quote has one applicant.',
      change: '.applicant = "Marie-Ève Tremblay"',
      reason: 'Text is not an object.',
    },
    isCompany: {
      form: '`true` or `false`. Taken as false when left out.',
      remedy: 'Send `true` or `false` without quotes, or leave the property out for a person.',
      change: '.applicant.isCompany = "yes"',
      reason: 'Text is not true or false.',
    },
    firstOrCompanyName: {
      label: 'the applicant’s first name or company name',
      required: { remedy: 'Send the given name. When `isCompany` is true, send the registered name of the company.' },
      remedy: `Send the name as text of at most 200 characters. It is kept and printed as it was sent. ${printed}`,
      change: '.applicant.firstOrCompanyName = 42',
      reason: 'A number is not text. A company that is called 42 is sent as `"42"`.',
    },
    lastName: {
      label: 'the applicant’s last name',
      required: {
        cause: '`isCompany` is not true, and there is no last name. Null and blank count as missing.',
        remedy: 'Send the family name. For a business send `"isCompany": true`; it then needs no last name.',
      },
      remedy: `Send the whole last name as one text of at most 200 characters. ${printed}`,
      change: '.applicant.lastName = ["Tremblay", "Roy"]',
      reason: 'A list is not text.',
    },
    addressLine1: {
      label: 'the applicant’s street address',
      required: { remedy: 'Send the street address, such as `301 Front Street West`.' },
      remedy: `Send one line of at most 200 characters. A unit or suite goes into \`addressLine2\`. ${printed}`,
      change: '.applicant.addressLine1 = "301 Front Street West\\nSuite 4"',
      reason: 'The text holds a line break.',
    },
    addressLine2: {
      label: 'the applicant’s unit or suite',
      form: `${line(200)} It may be left out.`,
      remedy: `Send the unit as text, in quotes: \`"4"\` or \`"Suite 4"\`. Leave it out when there is none. ${printed}`,
      change: '.applicant.addressLine2 = 4',
      reason: 'A number is not text.',
    },
    city: {
      label: 'the applicant’s city',
      required: { remedy: 'Send the city of the applicant’s address. It must be in the seller’s province.' },
      remedy: `Send the name of the city as text of at most 200 characters. ${printed}`,
      note: 'A city known only in another province is answered with [ApplicantOutsideProvince](ApplicantOutsideProvince.md).',
    },
    postalCode: {
      label: 'the applicant’s postal code',
      form: 'a Canadian postal code: letter, digit, letter, digit, letter, digit, such as `M5V 2T6`. Case does not matter; a space or a hyphen in the middle may be there or not. The letters D, F, I, O, Q and U are never used.',
      required: { remedy: 'Send the postal code of the applicant’s address. It must be in the seller’s province.' },
      remedy: 'Check the code with the customer. A zero and the letter O are easily mixed up.',
      note: 'A postal code of another province is answered with [ApplicantOutsideProvince](ApplicantOutsideProvince.md).',
      change: '.applicant.postalCode = "90210"',
      reason: 'This is not a Canadian postal code.',
    },
    phoneNumber: {
      form: 'a phone number with its area code: 10 to 15 digits, at most 60 characters in all. Spaces, dots, hyphens and brackets may set the digits apart, and an extension may follow.',
      required: {
        label: 'the applicant’s phone number',
        remedy: 'Send the applicant’s primary contact number, with its area code.',
      },
      remedy:
        'Send the number with its area code: `416-555-0142`. `field` tells whether the applicant’s number or the dealer contact’s is meant.',
      change: '.applicant.phoneNumber = "555-0142"',
      reason: 'The area code is missing.',
    },
    businessPhone: {
      label: 'the applicant’s alternate phone number',
      form: 'a phone number with its area code: 10 to 15 digits, at most 60 characters in all. It may be left out.',
      remedy:
        'Send the number with its area code: `416-555-0142`. Leave the property out when there is no second number.',
      change: '.applicant.businessPhone = "555-0142"',
      reason: 'The area code is missing.',
    },
    emailAddress: {
      form: 'one mailbox at a domain with a dot, at most 254 characters, such as `marie-eve.tremblay@example.ca`.',
      required: {
        label: 'the applicant’s e-mail address',
        remedy: 'Send the address to which the policy documents are delivered. There is no way to decline e-mail.',
        note: 'A dealer contact that has neither an e-mail address nor a phone number is answered with [DealerContactRequired](DealerContactRequired.md).',
      },
      remedy:
        'Send one plain address: no display name, no list, no spaces. `field` tells whether the applicant’s address or the dealer contact’s is meant.',
      change: '.applicant.emailAddress = "marie-eve.tremblay"',
      reason: 'There is no `@` and no domain.',
    },
  },
  'bind-financing.json': {
    financing: {
      label: 'the financing block',
      form: 'an object with `loanTermInMonths`, `downPayment`, `firstInstallmentDate` and `bankAccount`.',
      remedy: 'With `PFF` send the object. With any other payment method leave it out.',
      note: 'With `PFF` and no block at all the code is [FinancingDetailsRequired](FinancingDetailsRequired.md).',
      change: '.financing = true',
      reason: 'This is not an object.',
    },
    loanTermInMonths: {
      form: 'a whole number of months.',
      required: {
        remedy: 'Send the `loanTermInMonths` of the option that the customer chose from `POST /v1/quote/financing`.',
      },
      remedy: 'Send a JSON number without quotes and without a fraction: `24`.',
      note: 'A whole number that was not offered is answered with [LoanTermNotAvailable](LoanTermNotAvailable.md).',
      change: '.financing.loanTermInMonths = "24"',
      reason: 'Text is not a number.',
    },
    bankAccount: {
      form: 'an object with `institutionNumber`, `transitNumber`, `accountNumber` and `accountHolderName`.',
      required: {
        remedy:
          'Send the chequing account from which the installments are debited. A repeat of the bind must carry it again: the details are passed to the lender and kept nowhere else.',
      },
      remedy: 'Send the numbers apart, each under its own name.',
      change: '.financing.bankAccount = "00152-003-1234567"',
      reason: 'Text is not an object.',
    },
    accountHolderName: {
      required: { remedy: 'Send the name on the account. It need not be the policy holder’s.' },
      remedy: `Send one text of at most 200 characters, also for a joint account. ${printed}`,
      change: '.financing.bankAccount.accountHolderName = ["Marie-Ève Tremblay", "Luc Roy"]',
      reason: 'A list is not text.',
    },
  },
  'financing.json': {
    downPayment: {
      form: 'dollars as a JSON number, with at most two decimals.',
      required: {
        remedy:
          'Send what the customer pays up front. Send `0` when it is nothing. At bind send the amount that the financing was priced with.',
      },
    },
    firstInstallmentDate: {
      form: `${calendarDate}.`,
      required: {
        remedy:
          'Send the day on which the first installment is debited: from the day after the effective date to one month later.',
      },
      remedy: 'Send a day that exists as `YYYY-MM-DD`: `2026-04-15`.',
      note: 'A date of the right form outside the window is answered with [FirstInstallmentDateOutOfRange](FirstInstallmentDateOutOfRange.md).',
      change: '.firstInstallmentDate = "15/04/2026"',
      reason: 'The parts of the date are in another order.',
    },
  },
  'bind-card.json': {
    cardPayment: {
      label: 'the card payment block',
      form: 'an object with `paymentId`.',
      remedy: 'Send an object: `{ "paymentId": "…" }`. With any payment method but `CC` leave it out.',
      note: 'With `CC` and no block at all the code is [CardPaymentRequired](CardPaymentRequired.md).',
      change: '.cardPayment = "payment-1"',
      reason: 'Text is not an object.',
    },
  },
  'confirm.json': {
    paymentId: {
      form: 'text of at most 200 characters, as the card payment start answered it.',
      remedy: 'Send the id exactly as `POST /v1/payment/card` gave it. Do not build, cut or change ids.',
      note: 'An id of the right form that is not known is answered with [CardPaymentNotFound](CardPaymentNotFound.md).',
    },
    ticket: {
      form: 'text of at most 1,000 characters, as the card payment start answered it.',
      required: {
        remedy:
          'Send the `ticket` that `POST /v1/payment/card` answered for this payment. Hold it in memory while the checkout is open. Never log it, store it or put it in a URL. Without it, start a new payment.',
      },
      remedy: 'Send the ticket exactly as it was received.',
      note: 'A ticket of the right form that is not this payment’s is answered with [CardPaymentNotFound](CardPaymentNotFound.md).',
    },
  },
  'card.json': {
    chargeDate: {
      form: `${calendarDate}. It may be left out; the card is then charged on the effective date.`,
      remedy: 'Send a day that exists as `YYYY-MM-DD`, or leave the property out.',
      note: 'A date of the right form outside the window is answered with [ChargeDateOutOfRange](ChargeDateOutOfRange.md).',
      change: '.chargeDate = "tomorrow"',
      reason: 'This is not a date.',
    },
  },
  'endpoint.json': {
    description: {
      label: 'the note on a webhook endpoint',
      form: `${line(200)} It may be left out.`,
      remedy: 'Send the note as text, in quotes, with at most 200 characters.',
    },
  },
  'replay.json': {
    since: {
      label: 'the time from which on events are sent again',
      form: 'a time of RFC 3339 with its zone, such as `2026-11-15T17:04:00Z`.',
      required: { remedy: 'Send the time of the first event that you miss. Events tell theirs as `createdAt`.' },
      remedy: 'Send day, time and zone. Events tell theirs as `createdAt`, which can be sent as it is.',
      change: '.since = "2026-11-15 17:04"',
      reason: 'Without a zone nobody knows when it was.',
    },
  },
  'sale-link.json': {
    paymentMethods: {
      label: 'the ways in which a customer may pay by a link',
      cause:
        '`paymentMethods` is empty, or names something else than `CC` and `PFF`, or one of them that the seller does not have.',
      form: 'a list with `CC`, `PFF` or both, of those that the seller has. It may be left out.',
      remedy:
        'Ask `GET /v1/seller` which ones the seller has, or leave the property out: then the customer may choose.',
      change: '.paymentMethods = []',
      reason: 'Without a way to pay nothing can be bought.',
    },
    validUntil: {
      label: 'the last day on which a sale link can be used',
      cause: '`validUntil` is not a date of the form `YYYY-MM-DD`, it has passed, or it is more than 90 days ahead.',
      form: `${calendarDate}. It is from the seller’s present day to 90 days later, and may be left out.`,
      remedy: 'Send a day that is at most 90 days ahead, or leave it out for 14 days.',
      change: '.validUntil = "2020-01-01"',
      reason: 'The day has passed.',
    },
  },
  'cancel.json': {
    reason: {
      label: 'the reason of the cancellation',
      form: '`Rescission`, `VehicleSold`, `TotalLoss`, `Refinanced` or `Other`. Case does not matter.',
      required: { remedy: 'Send why the policy is to be cancelled, also with a preview: the refund may depend on it.' },
      remedy: 'Send one of these words. What they do not say goes into `note`.',
      change: '.reason = "Moved"',
      reason: 'There is no such reason.',
    },
    isPreview: {
      form: 'a JSON boolean, `true` or `false`. It may be left out.',
      remedy: 'Send `true` to ask without anything being written, else `false` or nothing.',
      change: '.isPreview = "maybe"',
      reason: 'This is not a boolean.',
    },
    note: {
      label: 'the note of a cancellation request',
      form: `${line(500)} It may be left out.`,
      remedy: 'Send the note as text, in quotes, with at most 500 characters.',
    },
  },
  'event.json': {
    type: {
      label: 'the type of the sample event',
      form: 'one of the types that the API reference lists, such as `payment.refused`.',
      required: { remedy: 'Send the type of the event to make.' },
      remedy: 'Send one of the types that the API reference lists.',
      change: '.type = "policy.lost"',
      reason: 'There is no such type.',
    },
  },
  'decision.json': {
    decision: {
      label: 'the decision of a cancellation request',
      form: '`Accept` or `Decline`. Case does not matter.',
      required: { remedy: 'Send what the operator decides: `Accept` or `Decline`.' },
      remedy: 'Send one of these words.',
      change: '.decision = "Perhaps"',
      reason: 'There is no such decision.',
    },
  },
  'loan.json': {
    state: {
      label: 'the state of a loan',
      form: '`InDefault` or `InGoodStanding`. Case does not matter.',
      required: { remedy: 'Send how the loan stands: `InDefault` or `InGoodStanding`.' },
      remedy: 'Send one of these words.',
      change: '.state = "Perhaps"',
      reason: 'There is no such state.',
    },
  },
  'payment.json': {
    kind: {
      label: 'what happened to a payment',
      form: '`Received`, `Returned` or `Voided`. Case does not matter.',
      required: { remedy: 'Send what happened: `Received`, `Returned` or `Voided`.' },
      remedy: 'Send one of these words.',
      change: '.kind = "Lost"',
      reason: 'There is no such word.',
    },
    amount: {
      label: 'the amount of a payment',
      form: 'an amount in dollars with at most two decimals. It may be left out.',
      remedy: 'Send a number, such as `250` or `249.50`, or leave it out for all of it.',
      change: '.amount = "all"',
      reason: 'This is not a number.',
    },
    on: {
      label: 'the day of a payment',
      form: `${calendarDate}. It may be left out.`,
      remedy: 'Send the day on which it happened, or leave it out for today.',
      change: '.on = "yesterday"',
      reason: 'This is not a date.',
    },
    reference: {
      label: 'the reference of a payment',
      form: `${line(100)} It may be left out.`,
      remedy: 'Send the reference as text, in quotes, with at most 100 characters.',
    },
  },
  'dispute.json': {
    outcome: {
      label: 'what the bank does with a dispute',
      form: '`Opened`, `Won` or `Lost`. Case does not matter.',
      required: { remedy: 'Send what the bank does: `Opened`, `Won` or `Lost`.' },
      remedy: 'Send one of these words.',
      change: '.outcome = "Forgotten"',
      reason: 'There is no such outcome.',
    },
  },
  'cancellation.json': {
    usedDays: {
      label: 'what becomes of used days',
      form: '`WriteOff` or `Owe`. Case does not matter. It may be left out.',
      remedy: 'Send one of these words, or leave it out: `WriteOff`.',
      change: '.usedDays = "Forget"',
      reason: 'There is no such word.',
    },
  },
  'clock.json': {
    today: {
      label: 'the day to move the test clock to',
      form: `${calendarDate}. It is not before the seller’s present day.`,
      required: { remedy: 'Send the day to move to. `GET /sandbox/clock` tells the seller’s present day.' },
      cause:
        '`today` is not a date of the form `YYYY-MM-DD`, it is before the seller’s present day, or it is more than ten years ahead of the real day. The test clock only moves forward, so a slip of the year could not be taken back.',
      remedy: 'Ask `GET /sandbox/clock` for the present day, and send that day or a later one.',
      change: '.today = "2020-01-01"',
      reason: 'The day has passed, and the clock never moves back.',
    },
  },
} satisfies Readonly<Record<string, Partial<Readonly<Record<PropertyName, PropertyPage>>>>>;

/** A file with a valid request to change, of those that the index sets up. */
export type ExampleFile = Exclude<keyof typeof propertyPages, 'query'>;

/** What stands here is the text for `<Name>Invalid`; without a remedy, that code has no page. */
export interface PropertyPage extends Partial<CodePage> {
  /** Finishes the sentence "It does not have this form: ...". Without it, a text as long as the contract allows. */
  readonly form?: string;
  /** The text for `<Name>Required`. */
  readonly required?: CodePage;
}

/** The text for one code. */
export interface CodePage {
  /** The property in a sentence, with its article. Without it, as in the error's message. */
  readonly label?: string;
  /** Instead of "not given" or "not of this form". */
  readonly cause?: string;
  readonly remedy: string;
  /** Which neighbouring case has another code. */
  readonly note?: string;
  /** The example: how to change the valid request. Without it, the property is sent empty or as a number. */
  readonly change?: string;
  /** The example of a query: its path. */
  readonly address?: string;
  /** Why the example is refused. */
  readonly reason?: string;
}

export function line(charactersMax: number): string {
  return `text of at most ${charactersMax.toLocaleString('en')} characters. Control characters, such as a line break, are not accepted.`;
}

function listed(values: readonly string[]): string {
  const words = values.map((value) => `\`${value}\``);
  return `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}
