import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { test } from 'node:test';
import { openTerminal, readFences } from '../kit/guide.ts';
import { startTestService } from '../kit/service.ts';
import { atTestService, readPage, root } from './run-page.ts';

// Each has a customer's computer of its own; the pages are dealt out among them.
const terminals = 4;

test('every error page provokes its code in the sandbox, about the field it names', async (t) => {
  const service = await startTestService();
  const setUp = commandsOf(await readPage('docs/errors/README.md')).join('\n');
  const names = (await readdir(`${root}docs/errors`)).filter((name) => name !== 'README.md');
  const wrong: string[] = [];

  const readAndRun = async (hand: readonly string[]): Promise<void> => {
    const terminal = await openTerminal({ NO_PROXY: '127.0.0.1' });
    await terminal.run(atTestService(setUp, service));
    for (const name of hand) {
      const page = await readPage(`docs/errors/${name}`);
      const code = name.slice(0, -'.md'.length);
      for (const text of commandsOf(page)) {
        // In a folder and a shell of its own, so that no page disturbs the next.
        const apart = `(mkdir '${code}' && cp *.json '${code}' && cd '${code}'\n${atTestService(text, service)}\n)`;
        const answer = await terminal.run(apart);
        if (!provokes(answer, code, page)) wrong.push(`${name}: ${answer.slice(0, 200)}`);
      }
    }
  };
  const hands = Array.from({ length: terminals }, (_, index) =>
    names.filter((_, place) => place % terminals === index),
  );
  await Promise.all(hands.map(readAndRun));
  assert.deepEqual(wrong, []);
  t.diagnostic(`${names.length} pages`);
});

function commandsOf(page: string): readonly string[] {
  return readFences(page)
    .filter(({ language, words }) => language === 'sh' && !words.includes('production'))
    .map(({ text }) => text);
}

function provokes(answer: string, code: string, page: string): boolean {
  const field = /names `([^`]+)` as its `field`/.exec(page)?.[1];
  return answer.includes(`"code":"${code}"${field === undefined ? '' : `,"field":"${field}"`}`);
}
