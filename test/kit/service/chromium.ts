import { execFile } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { installIn } from '../processes/foreign-tools.ts';

/** A browser to start, and what it needs in its environment. */
export interface Chromium {
  readonly executablePath: string;
  readonly env: Readonly<Record<string, string>>;
}

const usualPaths = [
  // Without the window around a page, of which each would cost half a second of a core.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/**
 * This machine's Chromium or Chrome. Where there is none, npm's is fetched (Linux on x64); elsewhere a
 * fresh Debian machine installs it, which takes a minute.
 */
export async function ensureChromium(): Promise<Chromium> {
  const executablePath = findInstalled();
  if (executablePath !== undefined) return { executablePath, env: {} };
  if (process.platform === 'linux' && process.arch === 'x64') return fetchPackaged();
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get'))
    throw new Error('The tests of the pages need Chromium: install it ("apt-get install chromium", or Google Chrome).');
  await installChromium();
  const installed = findInstalled();
  if (installed === undefined) throw new Error('apt-get installed Chromium, but not where it is looked for.');
  return { executablePath: installed, env: {} };
}

function findInstalled(): string | undefined {
  return usualPaths.find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

const packaged = new URL('../../chromium/', import.meta.url).pathname;
// In the package's folder, not in the shared temporary folder, which is its default and which others can write to.
const unpacked = join(packaged, 'node_modules/unpacked');

/**
 * Fetches npm's Chromium, and unpacks it with the libraries and the font that a machine without a browser lacks, once.
 */
async function fetchPackaged(): Promise<Chromium> {
  await installIn(packaged);
  if (!existsSync(unpacked)) {
    const folder = await mkdtemp(`${unpacked}-`);
    // These tell the package to unpack below this folder, together with the libraries.
    const env = { TMPDIR: folder, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' };
    await promisify(execFile)(process.execPath, [join(packaged, 'unpack.js')], { env });
    await writeFile(join(folder, 'fonts.conf'), fontSettings);
    // Another test file may have been faster.
    await rename(folder, unpacked).catch(() => rm(folder, { recursive: true, force: true }));
  }
  return {
    executablePath: join(unpacked, 'chromium'),
    env: { LD_LIBRARY_PATH: join(unpacked, 'al2023/lib'), FONTCONFIG_FILE: join(unpacked, 'fonts.conf') },
  };
}

const fontSettings = `<?xml version="1.0"?>
<fontconfig>
  <dir>${unpacked}/fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${unpacked}/font-cache</cachedir>
</fontconfig>
`;

const installTimeoutMs = 10 * 60_000;

/**
 * Test files run in parallel and apt-get does not wait for another `update`, so the second file waits here for the
 * first.
 */
async function installChromium(): Promise<void> {
  const install = [
    'test -x /usr/bin/chromium-headless-shell && exit 0',
    'apt-get update -qq',
    // The font: without one, all text is boxes.
    'install() { apt-get install -y -qq --no-install-recommends -o DPkg::Lock::Timeout=300 "$1" fonts-liberation; }',
    'install chromium-headless-shell || install chromium',
  ].join('\n');
  await promisify(execFile)('flock', ['/tmp/northbind-chromium.lock', 'sh', '-ec', install], {
    timeout: installTimeoutMs,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    maxBuffer: 16 * 1024 * 1024,
  });
}
