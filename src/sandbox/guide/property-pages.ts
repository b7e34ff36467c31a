import {
  type CodePage,
  type ExampleFile,
  line,
  type PropertyPage,
  propertyPages,
} from '@northbind/contract/errors/property-pages.ts';
import { type PropertyName, propertyWords } from '@northbind/contract/errors/property-words.ts';
import { errors, isErrorCode } from '@northbind/contract/errors.ts';
import { capitalised, type FormFault, formCodes, formFaults } from '@northbind/contract/form-codes.ts';
import type { Operation } from '@northbind/contract/operation.ts';
import { operations } from '@northbind/contract/operations.ts';

/** The pages of the codes in the contract's table of properties: markdown by code. */
export function writePropertyPages(): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(propertyPages).flatMap(([file, pages]) =>
      Object.entries<PropertyPage>(pages).flatMap(([property, page]) => {
        const one = { file: file as ExampleFile, property: property as PropertyName, page };
        return [
          ...(page.required === undefined ? [] : [writePage({ ...one, own: page.required, isRequired: true })]),
          ...(page.remedy === undefined
            ? []
            : [writePage({ ...one, own: { ...page, remedy: page.remedy }, isRequired: false })]),
        ];
      }),
    ),
  );
}

interface Subject {
  readonly file: ExampleFile;
  readonly property: PropertyName;
  readonly page: PropertyPage;
  readonly own: CodePage;
  readonly isRequired: boolean;
}

function writePage(subject: Subject): readonly [string, string] {
  const { property, page, own, isRequired } = subject;
  const code = `${capitalised(property)}${isRequired ? 'Required' : 'Invalid'}`;
  if (!isErrorCode(code)) throw new Error(`The contract has no code ${code}.`);
  const places = placesOf(code, property);
  const answering = operations.filter((operation: Operation) =>
    [...formCodes(operation), ...operation.refusals].includes(code),
  );
  const { command, field, reason } = exampleOf(subject, places);
  const form = page.form ?? line(shapeOf(places[0]!).maxLength!);
  const label = own.label ?? page.label ?? propertyWords[property].label.en;
  const summary = `${label} ${isRequired ? 'is missing' : 'does not have the right form'}.`;
  const parts = [
    `# ${code}`,
    capitalised(summary),
    `| | |
|---|---|
| HTTP status | ${errors[code].status} |
| Operations | ${answering.map(routeOf).join(', ')} |
| Field | ${fieldsOf(places)} |
| May the same call be repeated unchanged | ${errors[code].retryable ? 'yes' : 'no'} |`,
    '## Cause',
    own.cause ?? (isRequired ? notGiven(places, own.address !== undefined) : notOfForm(places, form)),
    '## What to do',
    own.remedy,
    ...(isRequired ? [`Its form: ${form}`] : []),
    ...(own.note === undefined ? [] : [own.note]),
    '## Provoke it in the sandbox',
    `\`\`\`sh\n${command}\n\`\`\``,
    `${reason === undefined ? '' : `${reason} `}The answer names \`${field}\` as its \`field\`.`,
    'The functions, variables and files are those of [the index](README.md).',
  ];
  return [code, `${parts.join('\n\n')}\n`];
}

/** A property of an operation's request. */
interface Place extends FormFault {
  readonly operation: Operation;
}

function shapeOf({ schema }: Place): { readonly type?: string; readonly maxLength?: number } {
  return schema;
}

/** The places that the code can refer to: all places of the property when a rule, not the schema, gives the code. */
function placesOf(code: string, property: string): readonly Place[] {
  const all = operations
    .flatMap((operation) => formFaults(operation).map((fault) => ({ ...fault, operation })))
    .filter(({ field }) => capitalised(field.split('.').at(-1)!) === capitalised(property));
  const withCode = all.filter((place) => place.code === code);
  return withCode.length > 0 ? withCode : all;
}

/** Names the operation of each field when operations have different fields. */
function fieldsOf(places: readonly Place[]): string {
  const names = namesOf(places);
  const paths = new Set(places.map(({ operation }) => operation.path));
  if (names.length === 1 || paths.size === 1) return names.join(' or ');
  return places.map(({ field, operation }) => `\`${field}\` on ${routeOf(operation)}`).join('; ');
}

function namesOf(places: readonly Place[]): readonly string[] {
  return [...new Set(places.map(({ field }) => `\`${field}\``))];
}

function notGiven(places: readonly Place[], isQuery: boolean): string {
  const names = namesOf(places).join(' or ');
  return isQuery
    ? `${names} was not in the query, or was blank. Both mean the same: not given.`
    : `${names} was not in the request, was null, or was blank. All three mean the same: not given.`;
}

function notOfForm(places: readonly Place[], form: string): string {
  return `${namesOf(places).join(' or ')} was given, but does not have this form: ${form}`;
}

/** Returns a query, or a valid request of the index with one property changed; by default sent empty or as a number. */
function exampleOf({ file, own, isRequired }: Subject, places: readonly Place[]) {
  const { address, change, reason } = own;
  const path = address === undefined ? pathOf[file] : address.split('?')[0]!;
  const here = places.filter(({ operation }) => patternOf(operation.path).test(path));
  const place = here.find(({ field }) => change?.includes(`.${field} `)) ?? here[0]!;
  const { field } = place;
  if (address !== undefined) return { command: `curl -s "$NORTHBIND${address}" -H "$AUTH"`, field, reason };
  const token = file === 'login.json' ? '' : ' -H "$AUTH"';
  const empty = shapeOf(place).type === 'string' ? '""' : 'null';
  const edit = change ?? `.${field} = ${isRequired ? empty : '12345'}`;
  const filledIn = path
    .replace('{policyNumber}', 'NB000000000')
    .replace('{id}', '7f3d0c1e-52a4-4f0b-9d0e-3b1f6a2c9e57');
  return {
    command: `jq '${edit}' ${file} |\n  curl -s "$NORTHBIND${filledIn}"${token} -H "$JSON" -d @-`,
    field,
    reason: change === undefined && !isRequired ? 'A number is not text.' : reason,
  };
}

/** A parameter of the path stands for any one part of it. */
function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
}

const pathOf = {
  'login.json': '/v1/authenticate',
  'quote.json': '/v1/quote',
  'financing.json': '/v1/quote/financing',
  'card.json': '/v1/payment/card',
  'confirm.json': '/v1/payment/card/confirm',
  'bind.json': '/v1/bind',
  'bind-card.json': '/v1/bind',
  'bind-financing.json': '/v1/bind',
  'clock.json': '/sandbox/clock',
  'event.json': '/sandbox/events',
  'decision.json': '/sandbox/cancellation-requests/decide',
  'loan.json': '/sandbox/loans',
  'payment.json': '/sandbox/payments',
  'dispute.json': '/sandbox/disputes',
  'cancellation.json': '/sandbox/cancellations',
  'cancel.json': '/v1/policies/{policyNumber}/cancellation-request',
  'endpoint.json': '/v1/webhook-endpoints',
  'replay.json': '/v1/webhook-endpoints/{id}/replay',
  'sale-link.json': '/v1/sale-links',
} as const satisfies Record<ExampleFile, string>;

function routeOf({ method, path }: Operation): string {
  return `\`${method} ${path}\``;
}
