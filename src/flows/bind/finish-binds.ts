import type { CallContext } from '../../ports/outcome.ts';
import { findAbandoned } from '../../store/bind/bind.ts';
import { readSale } from '../../store/quote/sale.ts';
import { type BindParts, finishAbandoned } from './bind.ts';

// Each may call an outside party and take its whole timeout; the next run takes the rest.
const batchMax = 20;

/**
 * One run of the job: finishes abandoned binds. The first instance to take a bind finishes it. One that fails does not
 * keep the others from being finished; what fails is thrown at the end, so that the run counts as failed.
 */
export async function finishBinds(parts: BindParts): Promise<void> {
  const abandoned = await findAbandoned(parts.database, { countMax: batchMax });
  const ends = await Promise.allSettled(abandoned.map((found) => finishOne(parts, found)));
  const failed = ends.filter((end) => end.status === 'rejected').map(({ reason }) => reason as unknown);
  if (failed.length === 1) throw failed[0];
  if (failed.length > 1) throw new AggregateError(failed, `${failed.length} abandoned binds could not be finished.`);
}

async function finishOne(
  parts: BindParts,
  { applicationId, sellerId }: Awaited<ReturnType<typeof findAbandoned>>[number],
): Promise<void> {
  const seller = parts.reference().sellers.byId.get(sellerId);
  const sale = await readSale(parts.database, sellerId, applicationId);
  if (seller === undefined || sale === null || sale.claim !== 'abandoned') return;
  const context: CallContext = { requestId: `finish-bind-${applicationId}`, fault: null };
  const { kind } = await finishAbandoned(parts, { seller, sale, repeat: null }, context);
  if (kind !== 'refused') parts.log.info('abandoned bind finished', { applicationId, outcome: kind });
}
