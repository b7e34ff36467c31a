import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import { openSaleClient } from '../kit/sale/paying.ts';
import { assertQuoted, clockAt, type Json, noon } from '../kit/sale/quoting.ts';
import { commandsHere } from '../kit/service/command-line.ts';
import { signInOperator, type TestOperator } from '../kit/service/operator.ts';
import { startTestService, type TestService } from '../kit/service/service.ts';

const { clock } = clockAt(noon);
let service: TestService;
let support: TestOperator;

before(async () => {
  service = await startTestService({ clock });
  support = await signInOperator(service, 'support');
});

async function quote(): Promise<string> {
  const { quoteClient } = await openSaleClient(service);
  const quoted = await quoteClient.quote(await quoteClient.request());
  assertQuoted(quoted);
  return quoted.body.applicationId;
}

const noteOn = (applicationId: string, text: string, operator = support) =>
  operator.post(`/api/sales/${applicationId}/notes`, { text });

test('a note stands in the time line with its author, and a viewer sees only that there is one', async () => {
  const id = await quote();
  assert.equal((await noteOn(id, '  Called about the charge.\nShe pays on Friday. ')).status, 204);
  const { timeLine } = (await support.get(`/api/sales/${id}`)).body;
  const [note] = timeLine.filter(({ event }: Json) => event === 'write note');
  assert.deepEqual([note.part, note.facts.reason], ['operator', 'Called about the charge.\nShe pays on Friday.']);
  assert.ok(note.facts.actorName.length > 0);
  const viewer = await signInOperator(service, 'viewer');
  const seen = await viewer.get(`/api/sales/${id}`);
  assert.ok(seen.body.timeLine.some(({ event }: Json) => event === 'write note'));
  assert.doesNotMatch(seen.text, /Friday/);
  assert.equal((await noteOn(id, 'x', viewer)).status, 403);
});

test('a note has 1 to 2,000 characters, and is of a sale that is there', async () => {
  const id = await quote();
  assert.equal((await noteOn(id, 'é'.repeat(2_000))).status, 204);
  for (const text of ['', '   ', 'x'.repeat(2_001)])
    assert.equal((await noteOn(id, text)).status, 422, text.length.toString());
  const other = `${id.slice(0, -1)}${id.endsWith('0') ? '1' : '0'}`;
  assert.deepEqual((await noteOn(other, 'Whose?')).codes, ['NotFound']);
});

test('the command line keeps one by any id of the sale', async () => {
  const id = await quote();
  const run = commandsHere(service.databaseUrl, clock);
  const kept = await run('sale', 'note', id, 'Sends a cheque.');
  assert.equal(kept.code, 0, kept.stderr);
  assert.match((await run('sale', 'show', id)).stdout, /write note +.*Sends a cheque\./);
});
