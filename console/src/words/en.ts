import { operatorRefusals } from '../../../src/domain/operator/refusal.ts';
import { access } from './en/access.ts';
import { actions } from './en/actions.ts';
import { correct } from './en/correct.ts';
import { kit } from './en/kit.ts';
import { labels } from './en/labels.ts';
import { onboard } from './en/onboard.ts';
import { sale } from './en/sale.ts';
import { sales } from './en/sales.ts';
import { shell } from './en/shell.ts';
import { tariff } from './en/tariff.ts';
import { today } from './en/today.ts';

/** The console's texts in one language. English defines the keys; French must have them all to compile. */
export type Words = typeof en;

export const en = {
  shell,
  kit,
  access,
  today,
  sales,
  sale,
  correct,
  labels,
  onboard,
  tariff,
  actions,
  /** By code: the service's own messages. */
  refusals: operatorRefusals as Readonly<Record<keyof typeof operatorRefusals, string>>,
};
