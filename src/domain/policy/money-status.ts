import { moneyStatusValues } from '../../../contract/vocabulary.ts';

/** Where the money of a policy is; the list says what each means. */
export const moneyStatuses = moneyStatusValues;
export type MoneyStatus = (typeof moneyStatuses)[number];
