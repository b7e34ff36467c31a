import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/**
 * `node pack.ts <dist> <archive>`, run in the folder of a package: packs it, built, as partners install it and as it is
 * published. The client library and the assistant's tools are packed by it.
 *
 * Only the packed client library has the command `northbind`. Here that name belongs to the operator's command line,
 * which hands `listen`, `trigger` and `logs` on to this package: two workspaces with one name would compete for one
 * link. And here the library is its sources, so that what runs from this folder needs no build: `publishConfig` is what
 * a package that is installed has instead.
 */
const folder = process.cwd();
const [dist, archive] = process.argv.slice(2).map((path) => resolve(path)) as [string, string];
const stage = mkdtempSync(join(tmpdir(), 'northbind-pack-'));
try {
  cpSync(dist, join(stage, 'dist'), { recursive: true, filter: (path) => !path.endsWith('.tgz') });
  const {
    private: _,
    scripts: __,
    devDependencies: ___,
    publishConfig = {},
    ...manifest
  } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  for (const file of ['README.md', 'LICENSE', ...manifest.files.filter((name: string) => name !== 'dist')])
    cpSync(join(folder, file), join(stage, file), { recursive: true });
  const published = { bin: { northbind: 'dist/cli.js' }, ...manifest, ...publishConfig };
  writeFileSync(join(stage, 'package.json'), JSON.stringify(published, null, 2));
  if (npmPack(stage)) cpSync(join(stage, readdirSync(stage).find((name) => name.endsWith('.tgz'))!), archive);
  else process.exitCode = 1;
} finally {
  rmSync(stage, { recursive: true, force: true });
}

/**
 * Returns whether npm has packed; it says itself why not. It gets the settings of the npm that runs this, such as a
 * cache or a proxy, but for those that name another folder or its workspaces.
 */
function npmPack(cwd: string): boolean {
  const isForeign = (name: string): boolean =>
    /^npm_(package_|config_(workspace|include_workspace|local_prefix|pack_destination))/.test(name);
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !isForeign(name)));
  const npm = process.env.npm_execpath;
  const [program, ...options] = npm?.endsWith('.js') ? [process.execPath, npm, 'pack'] : ['npm', 'pack'];
  const { status } = spawnSync(program!, [...options, '--loglevel=error'], {
    cwd,
    env,
    shell: process.platform === 'win32' && program === 'npm',
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return status === 0;
}
