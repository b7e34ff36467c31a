import type { PaymentMethod } from '../../../../src/domain/payment-method.ts';
import type { Text } from '../spoken.ts';

/** What partners call by its code. */
export const methodWords = {
  REF: ['Referral', 'Référencement'],
  FIN: ['Agency finance', 'Financement de l’agence'],
  PW: ['Agency-billed', 'Facturé par l’agence'],
  PFF: ['Monthly financing', 'Financement mensuel'],
  CC: ['Credit card', 'Carte de crédit'],
} satisfies Readonly<Record<PaymentMethod, Text>>;
