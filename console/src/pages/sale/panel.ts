import type { SaleHistory } from '../../../../src/operator/wire/sales.ts';
import type { Choose } from '../../kit/corrections/correction.ts';

/** Props of a sale's panel. A panel without content renders nothing. */
export interface PanelProps {
  readonly history: SaleHistory;
}

export interface ActingPanelProps extends PanelProps {
  readonly onChoose: Choose;
}
