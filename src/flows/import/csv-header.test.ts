import assert from 'node:assert/strict';
import test from 'node:test';
import { readHeader } from './csv-header.ts';

const columns = [{ name: 'id' }, { name: 'name' }, { name: 'phoneNumber', isOptional: true }] as const;

test('columns are found whatever their case and spaces, and what is unknown, twice or missing is told', () => {
  assert.deepEqual(readHeader(columns, ['ID', ' phone_number', 'Name']).names, ['id', 'phoneNumber', 'name']);
  const told = readHeader(columns, ['Id', 'colour', 'id', 'ID']).faults.map(({ code, column }) => `${code} ${column}`);
  assert.deepEqual(told, ['ColumnUnknown colour', 'ColumnTwice id', 'ColumnMissing name']);
});

test('a header of any number of names is read in a time that grows with it, and not with its square', () => {
  const cells = Array.from({ length: 100_000 }, (_, at) => `n${at}`);
  const before = process.cpuUsage();
  assert.equal(readHeader(columns, cells).faults.length, cells.length + 2);
  const { user } = process.cpuUsage(before);
  // A header that is read in the square of its names takes half a minute.
  assert.ok(user < 5_000_000, `${user} µs`);
});
