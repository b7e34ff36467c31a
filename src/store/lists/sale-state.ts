import type { SaleStatus } from '../../domain/operator/sale-rows.ts';
import type { RowsById } from './page-by-id.ts';

const isRunning = `id = ANY (ARRAY(SELECT application_id FROM bind WHERE state = 'running'))`;
const hasPolicy = 'EXISTS (SELECT FROM policy WHERE application_id = application.id)';
const isCancelled = 'EXISTS (SELECT FROM cancellation WHERE application_id = application.id)';

/** Whether a sale is in the state that `sale-columns.ts` shows, written for the columns of `application`. */
export const isSaleInState: Readonly<Record<SaleStatus, string>> = {
  quoted: `NOT ${hasPolicy} AND NOT ${isRunning}`,
  binding: isRunning,
  bound: `${hasPolicy} AND NOT ${isCancelled}`,
  cancelled: isCancelled,
};

/**
 * Where the sales of a state are read in their order, from the fewest rows: of ten sales three have a policy, and of
 * many policies few are cancelled. How many binds run is bounded by what partners do at this moment.
 */
export const salesInState: Readonly<Record<SaleStatus, RowsById>> = {
  quoted: { table: 'application', conditions: [isSaleInState.quoted] },
  binding: { table: 'application', conditions: [isSaleInState.binding] },
  bound: {
    table: 'policy',
    id: 'application_id',
    conditions: ['NOT EXISTS (SELECT FROM cancellation WHERE application_id = policy.application_id)'],
  },
  cancelled: { table: 'cancellation', id: 'application_id' },
};
