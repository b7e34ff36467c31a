import { makeWebhookSender } from '../adapters/webhooks/webhook-sender.ts';
import type { DocumentPrinter } from '../documents/document-printer.ts';
import type { Issuer } from '../documents/issuer.ts';
import type { Clock } from '../domain/calendar.ts';
import type { Log } from '../domain/log.ts';
import { makeReadTerms } from '../flows/books/read-terms.ts';
import { noFailpoints } from '../flows/points.ts';
import type { JobWatch } from '../jobs/watch.ts';
import type { WebhookSender } from '../ports/webhook-sender.ts';
import { makeSandboxPoints } from '../sandbox/bind-points.ts';
import type { Config } from './config.ts';
import type { openKeys } from './open-keys.ts';
import type { Parties } from './parties.ts';
import { readSamples } from './read-samples.ts';
import type { openStorage } from './storage.ts';
import type { Watch } from './watch.ts';
import type { SchemaWatch } from './watch-schema.ts';

/** What the servers and the background jobs have in common. */
export type Shared = ReturnType<typeof share>;

export function share({
  config,
  clock,
  log,
  storage,
  schema,
  watch,
  jobWatch,
  parties,
  keys,
  printer,
  issuer,
}: SharedOf) {
  const { database, reads, reference } = storage;
  const isProduction = config.mode === 'production';
  return {
    database,
    reads,
    log,
    clock,
    isProduction,
    isRehearsal: config.isRehearsal,
    isOutdated: schema.isOutdated,
    lookAtSchema: schema.lookAtSchema,
    samples: isProduction ? readSamples() : null,
    issuer,
    watch,
    jobWatch,
    reference: reference.current,
    refreshReference: reference.refresh,
    refreshOldReference: reference.refreshOld,
    cards: watch.party('cards', parties.cards),
    lender: watch.party('lender', parties.lender),
    failpoint: isProduction ? noFailpoints : makeSandboxPoints(config.dieAt),
    readTerms: makeReadTerms(reference),
    printer,
    webhooks: openWebhookSender(config),
    webhookBox: keys.webhookBox,
    answerBox: keys.answerBox,
    linkBox: keys.linkBox,
    publicUrl: config.publicUrl,
    lapseNoticeDays: config.lapseNoticeDays,
    retention: config.retention,
  };
}

interface SharedOf {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
  readonly storage: Awaited<ReturnType<typeof openStorage>>;
  readonly schema: SchemaWatch;
  readonly watch: Watch;
  readonly jobWatch: JobWatch;
  readonly parties: Parties;
  readonly keys: Awaited<ReturnType<typeof openKeys>>;
  readonly printer: DocumentPrinter;
  readonly issuer: Issuer;
}

function openWebhookSender({ mode, isOutboundOff }: Config): WebhookSender {
  const sender = makeWebhookSender({ isLoopbackAllowed: mode !== 'production' });
  if (!isOutboundOff) return sender;
  return { ...sender, send: async () => ({ kind: 'unanswered', cause: 'nothing goes out (OUTBOUND=off)' }) };
}
