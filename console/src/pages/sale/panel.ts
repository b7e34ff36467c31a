import type { SaleHistory } from '../../../../src/operator/wire/sales.ts';
import type { Choose } from '../../kit/corrections/correction.ts';

/** What a panel of a sale is given; one that has nothing to show shows nothing. */
export interface PanelProps {
  readonly history: SaleHistory;
}

export interface ActingPanelProps extends PanelProps {
  readonly onChoose: Choose;
}
