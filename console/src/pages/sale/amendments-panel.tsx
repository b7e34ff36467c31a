import type { AmendmentFacts } from '../../../../src/operator/wire/sales.ts';
import { TablePanel } from '../../kit/table-panel.tsx';
import { useWords } from '../../words/words.tsx';
import type { PanelProps } from './panel.ts';

export function AmendmentsPanel({ history: { amendments } }: PanelProps) {
  const { sale: words, labels, kit, format, column } = useWords();
  return (
    <TablePanel<AmendmentFacts>
      title={words.amendments}
      rows={amendments}
      keyOf={({ number }) => String(number)}
      columns={[
        { header: labels.item, isName: true, cell: ({ number }) => format.number(number) },
        { header: words.changed, cell: ({ changed }) => changed.map((fact) => words.amended[fact]).join(', ') },
        { header: kit.reason, cell: ({ reason, actorName }) => `${reason} (${actorName})` },
        column.time(labels.when, (row) => row.createdAt),
      ]}
    />
  );
}
