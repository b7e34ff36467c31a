import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';

const usualPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** The path of this machine's Chromium or Chrome. On a fresh Debian machine it is installed first, which takes a minute. */
export async function ensureChromium(): Promise<string> {
  const present = findChromium();
  if (present !== undefined) return present;
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    throw new Error('The tests of the pages need Chromium: install it ("apt-get install chromium", or Google Chrome).');
  }
  await installChromium();
  const installed = findChromium();
  if (installed === undefined)
    throw new Error('apt-get installed the package "chromium", but not where it is looked for.');
  return installed;
}

function findChromium(): string | undefined {
  return usualPaths.find((path) => existsSync(path));
}

const installTimeoutMs = 10 * 60_000;

/** Test files run in parallel and apt-get does not wait for another `update`, so the second file waits here for the first. */
async function installChromium(): Promise<void> {
  const install = [
    'test -x /usr/bin/chromium && exit 0',
    'apt-get update -qq',
    // The font: without one, all text is boxes.
    'apt-get install -y -qq --no-install-recommends -o DPkg::Lock::Timeout=300 chromium fonts-liberation',
  ].join('\n');
  await promisify(execFile)('flock', ['/tmp/northbind-chromium.lock', 'sh', '-ec', install], {
    timeout: installTimeoutMs,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    maxBuffer: 16 * 1024 * 1024,
  });
}
