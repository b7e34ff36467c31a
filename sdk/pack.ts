import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/**
 * `node pack.ts [dist] [archive]`: packs the built package as partners install it and as it is published.
 *
 * Only the packed package has the command `northbind`. Here that name belongs to the operator's command line, which
 * hands `listen` and `trigger` on to this package: two workspaces with one name would compete for one link.
 */
const folder = import.meta.dirname;
const [dist = join(folder, 'dist'), archive = join(folder, 'dist/sdk.tgz')] = process.argv
  .slice(2)
  .map((path) => resolve(path));
const stage = mkdtempSync(join(tmpdir(), 'northbind-pack-'));
try {
  cpSync(dist, join(stage, 'dist'), { recursive: true, filter: (path) => !path.endsWith('.tgz') });
  for (const file of ['README.md', 'LICENSE']) cpSync(join(folder, file), join(stage, file));
  const {
    private: _,
    scripts: __,
    devDependencies: ___,
    ...manifest
  } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const published = { ...manifest, bin: { northbind: 'dist/cli.js' } };
  writeFileSync(join(stage, 'package.json'), JSON.stringify(published, null, 2));
  npmPack(stage);
  cpSync(join(stage, readdirSync(stage).find((name) => name.endsWith('.tgz'))!), archive);
} finally {
  rmSync(stage, { recursive: true, force: true });
}

function npmPack(cwd: string): void {
  // The settings of the npm that runs this, such as its workspaces, are not for the packed folder.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_(config|package)/.test(name)));
  const npm = process.env.npm_execpath;
  const options = ['pack', '--silent'];
  if (npm?.endsWith('.js')) execFileSync(process.execPath, [npm, ...options], { cwd, env, stdio: 'pipe' });
  else execFileSync('npm', options, { cwd, env, stdio: 'pipe', shell: process.platform === 'win32' });
}
