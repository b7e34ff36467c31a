import { operatorRefusals } from '../../../src/domain/operator/operator-refusal.ts';

export { access } from './en/access.ts';
export { actions } from './en/actions.ts';
export { books } from './en/books.ts';
export { connect } from './en/connect.ts';
export { correct } from './en/correct.ts';
export { facts } from './en/facts.ts';
export { kit } from './en/kit.ts';
export { labels } from './en/labels.ts';
export { licences } from './en/licences.ts';
export { onboard } from './en/onboard.ts';
export { personalData } from './en/personal-data.ts';
export { sale } from './en/sale.ts';
export { sales } from './en/sales.ts';
export { shell } from './en/shell.ts';
export { tariff } from './en/tariff.ts';
export { today } from './en/today.ts';
export { vehicles } from './en/vehicles.ts';

/** By code: the service's own messages. */
export const refusals: Readonly<Record<keyof typeof operatorRefusals, string>> = operatorRefusals;
