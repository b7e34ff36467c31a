import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import test from 'node:test';
import { deflateSync } from 'node:zlib';
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import { pdfFault, wordingBytesMax } from './pdf-fault.ts';

const samples = new URL('../../sandbox/data/wordings/', import.meta.url);
const sample = readFileSync(new URL('extras-en.pdf', samples));

/** The sample with more objects, as a file that was added to has them. */
const withObjects = (...objects: readonly (string | Buffer)[]): Buffer =>
  Buffer.concat([sample, ...objects.map((object) => Buffer.from(object)), Buffer.from('\n%%EOF\n')]);

const stream = (dictionary: string, bytes: Buffer, number = 900): Buffer =>
  Buffer.concat([
    Buffer.from(`${number} 0 obj\n<< ${dictionary} /Length ${bytes.length} >>\nstream\n`),
    bytes,
    Buffer.from('\nendstream\nendobj\n'),
  ]);

const packed = (object: string): Buffer => deflateSync(`7 0 ${object}`);
const flate = '/Filter /FlateDecode /N 1 /First 4';
const script = '<< /S /JavaScript /JS (app.alert\\(1\\)) >>';

/** A machine may be busy with something else, so the limit of time counts where it is what is tested. */
const faultOf = (file: Buffer) => pdfFault(file, 240_000);

test('every sample wording may be mailed', async () => {
  const names = readdirSync(samples).filter((name) => name.endsWith('.pdf'));
  assert.equal(names.length, 6);
  for (const name of names) assert.equal(await faultOf(readFileSync(new URL(name, samples))), null, name);
});

test('what is no PDF, is cut off or is too large is refused', async () => {
  assert.equal(await faultOf(Buffer.alloc(0)), 'not a PDF');
  assert.equal(await faultOf(Buffer.from('<html>%PDF-1.7 %%EOF')), 'not a PDF');
  assert.equal(await faultOf(Buffer.from('%PDF-1.7\n<html><script>alert(1)</script></html>\n%%EOF')), 'not a PDF');
  assert.equal(await faultOf(sample.subarray(0, sample.length - 2_000)), 'not a PDF');
  const halved = Buffer.concat([sample.subarray(0, sample.length / 2), Buffer.from('\n%%EOF\n')]);
  assert.equal(await faultOf(halved), 'unreadable');
  const full = Buffer.concat([sample, Buffer.alloc(wordingBytesMax - sample.length - 6, ' '), Buffer.from('%%EOF\n')]);
  assert.equal(await faultOf(full), null);
  assert.equal(await faultOf(Buffer.concat([full, Buffer.from(' ')])), 'too large');
});

test('a script, a program to start, a file inside and a form that is sent are refused, also under an escaped name', async () => {
  for (const name of ['JavaScript', 'Launch', 'EmbeddedFile', 'SubmitForm', 'XFA', 'J#61vaScrip#74'])
    assert.equal(await faultOf(withObjects(`800 0 obj\n<< /S /${name} >>\nendobj\n`)), 'active content', name);
  assert.equal(await faultOf(withObjects('800 0 obj\n<< /S /URI /Title (JavaScript) >>\nendobj\n')), null);
  assert.equal(await faultOf(withObjects('trailer\n<< /Encrypt 8 0 R >>\n')), 'encrypted');
});

test('what is packed in a stream is seen, however it is hidden', async () => {
  const typed = `/Type /ObjStm ${flate}`;
  assert.equal(await faultOf(withObjects(stream(typed, packed('<< /S /URI >>')))), null);
  for (const [how, hidden] of [
    ['plainly', withObjects(stream(typed, packed(script)))],
    ['behind a string', withObjects(stream(`/X (endobj) ${typed}`, packed(script)))],
    ['without its type', withObjects(stream(flate, packed(script)))],
    ['behind a later version', withObjects(stream(typed, packed(script)), stream(typed, packed('<< >>')))],
    ['behind an object of its number', withObjects(stream(typed, packed(script)), '7 0 obj\n<< >>\nendobj\n')],
    ['twice packed', withObjects(stream('/Filter [/FlateDecode /FlateDecode]', deflateSync(packed(script))))],
  ] as const)
    assert.equal(await faultOf(hidden), 'active content', how);
});

