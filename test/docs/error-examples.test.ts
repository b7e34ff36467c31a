import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type GuidePage, readErrorPages } from '../../src/sandbox/guide/guide-pages.ts';
import { openTerminal, readFences } from '../kit/service/guide.ts';
import { startTestService } from '../kit/service/service.ts';
import { atTestService } from './run-page.ts';

// Each has a customer's computer of its own; the pages are dealt out among them.
const terminals = 4;

test('every error page provokes its code in the sandbox, about the field it names', async (t) => {
  const service = await startTestService();
  const [index, ...pages] = readErrorPages();
  const setUp = commandsOf(index!.markdown).join('\n');
  const wrong: string[] = [];

  const readAndRun = async (hand: readonly GuidePage[]): Promise<void> => {
    const terminal = await openTerminal({ NO_PROXY: '127.0.0.1' });
    await terminal.run(atTestService(setUp, service));
    for (const { title: code, markdown } of hand) {
      for (const text of commandsOf(markdown)) {
        // Each page has a folder and a shell of its own, so that it does not disturb the next.
        const apart = `(mkdir '${code}' && cp *.json '${code}' && cd '${code}'\n${atTestService(text, service)}\n)`;
        const answer = await terminal.run(apart);
        if (!provokes(answer, code, markdown)) wrong.push(`${code}: ${answer.slice(0, 200)}`);
      }
    }
  };
  const hands = Array.from({ length: terminals }, (_, index) =>
    pages.filter((_, place) => place % terminals === index),
  );
  await Promise.all(hands.map(readAndRun));
  assert.deepEqual(wrong, []);
  t.diagnostic(`${pages.length} pages`);
});

test('a page without an example is of what only an operator or production brings about', () => {
  const [, ...pages] = readErrorPages();
  const without = pages.filter(({ markdown }) => commandsOf(markdown).length === 0);
  assert.deepEqual(
    without.map(({ title }) => title),
    ['CardPaymentNotAvailableForSeller', 'DisclosureTextMissing', 'SellerNotLicensed', 'VehicleAlreadyCovered'],
  );
});

function commandsOf(page: string): readonly string[] {
  return readFences(page)
    .filter(({ language }) => language === 'sh')
    .map(({ text }) => text);
}

function provokes(answer: string, code: string, page: string): boolean {
  const field = /names `([^`]+)` as its `field`/.exec(page)?.[1];
  return answer.includes(`"code":"${code}"${field === undefined ? '' : `,"field":"${field}"`}`);
}
