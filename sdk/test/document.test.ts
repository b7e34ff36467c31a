import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { NoAnswerError, RefusedError } from '../src/index.ts';
import { refusal, type Step, startScriptedService } from './scripted-service.ts';

const id = '7f3d0c1e-52a4-4f0b-9d0e-3b1f6a2c9e57';

function file(disposition: string): Step {
  return { headers: { 'content-type': 'application/pdf', 'content-disposition': disposition }, body: '%PDF-1.7 bytes' };
}

test('a document comes as a stream with its name and type', async () => {
  const service = await startScriptedService([file('attachment; filename="declaration-NB-1.pdf"')]);
  const document = await service.client().documents.fetch(id);
  assert.equal(document.filename, 'declaration-NB-1.pdf');
  assert.equal(document.contentType, 'application/pdf');
  let text = '';
  for await (const part of document.stream as unknown as AsyncIterable<Uint8Array>)
    text += new TextDecoder().decode(part);
  assert.equal(text, '%PDF-1.7 bytes');
  assert.equal(service.heard[0]!.path, `/v1/document/${id}`);
});

test('a document’s name never leads out of the folder it is saved in', async () => {
  const names: readonly (readonly [string, string])[] = [
    ['attachment; filename="../../etc/passwd"', 'passwd'],
    ['attachment; filename="C:\\\\temp\\\\x.pdf"', 'x.pdf'],
    ["attachment; filename*=UTF-8''d%C3%A9claration.pdf", 'déclaration.pdf'],
    ["attachment; filename*=UTF-8''..%2F..%2Fx", 'x'],
    ["attachment; filename*=UTF-8''%E0%A4%A", 'document.pdf'],
    ['attachment; filename=".."', 'document.pdf'],
    ['attachment', 'document.pdf'],
  ];
  for (const [disposition, filename] of names) {
    const service = await startScriptedService([file(disposition)]);
    const document = await service.client().documents.fetch(id);
    assert.equal(document.filename, filename);
    assert.equal((await document.toBytes()).length, 14);
  }
});

test('a document that breaks off is an error, not a short file', async () => {
  const service = await startScriptedService(['truncate']);
  const document = await service.client().documents.fetch(id);
  await assert.rejects(document.toBytes(), NoAnswerError);
});

test('a document that stands still is given up; a reader may take any time between two parts', async () => {
  const service = await startScriptedService(['stall']);
  const document = await service.client().documents.fetch(id, { timeoutMs: 1_000 });
  const reader = document.stream.getReader();
  assert.equal((await reader.read()).done, false);
  await sleep(1_200);
  const askedAt = performance.now();
  await assert.rejects(reader.read(), { code: 'TimedOut' });
  assert.ok(performance.now() - askedAt > 900, 'the time began with the question');
});

test('a document that nobody begins to read lets go of its connection when the time is over', async () => {
  const service = await startScriptedService(['stall']);
  const document = await service.client().documents.fetch(id, { timeoutMs: 1_000 });
  assert.equal(service.openAnswers(), 1);
  for (let waitedMs = 0; service.openAnswers() > 0 && waitedMs < 10_000; waitedMs += 50) await sleep(50);
  assert.equal(service.openAnswers(), 0);
  await assert.rejects(document.toBytes(), { code: 'TimedOut' });
});

test('a document that is cancelled or breaks off leaves neither a timer nor a listener behind', async () => {
  for (const step of ['stall', 'truncate'] as const) {
    const service = await startScriptedService([step]);
    const { signal, listeners } = countedSignal();
    const document = await service.client().documents.fetch(id, { timeoutMs: 5_000, signal });
    assert.ok(listeners() > 0);
    if (step === 'stall') await document.stream.cancel();
    else await assert.rejects(document.toBytes(), NoAnswerError);
    assert.equal(listeners(), 0, step);
  }
});

test('an unknown document is a refusal', async () => {
  const service = await startScriptedService([refusal('DocumentNotFound')]);
  await assert.rejects(service.client().documents.fetch(id), RefusedError);
});

test('a signal ends a download in the middle', async () => {
  const service = await startScriptedService([file('attachment')]);
  const controller = new AbortController();
  const document = await service.client().documents.fetch(id, { signal: controller.signal });
  controller.abort();
  await assert.rejects(document.toBytes(), { name: 'AbortError' });
});

function countedSignal(): { readonly signal: AbortSignal; readonly listeners: () => number } {
  const { signal } = new AbortController();
  return { signal, listeners: () => getEventListeners(signal, 'abort').length };
}
