import type { Words } from './en.ts';
import { access } from './fr/access.ts';
import { actions } from './fr/actions.ts';
import { correct } from './fr/correct.ts';
import { kit } from './fr/kit.ts';
import { labels } from './fr/labels.ts';
import { onboard } from './fr/onboard.ts';
import { refusals } from './fr/refusals.ts';
import { sale } from './fr/sale.ts';
import { sales } from './fr/sales.ts';
import { shell } from './fr/shell.ts';
import { tariff } from './fr/tariff.ts';
import { today } from './fr/today.ts';

export const fr: Words = {
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
  refusals,
};
