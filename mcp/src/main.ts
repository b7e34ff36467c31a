import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { Northbind } from '@northbind/sdk';
import { BindStore } from './bind-store.ts';
import { makeServer } from './server.ts';
import { readSettings, usage } from './settings.ts';
import { bindTools } from './tools/bind.ts';

/** Standard output belongs to the protocol, so everything else goes to standard error. */
async function main(): Promise<void> {
  if (process.argv.includes('--help')) return void process.stderr.write(usage);
  const { connection, bindFolder } = readSettings(process.argv.slice(2), process.env);
  const northbind = new Northbind(connection);
  const binding = bindFolder === null ? [] : bindTools(northbind, new BindStore(bindFolder));
  // It speaks the version of the protocol with which the assistant begins.
  serveStdio(() => makeServer(northbind, binding));
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
