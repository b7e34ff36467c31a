import type { ExportOrder, LookFilters } from '../../../../src/operator/wire/look.ts';
import { ActModal } from '../../kit/act-modal.tsx';
import { todayHere } from '../../kit/format.ts';
import { saveFile } from '../../kit/save-file.ts';
import { useWords } from '../../words/words.tsx';
import type { ListName } from './sales.tsx';

interface ExportModalProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly what: ListName;
  readonly filters: LookFilters;
}

/** Personal data leaves the service: so it takes a reason, and is in the acts. */
export function ExportModal({ opened, onClose, what, filters }: ExportModalProps) {
  const { sales: words } = useWords();
  return (
    <ActModal
      opened={opened}
      onClose={onClose}
      title={`${words.exportTitle}: ${words.tabs[what]}`}
      lead={words.exportLead}
      confirm={words.exportDo}
      done={words.exportDone}
      send={(reason) => {
        const order: ExportOrder = { what, filters, reason };
        return saveFile('/api/exports', `northbind-${what}-${todayHere()}.csv`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(order),
        });
      }}
    />
  );
}
