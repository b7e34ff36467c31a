import { type ChildProcess, execFile, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { glob, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { deriveKeys } from '../../src/main/derive-keys.ts';
import { readSandboxKey } from '../../src/sandbox/keys.ts';
import { installIn } from '../../test/kit/processes/foreign-tools.ts';
import { freePort } from '../../test/kit/processes/free-port.ts';
import { poolSize, type RunningServer } from './environment.ts';

/** The service is compared with the package in bench/peers, which only this file installs and builds. */
export const peersFolder = fileURLToPath(new URL('../peers', import.meta.url));
const openApiFile = fileURLToPath(new URL('../../contract/openapi.json', import.meta.url));
const run = promisify(execFile);

/** Installs, generates and compiles. Nothing is fetched when the lock file has not changed since. */
export async function preparePeers(): Promise<void> {
  await installIn(peersFolder);
  // The generator only reads the schema, but does not start without an engine: any program is accepted, and nothing is
  // downloaded.
  const env = { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, PRISMA_HIDE_UPDATE_MESSAGE: '1' };
  await run(process.execPath, ['node_modules/prisma/build/index.js', 'generate'], { cwd: peersFolder, env });
  await compile();
}

interface Compiler {
  readonly transpileModule: (source: string, options: object) => { readonly outputText: string };
}

/**
 * NestJS needs decorator metadata, which type stripping does not emit, so the peers have their own TypeScript.
 */
async function compile(): Promise<void> {
  const { transpileModule } = createRequire(join(peersFolder, 'package.json'))('typescript') as Compiler;
  const compilerOptions = {
    target: 'es2024',
    module: 'esnext',
    verbatimModuleSyntax: false,
    isolatedModules: true,
    experimentalDecorators: true,
    emitDecoratorMetadata: true,
  };
  await rm(join(peersFolder, 'dist'), { recursive: true, force: true });
  for await (const path of glob('**/*.ts', { cwd: join(peersFolder, 'src') })) {
    const source = await readFile(join(peersFolder, 'src', path), 'utf8');
    const target = join(peersFolder, 'dist', path.replace(/\.ts$/, '.js'));
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, transpileModule(source, { compilerOptions }).outputText);
  }
}

/** On the service's database, with its keys: it accepts the same tokens and vehicle ids. */
export async function startNest(databaseUrl: string): Promise<RunningServer> {
  const database = new pg.Client({ connectionString: databaseUrl });
  await database.connect();
  const keys = deriveKeys(await readSandboxKey(database as unknown as pg.Pool));
  await database.end();
  const child = fork(join(peersFolder, 'dist/main.js'), {
    execArgv: [],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DATABASE_URL: databaseUrl,
      POOL_SIZE: String(poolSize),
      JWT_SECRET: keys.tokens,
      VEHICLE_ID_KEY: keys.vehicleIds,
    },
  });
  const port = await new Promise((resolve, reject) => {
    child.once('message', resolve);
    child.once('exit', (code) => reject(new Error(`The NestJS server ended with code ${code}.`)));
  });
  return { url: `http://127.0.0.1:${port}`, pid: child.pid!, stop: () => end(child) };
}

const mockStartLimitMs = 30_000;

/** Returns the examples of our OpenAPI document. Its log, a line for each request, is discarded. */
export async function startMock(): Promise<RunningServer> {
  const port = await freePort();
  const prism = join(peersFolder, 'node_modules/@stoplight/prism-cli/dist/index.js');
  const child = spawn(process.execPath, [prism, 'mock', '--port', String(port), openApiFile], { stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}`;
  for (const since = performance.now(); performance.now() - since < mockStartLimitMs; await sleep(100)) {
    if (child.exitCode !== null) throw new Error(`The mock ended with code ${child.exitCode}.`);
    const isUp = await fetch(url).then(
      () => true,
      () => false,
    );
    if (isUp) return { url, pid: child.pid!, stop: () => end(child) };
  }
  child.kill();
  throw new Error('The mock did not start in time.');
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}
