import { Readable } from 'node:stream';
import type { ImportEvent, ImportFault } from '../../domain/import/import-line.ts';
import type { Log } from '../../domain/log.ts';
import { operatorRefusals } from '../../domain/operator/operator-refusal.ts';
import { dealerImport } from '../../flows/import/import-dealers.ts';
import { type ImportKind, type ImportParts, importFile } from '../../flows/import/import-file.ts';
import { lienHolderImport } from '../../flows/import/import-lien-holders.ts';
import { type OperatorRoute, operatorRoute } from '../kit/operator-route.ts';
import { sentFile } from '../kit/sent-file.ts';
import { type ImportLine, importQuery, type ImportFault as WireFault } from '../wire/onboard.ts';

export interface ImportRoutesParts {
  /** An import keeps its session, which a pooler would not. */
  readonly direct: ImportParts['database'];
  readonly log: Log;
}

export function importRoutes(parts: ImportRoutesParts): readonly OperatorRoute[] {
  return [
    importRoute(parts, 'POST /api/dealers/import', dealerImport),
    importRoute(parts, 'POST /api/lien-holders/import', lienHolderImport),
  ];
}

/** Checks the file while it arrives and streams the answer: one line of JSON for each fault or step. */
function importRoute<Entry extends { readonly id: string }>(
  parts: ImportRoutesParts,
  endpoint: `POST /api/${string}`,
  kind: ImportKind<Entry>,
): OperatorRoute {
  return operatorRoute(endpoint, 'admin', {
    query: importQuery,
    takesCsv: true,
    handle: async ({ query: { dryRun = false, reason = '' }, request, reply, actor }) => {
      const file = sentFile(request.body);
      const events = importFile({ database: parts.direct }, kind, file, { isDryRun: dryRun, actor, reason });
      reply.type('application/x-ndjson');
      return Readable.from(writeLines(parts.log, events));
    },
  });
}

/** The status is sent already, so a bug ends the answer without a result line; the log has the error. */
async function* writeLines(log: Log, events: AsyncIterable<ImportEvent>): AsyncGenerator<string> {
  try {
    for await (const event of events) {
      const line: ImportLine = event.kind === 'fault' ? wireFault(event) : event;
      yield `${JSON.stringify(line)}\n`;
    }
  } catch (error) {
    log.error('import failed', { error: error instanceof Error ? error.stack : String(error) });
    throw error;
  }
}

export function wireFault(fault: ImportFault): WireFault {
  return { ...fault, message: operatorRefusals[fault.code] };
}
