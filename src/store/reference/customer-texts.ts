import type { CustomerTexts } from '../../domain/customer-text/customer-texts.ts';
import type { Tx } from '../database.ts';
import { latestFile } from '../tariff/operator-file.ts';

/** The operator's own words in force; null while none were loaded. They were checked when they were loaded. */
export async function readCustomerTexts(tx: Tx): Promise<CustomerTexts | null> {
  return (await latestFile(tx, 'customer_texts')) as CustomerTexts | null;
}
