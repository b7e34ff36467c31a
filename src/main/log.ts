import pino from 'pino';
import type { Facts, Log } from '../domain/log.ts';
import type { LogLevel } from './config.ts';

export interface LogSink extends Log {
  /** Writes out what is still buffered; for the last moment before the process ends. */
  readonly flush: () => void;
}

/**
 * One line of JSON per event on stdout. Lines are gathered and written in chunks: a write per line would block the event
 * loop. Known names of secrets are cut out as a second net; the first is never to hand them over.
 */
export function makeLog(level: LogLevel): LogSink {
  const destination = pino.destination({ dest: 1, sync: false, minLength: 4_096, periodicFlush: 200 });
  const logger = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      messageKey: 'event',
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: secretNames.flatMap((name) => [name, `*.${name}`]), censor: '[secret]' },
    },
    destination,
  );
  return {
    info: (event, facts) => logger.info(facts ?? noFacts, event),
    warn: (event, facts) => logger.warn(facts ?? noFacts, event),
    error: (event, facts) => logger.error(facts ?? noFacts, event),
    flush: () => destination.flushSync(),
  };
}

const noFacts: Facts = {};

const secretNames = [
  'password',
  'clientSecret',
  'client_secret',
  'authorization',
  'token',
  'ticket',
  'cardNumber',
  'cvv',
  'institutionNumber',
  'transitNumber',
  'accountNumber',
];
