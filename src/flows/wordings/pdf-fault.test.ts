import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import test from 'node:test';
import { deflateSync } from 'node:zlib';
import { pdfFault, wordingBytesMax } from './pdf-fault.ts';

const samples = new URL('../../sandbox/data/wordings/', import.meta.url);
const sample = readFileSync(new URL('extras-en.pdf', samples));

/** The sample with more objects, as a file that was added to has them. */
const withObjects = (...objects: readonly (string | Buffer)[]): Buffer =>
  Buffer.concat([sample, ...objects.map((object) => Buffer.from(object)), Buffer.from('\n%%EOF\n')]);

const stream = (dictionary: string, bytes: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`9 0 obj\n<< ${dictionary} >>\nstream\n`), bytes, Buffer.from('\nendstream\nendobj\n')]);

test('every sample wording may be mailed', () => {
  const names = readdirSync(samples).filter((name) => name.endsWith('.pdf'));
  assert.equal(names.length, 6);
  for (const name of names) assert.equal(pdfFault(readFileSync(new URL(name, samples))), null, name);
});

test('what is no PDF, is cut off or is too large is refused', () => {
  assert.equal(pdfFault(Buffer.alloc(0)), 'not a PDF');
  assert.equal(pdfFault(Buffer.from('<html>%PDF-1.7 %%EOF')), 'not a PDF');
  assert.equal(pdfFault(sample.subarray(0, sample.length - 2_000)), 'not a PDF');
  const full = Buffer.concat([sample, Buffer.alloc(wordingBytesMax - sample.length - 6, ' '), Buffer.from('%%EOF\n')]);
  assert.equal(pdfFault(full), null);
  assert.equal(pdfFault(Buffer.concat([full, Buffer.from(' ')])), 'too large');
});

test('a script, a program to start, a file inside and a form that is sent are refused, also under an escaped name', () => {
  for (const name of ['JavaScript', 'Launch', 'EmbeddedFile', 'SubmitForm', 'XFA', 'J#61vaScrip#74'])
    assert.equal(pdfFault(withObjects(`8 0 obj\n<< /S /${name} >>\nendobj\n`)), 'active content', name);
  assert.equal(pdfFault(withObjects('8 0 obj\n<< /S /URI /Title (JavaScript) >>\nendobj\n')), null);
  assert.equal(pdfFault(withObjects('trailer\n<< /Encrypt 8 0 R >>\n')), 'encrypted');
});

test('what is packed in an object stream is seen, too; one that can’t be read is refused', () => {
  const packed = deflateSync('7 0 << /S /JavaScript >>');
  assert.equal(pdfFault(withObjects(stream('/Type /ObjStm /Filter /FlateDecode', packed))), 'active content');
  const harmless = deflateSync('7 0 << /S /URI >>');
  assert.equal(pdfFault(withObjects(stream('/Type /ObjStm /Filter /FlateDecode', harmless))), null);
  assert.equal(pdfFault(withObjects(stream('/Type /ObjStm /Filter /LZWDecode', Buffer.from('???')))), 'unreadable');
  const bomb = deflateSync(Buffer.alloc(40 * 1024 * 1024));
  assert.equal(pdfFault(withObjects(stream('/Type /ObjStm /Filter /FlateDecode', bomb))), 'unreadable');
});
