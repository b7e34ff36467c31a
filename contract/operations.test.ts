import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TSchema } from 'typebox';
import { formCodes } from './form-codes.ts';
import type { BodyOf, Operation, QueryOf } from './operation.ts';
import { operations } from './operations.ts';
import type { quote } from './quote.ts';
import { faultsOfAnyCall, sandboxFaults } from './sandbox-faults.ts';
import type { vehicleConfigurations } from './vehicle-configurations.ts';

const all: readonly Operation[] = operations;

test('operation ids are unique', () => {
  assert.equal(new Set(all.map(({ id }) => id)).size, all.length);
});

test('method and path are unique together', () => {
  assert.equal(new Set(all.map(({ method, path }) => `${method} ${path}`)).size, all.length);
});

test('path parameters are those that the path names', () => {
  for (const { path, request } of all) {
    const named = Array.from(path.matchAll(/\{(\w+)\}/g), (match) => match[1]);
    assert.deepEqual(Object.keys(request.params?.properties ?? {}), named, path);
  }
});

test('every fault that can be provoked is one of an operation, or of any call', () => {
  const provoked = new Set<string>([...faultsOfAnyCall, ...all.flatMap(({ faults }) => faults)]);
  assert.deepEqual(
    Object.keys(sandboxFaults).filter((fault) => !provoked.has(fault)),
    [],
  );
});

test('every code that a form check can answer is in the error table', () => {
  for (const operation of all) assert.doesNotThrow(() => formCodes(operation), operation.id);
});

test('a property answers with the contract’s own code where it has one', () => {
  const ofBind = formCodes(operations.find(({ id }) => id === 'bind')!);
  for (const code of [
    'InvalidBankInstitution',
    'InvalidBankTransit',
    'InvalidBankAccount',
    'PaymentMethodNotSupported',
  ] as const)
    assert.ok(ofBind.includes(code), code);
  assert.deepEqual(formCodes(operations.find(({ id }) => id === 'lienholders')!), ['SearchTooShort', 'SearchInvalid']);
  assert.deepEqual(formCodes(operations.find(({ id }) => id === 'document')!), ['DocumentNotFound']);
});

test('everything that comes from outside has a bound', () => {
  for (const { id, request } of all)
    for (const schema of [request.headers, request.params, request.query, request.body])
      if (schema !== undefined) assertBounded(schema, id);
});

test('every schema has a description', () => {
  for (const { id, request, ok } of all) {
    const answer = 'schema' in ok ? [ok.schema] : [];
    for (const schema of [request.headers, request.params, request.query, request.body, ...answer])
      if (schema !== undefined) assertDescribed(schema, id);
  }
});

test('the types of a request are exact', () => {
  const purchaseMethod: QueryOf<typeof vehicleConfigurations>['PurchaseMethod'] = 'Lease';
  const series: NonNullable<BodyOf<typeof quote>['series']> = 'Plus';
  // @ts-expect-error Not a series.
  const wrong: NonNullable<BodyOf<typeof quote>['series']> = 'Gold';
  assert.ok([purchaseMethod, series, wrong].length > 0);
});

interface Shape {
  readonly type?: unknown;
  readonly description?: string;
  readonly enum?: unknown;
  readonly format?: string;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: Shape;
  readonly properties?: Readonly<Record<string, Shape>>;
}

function assertBounded(schema: TSchema, where: string): void {
  const shape: Shape = schema;
  // A date, an id and a word of a list are bounded by what they are.
  const isBoundByForm = shape.enum !== undefined || shape.format === 'date' || shape.format === 'uuid';
  if (shape.type === 'string' && !isBoundByForm) assert.ok(shape.maxLength, where);
  if (shape.type === 'array') assert.ok(shape.maxItems, where);
  if (shape.type === 'integer' || shape.type === 'number')
    assert.ok(shape.minimum !== undefined && shape.maximum, where);
  if (shape.items !== undefined) assertBounded(shape.items, `${where}[]`);
  for (const [name, inner] of Object.entries(shape.properties ?? {})) assertBounded(inner, `${where}.${name}`);
}

function assertDescribed(schema: TSchema, where: string): void {
  const shape: Shape = schema;
  for (const [name, inner] of Object.entries(shape.properties ?? {})) {
    assert.ok(inner.description, `${where}.${name}`);
    assertDescribed(inner, `${where}.${name}`);
  }
  if (shape.items !== undefined) assertDescribed(shape.items, `${where}[]`);
}
