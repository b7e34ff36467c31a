import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

/**
 * What the contract names, taken from its tables and from the decisions that name what it says exists without showing
 * it: of each operation the parameters, the properties of the request and those of the answer. A list of words follows
 * its property after a colon. Whatever else is published is an addition.
 */
interface Named {
  readonly parameters?: readonly string[];
  readonly request?: readonly string[];
  readonly answer?: readonly string[];
}

const envelope = ['isValid', 'errors', ...within('errors[]', ['code', 'field', 'message'])];
const purchaseMethods = 'Cash Finance Lease';
const coverageCategory = 'coverageCategory: Replacement LimitedIndemnity';
const series = 'series: Prime Plus';
const selection = ['applicationId', coverageCategory, 'paymentTermInYears', 'selectedProducts'];
const loanFigures = ['loanTermInMonths', 'installmentAmount', 'financeCharge', 'applicationFee', 'apr', 'totalPayable'];
const vehicle = ['id', 'vin', 'year', 'make', 'model', 'trim', 'bodyClass', 'driveType', 'fuelType', 'engine'];
const term = [
  'paymentTermInYears',
  'coverage',
  ...within('coverage[]', [
    'productType',
    'totalWithTax',
    'isOptional',
    'coverageTermInYears',
    'productName',
    'premium',
    'tax',
  ]),
];

const contract: Readonly<Record<string, Named>> = {
  'POST /v1/authenticate': {
    parameters: ['client_id', 'client_secret'],
    request: ['username', 'password'],
    answer: ['token', 'expiryTime', 'expiryMinutes'],
  },
  'GET /v1/quote/vehicle-configurations': {
    parameters: ['Vin', 'Odometer', 'EffectiveDate', `PurchaseMethod: ${purchaseMethods}`],
    answer: ['vehicles', ...within('vehicles[]', vehicle)],
  },
  'GET /v1/quote/dealers': {
    answer: ['dealers', ...within('dealers[]', ['id', 'name', 'addressLine1', 'city', 'postalCode'])],
  },
  'GET /v1/quote/lienholders': {
    parameters: ['search'],
    answer: ['lienHolders', ...within('lienHolders[]', ['id', 'name', 'city', 'postalCode'])],
  },
  'POST /v1/quote': {
    request: [
      'applicationId',
      'vehicleConfigurationId',
      'effectiveDate',
      'odometer',
      `purchaseMethod: ${purchaseMethods}`,
      series,
      'dealerId',
      'dealerContact',
      'producerCode',
      'lienHolderId',
      'applicant',
      ...within('dealerContact', ['name', 'emailAddress', 'phoneNumber']),
      ...within('applicant', [
        'isCompany',
        'firstOrCompanyName',
        'lastName',
        'addressLine1',
        'addressLine2',
        'city',
        'postalCode',
        'phoneNumber',
        'businessPhone',
        'emailAddress',
      ]),
    ],
    answer: [
      ...envelope,
      'applicationId',
      series,
      'effectiveDate',
      'quotedOn',
      'vehicle',
      ...within('vehicle', vehicle),
      'replacementOptions',
      ...within('replacementOptions[]', term),
      'limitedIndemnityOptions',
      ...within('limitedIndemnityOptions[]', term),
    ],
  },
  'POST /v1/quote/financing': {
    request: [...selection, 'downPayment', 'firstInstallmentDate'],
    answer: [...envelope, 'options', ...within('options[]', loanFigures)],
  },
  'POST /v1/payment/card': {
    request: [...selection, 'chargeDate'],
    answer: [
      ...envelope,
      'paymentId',
      'status: Pending',
      'ticket',
      'amount',
      'chargeDate',
      'checkoutJsUrl',
      'environment',
      'expiresAt',
    ],
  },
  'POST /v1/payment/card/confirm': {
    request: ['applicationId', 'paymentId', 'ticket'],
    answer: [
      ...envelope,
      'paymentId',
      'status: Authorized Pending Declined Cancelled',
      'message',
      'expiresAt',
      'maskedCardNumber',
      'cardType',
    ],
  },
  'POST /v1/bind': {
    request: [
      ...selection,
      'paymentMethod: REF FIN PW PFF CC',
      'paymentReference',
      'financing',
      'cardPayment',
      'cardPayment.paymentId',
      ...within('financing', ['loanTermInMonths', 'downPayment', 'firstInstallmentDate', 'bankAccount']),
      ...within('financing.bankAccount', ['institutionNumber', 'transitNumber', 'accountNumber', 'accountHolderName']),
    ],
    answer: [
      ...envelope,
      'applicationId',
      'policyNumber',
      'effectiveDate',
      'expiryDate',
      'totalWithTax',
      'documentDownloadId',
      'financing',
      'financingLetterDownloadId',
      'cardPayment',
      ...within('financing', ['loanNumber', ...loanFigures, 'downPayment', 'firstInstallmentDate']),
      ...within('cardPayment', [
        'paymentId',
        'status: Captured Scheduled',
        'maskedCardNumber',
        'cardType',
        'amountCharged',
        'chargeDate',
        'authorizationNumber',
        'transactionDate',
        'receiptDownloadId',
      ]),
    ],
  },
  'GET /v1/document/{downloadId}': { parameters: ['downloadId'] },
  'GET /v1/test-vin': { parameters: ['year'], answer: [...envelope, 'vin', 'year'] },
  'GET /healthcheck': { answer: ['status: Healthy Unhealthy'] },
};

