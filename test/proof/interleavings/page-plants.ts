import type { Plant } from './plants.ts';

type CutFrom = (statement: string, condition: string, instead?: string) => NonNullable<Plant['bends']['sql']>;

/** Mistakes in how a link is sold by. */
export const pagePlants = (cutFrom: CutFrom): readonly Plant[] => [
  {
    name: 'purchase-in-memory',
    description: 'what a page has accepted is bound by the instance that accepted it, and by no other',
    scenario: 'page-card',
    known: [[6, 4]],
    bends: { sql: cutFrom('take_sale_link_purchase', 'LIMIT 1', 'LIMIT 0') },
  },
  {
    name: 'sold-as-it-is-now',
    description: 'a page sells the revision that is quoted now, whichever it has shown',
    scenario: 'page-revised',
    known: [[1, 5]],
    bends: {
      sql: cutFrom(
        'accept_purchase',
        'SELECT id, :applicationId, :revision, :totalCents, :cardPaymentId, :form, :toAddress,',
        `SELECT id, :applicationId, :revision, :totalCents, :cardPaymentId, jsonb_set(:form::jsonb, '{revision}', 'null')::json, :toAddress,`,
      ),
    },
  },
  {
    name: 'withdrawn-and-charged',
    description: 'a bind is claimed by a link that was withdrawn',
    scenario: 'page-withdrawn',
    known: [[6, 4]],
    bends: {
      sql: cutFrom('lock_link_of_purchase', `WHEN sale_link.withdrawn_at IS NOT NULL THEN 'withdrawn'`),
    },
  },
  {
    name: 'typed-down-payment',
    description: 'a page takes whatever down payment the customer types, and nobody collects it',
    scenario: 'page-down-payment',
    known: [],
    bends: {
      sql: cutFrom(
        'accept_purchase',
        'AND (:downPaymentCents::integer IS NULL OR down_payment_cents = :downPaymentCents)',
        'AND :downPaymentCents::integer IS NOT NULL',
      ),
    },
  },
];
