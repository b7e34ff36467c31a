import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { fillCommands } from '../../docs/commands-page.ts';

test('the guide lists every command as the command line has it', () => {
  const page = readFileSync(new URL('../../docs/guide/commands.md', import.meta.url), 'utf8');
  assert.equal(fillCommands(page), page, 'npm run generate writes it');
});
