import assert from 'node:assert/strict';
import test from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { type CsvLine, readCsv } from './read-csv.ts';

const limits = { bytesMax: 64 * 1024 * 1024, lineBytesMax: 65_536, onBytes: () => undefined };

async function* sent(...parts: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield Buffer.from(part);
}

async function read(...parts: readonly string[]): Promise<readonly string[]> {
  const lines: CsvLine[] = [];
  for await (const some of readCsv(sent(...parts), limits)) lines.push(...some);
  return lines.map((one) => `${one.line} ${'fault' in one ? one.fault : one.cells.join('|')}`);
}

test('what can’t be read is told at its place, once for each line, however the file arrives', async () => {
  const file = [
    'id,name\n',
    '1,"Good"\n',
    '2,6" rim, 8" rim\n3,',
    '3" bolt\n',
    '4,Better\n5,5" hub\n',
    '6,"open\n7,x\n',
  ];
  const told = ['1 id|name', '2 1|Good', '3 QuoteInvalid', '4 QuoteInvalid', '5 4|Better', '6 QuoteInvalid'];
  assert.deepEqual(await read(...file), [...told, '7 QuoteInvalid']);
  assert.deepEqual(await read(file.join('')), [...told, '7 QuoteInvalid']);
});

test('a file of faults alone is told while it arrives, and is read no faster than its faults are taken', async () => {
  const part = Buffer.from('6" rim\n'.repeat(5_000));
  let taken = 0;
  let isOver = false;
  async function* parts(): AsyncGenerator<Uint8Array> {
    try {
      yield Buffer.from('id,name\n');
      for (; taken < 400; taken += 1) yield part;
    } finally {
      isOver = true;
    }
  }
  let told = 0;
  for await (const some of readCsv(parts(), limits)) {
    told += some.filter((one) => 'fault' in one).length;
    if (told > 0) break;
  }
  assert.ok(taken < 40, `${taken} of 400 parts were read before the first fault was told`);
  await setTimeout(0);
  assert.ok(isOver, 'who sends the rest is told that nobody reads it');
});
