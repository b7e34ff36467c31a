/**
 * The smallest service on the built-in PostgreSQL, for tests that kill it. Prints one line of JSON per event: every log
 * event, then {"ready": url} or {"refused": sentence}. SIGTERM stops it as the real service would; SIGINT it ignores,
 * as one that drains.
 */
import { EmbeddedPostgresError, startEmbeddedPostgres } from '../../src/store/postgres/embedded.ts';

const [dataDir = '', settings = '{}'] = process.argv.slice(2);
const print = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`);

process.on('SIGINT', () => {});
const serving = setInterval(() => {}, 60_000); // As a listening server would, it lives on without its database.

try {
  const postgres = await startEmbeddedPostgres({
    dataDir,
    settings: JSON.parse(settings) as Record<string, string>,
    log: (event, facts) => print({ event, ...facts }),
    onExit: (error) => print({ gone: error.message }),
  });
  process.once('SIGTERM', () => void postgres.stop().then(() => process.exit(0)));
  print({ ready: postgres.url });
} catch (error) {
  if (!(error instanceof EmbeddedPostgresError)) throw error;
  print({ refused: error.message });
  clearInterval(serving);
  process.exitCode = 1;
}
