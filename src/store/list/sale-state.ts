import type { SaleStatus } from '../../domain/list/sale-rows.ts';
import type { RowsById } from './page-by-id.ts';

const isRunningSql = `id = ANY (ARRAY(SELECT application_id FROM bind WHERE state = 'running'))`;
const hasPolicySql = 'EXISTS (SELECT FROM policy WHERE application_id = application.id)';

/**
 * Which table to read for the sales of a state, the one with the fewest rows: three of ten sales have a policy, and few
 * policies are cancelled. Running binds are always few.
 */
export const salesInState: Readonly<Record<SaleStatus, RowsById>> = {
  quoted: { table: 'application', conditions: [`NOT ${hasPolicySql}`, `NOT ${isRunningSql}`] },
  binding: { table: 'application', conditions: [isRunningSql] },
  bound: {
    table: 'policy',
    id: 'application_id',
    conditions: ['NOT EXISTS (SELECT FROM cancellation WHERE application_id = policy.application_id)'],
  },
  cancelled: { table: 'cancellation', id: 'application_id' },
};
