import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { systemProgram } from './system-program.ts';
import { until } from './until.ts';

export type ProxyKind = 'nginx' | 'haproxy';

export interface Proxy {
  readonly url: string;
  /** What it printed: faults, and what it thinks of the instances. */
  readonly output: () => string;
  readonly close: () => Promise<void>;
}

const files = { nginx: 'nginx.conf', haproxy: 'haproxy.cfg' } as const;

/**
 * Starts the real program with the file of `deploy/`, in which only addresses and the certificate's place are others.
 * From then on this process trusts the certificate, which is made here.
 */
export async function startProxy(
  kind: ProxyKind,
  { port, instances }: { readonly port: number; readonly instances: readonly [string, string] },
): Promise<Proxy> {
  const folder = await mkdtemp(join(tmpdir(), `northbind-${kind}-`));
  await makeCertificate(folder);
  const written = await readFile(new URL(`../../../deploy/${files[kind]}`, import.meta.url), 'utf8');
  const file = join(folder, files[kind]);
  await writeFile(file, place(written, { port, instances, folder }));
  const child = kind === 'nginx' ? await startNginx(folder, file) : startHaproxy(file);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  const ended = once(child, 'exit');
  const close = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  await until(
    () => isListening(port),
    (isThere) => {
      if (!isThere && child.exitCode !== null) throw new Error(`${kind} ended: ${output}`);
      return isThere;
    },
  );
  return { url: `https://127.0.0.1:${port}`, output: () => output, close };
}

/** The one place that says what differs from the file. */
function place(
  text: string,
  {
    port,
    instances,
    folder,
  }: { readonly port: number; readonly instances: readonly [string, string]; readonly folder: string },
): string {
  const others = [
    ['listen 443', `listen 127.0.0.1:${port}`],
    ['bind :443', `bind 127.0.0.1:${port}`],
    ['127.0.0.1:8080', new URL(instances[0]).host],
    ['127.0.0.1:8090', new URL(instances[1]).host],
    ['/etc/ssl/northbind', folder],
  ] as const;
  return others.reduce((placed, [written, here]) => placed.replaceAll(written, here), text);
}

/** The file is a part of nginx's own configuration, which is all that is added here. */
async function startNginx(folder: string, file: string): Promise<ChildProcess> {
  const main = join(folder, 'main.conf');
  await mkdir(join(folder, 'tmp'));
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/tmp/${name};`,
  );
  // Run by root, nginx would serve as another user, who may not write here.
  const user = process.getuid?.() === 0 ? 'user root; ' : '';
  await writeFile(
    main,
    `${user}pid ${folder}/nginx.pid; error_log stderr; daemon off; events {} http { access_log off; ${paths.join(' ')} include ${file}; }`,
  );
  return spawn(systemProgram('nginx', 'nginx-light'), ['-c', main, '-e', 'stderr'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

function startHaproxy(file: string): ChildProcess {
  return spawn(systemProgram('haproxy', 'haproxy'), ['-db', '-f', file], { stdio: ['ignore', 'pipe', 'pipe'] });
}

async function makeCertificate(folder: string): Promise<void> {
  const [certificate, key] = [join(folder, 'fullchain.pem'), join(folder, 'privkey.pem')];
  const subject = ['-subj', '/CN=partners.example.ca', '-addext', 'subjectAltName=IP:127.0.0.1'];
  execFileSync(
    systemProgram('openssl', 'openssl'),
    ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '1', ...subject].concat(
      '-keyout',
      key,
      '-out',
      certificate,
    ),
    { stdio: 'ignore' },
  );
  const [public_, private_] = [await readFile(certificate, 'utf8'), await readFile(key, 'utf8')];
  await writeFile(join(folder, 'haproxy.pem'), public_ + private_);
  setDefaultCACertificates([...getCACertificates('default'), public_]);
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