const contractHeaders = ['Retry-After', 'Content-Disposition'];

function within(path: string, names: readonly string[]): readonly string[] {
  return names.map((name) => `${path}.${name}`);
}

const document: Document = JSON.parse(readFileSync(new URL('./openapi.json', import.meta.url), 'utf8'));
const published = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const),
);

test('the operations without the mark of an addition are those of the contract', () => {
  assert.deepEqual(
    published.filter(([, operation]) => !isAddition(operation)).map(([route]) => route),
    Object.keys(contract).toSorted(inDocument),
  );
});

test('in an operation of the contract, what has no mark is what the contract names, word by word', () => {
  for (const [route, operation] of published) {
    const named = contract[route];
    if (named === undefined) continue;
    const parameters = (operation.parameters ?? [])
      .map((one) => resolve(one) as Parameter)
      .filter((one) => !isAddition(one))
      .map(({ name, schema }) => `${name}${wordsOf(schema)}`);
    const { parameters: namedParameters = [], request = [], answer = [] } = named;
    assert.deepEqual(parameters.toSorted(), namedParameters.toSorted(), `the parameters of ${route}`);
    const requestSchema = operation.requestBody?.content['application/json']?.schema ?? {};
    assert.deepEqual(unmarked(requestSchema).toSorted(), request.toSorted(), `the request of ${route}`);
    const answerSchema = operation.responses['200']?.content?.['application/json']?.schema ?? {};
    assert.deepEqual(unmarked(answerSchema).toSorted(), answer.toSorted(), `the answer of ${route}`);
  }
});

test('a refusal has the contract’s envelope', () => {
  assert.deepEqual(unmarked(document.components.schemas.Envelope!).toSorted(), envelope.toSorted());
});

test('the headers of an answer that the contract does not name are additions, and so is all that webhooks send', () => {
  const headers = Object.entries(document.components.headers).filter(([, header]) => !isAddition(header));
  assert.deepEqual(headers.map(([name]) => name).toSorted(), contractHeaders.toSorted());
  for (const [type, methods] of Object.entries(document.webhooks)) assert.ok(isAddition(methods.post!), type);
});

interface Node {
  readonly $ref?: string;
  readonly 'x-addition'?: true;
}

interface Shape extends Node {
  readonly enum?: readonly (string | null)[];
  readonly anyOf?: readonly Shape[];
  readonly items?: Shape;
  readonly properties?: Readonly<Record<string, Shape>>;
}

interface Parameter extends Node {
  readonly name: string;
  readonly schema: Shape;
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema?: Shape }>>;
}

interface Operation extends Node {
  readonly parameters?: readonly (Node | Parameter)[];
  readonly requestBody?: Required<Content>;
  readonly responses: Readonly<Record<string, Content>>;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly webhooks: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly headers: Readonly<Record<string, Node>>;
    readonly schemas: Readonly<Record<string, Shape>>;
  };
}

function isAddition(node: Node): boolean {
  return node['x-addition'] === true;
}

function inDocument(one: string, other: string): number {
  const routes: readonly string[] = published.map(([route]) => route);
  return routes.indexOf(one) - routes.indexOf(other);
}

/** Every property without a mark, by its dotted path and with its words; nothing within one that is marked. */
function unmarked(given: Shape, path = ''): readonly string[] {
  const { properties = {}, items, anyOf = [] } = resolve(given);
  const own = Object.entries(properties).filter(([, property]) => !isAddition(property));
  const prefix = path === '' ? '' : `${path}.`;
  return [
    ...own.flatMap(([name, property]) => [
      `${prefix}${name}${wordsOf(property)}`,
      ...unmarked(property, `${prefix}${name}`),
    ]),
    ...(items === undefined ? [] : unmarked(items, `${path}[]`)),
    ...anyOf.flatMap((one) => unmarked(one, path)),
  ];
}

function wordsOf(schema: Shape): string {
  const words = (resolve(schema).enum ?? []).filter((word) => word !== null);
  return words.length === 0 ? '' : `: ${words.join(' ')}`;
}

function resolve<T extends Node>(node: T): T {
  if (node.$ref === undefined) return node;
  const [, ...steps] = node.$ref.split('/');
  return steps.reduce((place: unknown, step) => (place as Record<string, unknown>)[step], document) as T;
}
