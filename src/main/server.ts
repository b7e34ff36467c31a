import { EmbeddedPostgresError } from '../store/postgres/embedded.ts';
import { MigrationError } from '../store/postgres/migrate/error.ts';
import { PoolerError } from '../store/postgres/pooler.ts';
import { DatabaseMissingError } from '../store/postgres/wait-for-database.ts';
import { banner } from './banner.ts';
import { ConfigError, readConfig } from './config.ts';
import { makeLog } from './log.ts';
import { version } from './version.ts';
import { startWatchdog } from './watchdog.ts';
import { type Service, startService } from './wiring.ts';

/**
 * The process: reads the settings, starts the service and shuts it down. A fault that the operator can fix is one
 * sentence on stderr and exit code 1.
 */
async function main(): Promise<void> {
  const config = readConfig();
  const format = config.logFormat ?? (process.stdout.isTTY ? 'text' : 'json');
  const log = makeLog(config.logLevel, format);
  const onDatabaseGone = (error: Error): void => {
    log.error('database gone', { error: error.message });
    log.flush();
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  };
  // From the beginning: a start may wait for its database for longer than a period.
  if (config.watchdogUsec !== null) startWatchdog(config.watchdogUsec / 1_000, log);
  const service = await startService({ config, log, onDatabaseGone, isWarmedUp: true });
  stopOnSignal(service, { flushLog: log.flush, limitMs: (config.lameDuckSeconds + config.drainSeconds) * 1_000 });

  if (format === 'json') return;
  log.flush();
  process.stdout.write(banner(config, service.addresses, version));
}

interface StopParts {
  readonly flushLog: () => void;
  readonly limitMs: number;
}

function stopOnSignal(service: Service, { flushLog, limitMs }: StopParts): void {
  let isStopping = false;
  const stop = (): void => {
    if (isStopping) return;
    isStopping = true;
    // Requests that do not finish in time are cut off: the supervisor will not wait longer, and every write is
    // crash-safe.
    setTimeout(() => end(1), limitMs).unref();
    service.close().then(
      () => end(0),
      (error: unknown) => {
        process.stderr.write(
          `Northbind did not stop cleanly: ${error instanceof Error ? error.message : String(error)}\n`,
        );
        end(1);
      },
    );
  };
  const end = (code: number): void => {
    flushLog();
    process.exit(code);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

main().catch((error: unknown) => {
  process.stderr.write(`${explain(error)}\n`);
  process.exit(1);
});

const forPeople = [ConfigError, EmbeddedPostgresError, MigrationError, PoolerError, DatabaseMissingError] as const;

function isForPeople(error: unknown): error is Error {
  return forPeople.some((kind) => error instanceof kind);
}

function explain(error: unknown): string {
  if (isForPeople(error)) return error.message;
  return explainListening(error as NodeJS.ErrnoException) ?? stackOf(error);
}

function explainListening({ code, syscall, message, ...where }: NodeJS.ErrnoException): string | null {
  const { port } = where as { readonly port?: number };
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use by another program: stop it, or set PORT (and CHECKOUT_PORT, OPERATOR_PORT) to free ones.`;
  if (code === 'EACCES' && syscall === 'listen')
    return `Port ${port} may not be opened by this user: set PORT (and CHECKOUT_PORT, OPERATOR_PORT) to ones above 1023.`;
  if (code === 'EADDRNOTAVAIL' || syscall === 'getaddrinfo')
    return `The service can't listen where HOST or OPERATOR_HOST says, as it is no address of this machine (${message}).`;
  return null;
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
