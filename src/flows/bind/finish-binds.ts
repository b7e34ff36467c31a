import type { CallContext } from '../../ports/outcome.ts';
import { findAbandoned } from '../../store/bind.ts';
import type { Reference } from '../../store/reference/keeper.ts';
import { readSale } from '../../store/sale.ts';
import { type BindParts, finishAbandoned } from './bind.ts';

// Each may be a foreign call that takes its whole timeout; the next turn takes the rest.
const turnMax = 20;

/** One turn: finishes binds that somebody began and nobody carries. Whichever instance comes first takes each of them. */
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
