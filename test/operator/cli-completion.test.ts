import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import test from 'node:test';
import { promisify } from 'node:util';
import { commandsHere } from '../kit/service/command-line.ts';

// No command here needs a database.
const run = commandsHere('postgres://127.0.0.1:1/none', () => new Date());
const { stdout: script } = await run('completion', 'bash');

/** What bash offers after these words, by the script that the command prints. */
async function offered(...words: readonly string[]): Promise<readonly string[]> {
  const typed = ['northbind', ...words].map((word) => `'${word}'`).join(' ');
  const ask = `COMP_WORDS=(${typed}); COMP_CWORD=${words.length}; _northbind; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout } = await promisify(execFile)('bash', ['-c', `${script}\n${ask}`]);
  return stdout.split('\n').filter((word) => word !== '');
}

test('bash completes commands, options and the words that an option takes', async () => {
  assert.deepEqual(await offered('pol'), ['policy']);
  assert.deepEqual(await offered('policy', 'can'), ['cancel']);
  assert.deepEqual(await offered('policy', 'cancel', 'NB100000017', '--pre'), ['--preview']);
  assert.deepEqual(await offered('policy', 'cancel', 'NB100000017', '--kind', ''), ['flat', 'pro-rata']);
  assert.deepEqual(await offered('stuck', 'settle', 'm'), ['mail']);
});

test('zsh takes the same script; another shell is wrong usage', async () => {
  const { stdout } = await run('completion', 'zsh');
  assert.match(stdout, /^autoload -U \+X bashcompinit && bashcompinit\n_northbind\(\) \{/);
  assert.equal((await run('completion', 'fish')).code, 2);
});