test('a stream that only some programs would see, or that can’t be read, is refused', async () => {
  const inner = stream(flate, packed(script), 901);
  for (const [how, hidden] of [
    ['within another', withObjects(stream('/Type /Metadata', inner))],
    ['within a comment', withObjects('% 901 0 obj << /N 1 /First 4 >> stream\n')],
    ['as a picture', withObjects(stream(`/Subtype /Image ${flate}`, packed(script)))],
    ['unknown filter', withObjects(stream('/Type /ObjStm /Filter /Odd', Buffer.from('???')))],
  ] as const)
    assert.equal(await faultOf(hidden), 'unreadable', how);
});

test('a file that unpacks to gigabytes is refused, is read in less than 200 MB, and the service goes on meanwhile', async (t) => {
  const zeros = deflateSync(Buffer.alloc(512 * 1024 * 1024));
  const objects = (object: string): Buffer => deflateSync(`7 0 [${object.repeat(2_000_000)}]`);
  const bombs = {
    'streams in streams': stream('/Type /ObjStm /Filter [/FlateDecode /FlateDecode] /N 1 /First 4', deflateSync(zeros)),
    // Each of them may be unpacked, and none of them is let go.
    'many streams': Buffer.concat(
      Array(60).fill(stream('/Filter /FlateDecode', deflateSync(Buffer.alloc(16_000_000)))),
    ),
    'numbers of a table': stream('/Type /XRef /Size 100000000 /W [0 0 0]', Buffer.from('0')),
    dictionaries: stream(`/Type /ObjStm ${flate}`, objects('<</A 1>>')),
    strings: stream(`/Type /ObjStm ${flate}`, objects('(abcde)')),
  };
  let [turns, mostMegabytes] = [0, 0];
  const counter = setInterval(() => {
    turns += 1;
    mostMegabytes = Math.max(mostMegabytes, ...childrensMegabytes());
  }, 1);
  t.after(() => clearInterval(counter));
  for (const [how, bomb] of Object.entries(bombs)) {
    mostMegabytes = 0;
    assert.equal(await faultOf(withObjects(bomb)), 'unreadable', how);
    assert.ok(mostMegabytes > 0 && mostMegabytes < 200, `${how}: ${mostMegabytes} MB`);
  }
  assert.ok(turns > 10, `${turns} turns`);
});

test('a file that takes for ever is refused', async () => {
  assert.equal(await pdfFault(withObjects('stream\n'.repeat(30_000))), 'unreadable');
  assert.equal(await pdfFault(sample, 1), 'unreadable');
});

test('a wording of hundreds of pages may be mailed', async () => {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  for (let page = 1; page <= 300; page += 1) {
    const lines = Array.from({ length: 50 }, (_, line) => hash('sha512', `${page}.${line}`));
    document.addPage().drawText(lines.join('\n'), { font, size: 7, lineHeight: 12 });
  }
  const file = Buffer.from(await document.save());
  assert.ok(file.length > wordingBytesMax / 2 && file.length <= wordingBytesMax, `${file.length} bytes`);
  assert.equal(await faultOf(file), null);
});

test('a name is found wherever in a long stream it stands', async () => {
  for (const start of [65_520, 65_530, 65_536, 131_060]) {
    const hidden = (name: string) => stream('/Filter /FlateDecode', deflateSync(`${' '.repeat(start)}/${name} `));
    assert.equal(await faultOf(withObjects(hidden('J#61vaScrip#74'))), 'active content', `${start}`);
    assert.equal(await faultOf(withObjects(hidden('JavaScripts'))), null, `${start}`);
  }
  assert.equal(await faultOf(withObjects(stream('/Filter /FlateDecode', deflateSync('/Launch')))), 'active content');
});

/** The most memory that each process which this one has started has had. */
function childrensMegabytes(): readonly number[] {
  const pids = readdirSync('/proc/self/task').flatMap((thread) =>
    readFileSync(`/proc/self/task/${thread}/children`, 'utf8').split(' ').filter(Boolean),
  );
  return pids.map((pid) => {
    try {
      return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
    } catch {
      return 0; // It has just ended.
    }
  });
}
