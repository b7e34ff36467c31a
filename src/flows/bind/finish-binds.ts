import type { CallContext } from '../../ports/outcome.ts';
import { findAbandoned } from '../../store/bind.ts';
import type { Reference } from '../../store/reference/keeper.ts';
import { readSale } from '../../store/sale.ts';
import { type BindParts, finishAbandoned } from './bind.ts';

// Each may call an outside party and take its whole timeout; the next run takes the rest.
const turnMax = 20;

/** One run of the job: finishes abandoned binds. The first instance to take a bind finishes it. */
export async function finishBinds(parts: BindParts & { readonly reference: () => Reference }): Promise<void> {
  const abandoned = await findAbandoned(parts.database, turnMax);
  await Promise.all(
    abandoned.map(async ({ applicationId, sellerId }) => {
      const seller = parts.reference().sellers.byId.get(sellerId);
      const sale = await readSale(parts.database, sellerId, applicationId);
      if (seller === undefined || sale === null || sale.claim !== 'abandoned') return;
      const context: CallContext = { requestId: `finish-bind-${applicationId}`, fault: null };
      const { kind } = await finishAbandoned(parts, { seller, sale, repeat: null }, context);
      if (kind !== 'refused') parts.log.info('abandoned bind finished', { applicationId, outcome: kind });
    }),
  );
}
