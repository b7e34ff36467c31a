import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * `npm run release` writes a release into `dist/`: an archive of the committed sources, the lock file and the built
 * pages, which runs by `npm ci --omit=dev && npm start`; the list of the packages that it installs (CycloneDX); and the
 * checksums of both. The container is built from the archive.
 */
const root = new URL('../', import.meta.url).pathname;
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { readonly version: string };
const name = `northbind-${version}`;

/** What runs and what a reader of it needs. Tests, benchmarks and what builds the vehicles' data stay in the repository. */
const rooms = ['bin', 'console', 'contract', 'deploy', 'docs', 'mcp', 'sdk', 'shop', 'src'];
const files = [
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
  'SECURITY.md',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
];
const built = ['console/dist', 'docs/dist', 'mcp/dist', 'sdk/dist', 'shop/dist'];

const missing = built.filter((folder) => !existsSync(join(root, folder)));
if (missing.length > 0) end(`Not built: ${missing.join(', ')}. Run npm ci first.`);
if (run('git', 'status', '--porcelain', ...rooms, ...files) !== '')
  end('Something is not committed. A release is a commit: commit it, or put it away (git stash).');

const dist = join(root, 'dist');
rmSync(dist, { recursive: true, force: true });
mkdirSync(dist);
const committed = run('git', 'ls-files', '-z', ...rooms, ...files);
const generated = run('find', ...built, '-type', 'f', '-print0');
writeFileSync(join(dist, 'names'), committed + generated);
const at = run('git', 'log', '-1', '--format=@%ct').trim();
// The same bytes for the same commit, whoever makes it: no times and owners of this machine.
const same = [
  '--sort=name',
  `--mtime=${at}`,
  '--owner=0',
  '--group=0',
  '--numeric-owner',
  '--use-compress-program=gzip -n9',
];
run('tar', ...same, `--transform=s,^,${name}/,`, '--null', '--files-from=dist/names', '-cf', `dist/${name}.tar.gz`);
rmSync(join(dist, 'names'));
writeFileSync(
  join(dist, `${name}.cdx.json`),
  run('npm', 'sbom', '--package-lock-only', '--omit=dev', '--sbom-format=cyclonedx'),
);
const sums = [`${name}.tar.gz`, `${name}.cdx.json`].map((file) => `${sha256(join(dist, file))}  ${file}\n`);
writeFileSync(join(dist, 'SHA256SUMS'), sums.join(''));
process.stdout.write(`${sums.join('')}Written to dist/.\n`);

function run(program: string, ...options: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync(program, options, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) end(`${program}: ${error?.message ?? stderr}`);
  return stdout;
}

function sha256(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}

function end(sentence: string): never {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}
