import type { ApplicationId } from '../../domain/ids.ts';
import type { Actor } from '../../domain/operator/operator.ts';
import type { SaleHistory } from '../../domain/operator/sale-history.ts';
import type { Database } from '../../store/database.ts';
import { readHistory } from '../../store/lists/read-history.ts';
import { recordViews } from '../../store/operator-act.ts';

/** Returns a sale with its personal data, and records who has seen it. */
export async function viewSale(
  database: Database,
  applicationId: ApplicationId,
  { actor, now }: { readonly actor: Actor; readonly now: Date },
): Promise<SaleHistory | null> {
  const history = await readHistory(database, applicationId, now);
  if (history !== null) await recordViews(database, actor, [history.sale]);
  return history;
}
