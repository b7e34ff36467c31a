import { useParams } from 'react-router';
import type { FileDifference, PayoutFileRow } from '../../../../src/operator/wire/books.ts';
import type { Page as PageOf } from '../../../../src/operator/wire/parts.ts';
import { CorrectButton } from '../../kit/corrections/correct-button.tsx';
import { useCorrection } from '../../kit/corrections/use-correction.tsx';
import { ListPanel } from '../../kit/list.tsx';
import { Load } from '../../kit/loaded.tsx';
import { Page } from '../../kit/page.tsx';
import { OnOff } from '../../kit/state-badge.tsx';
import { useWords } from '../../words/words.tsx';
import { useDifferenceColumns } from './difference-columns.tsx';

export function Differences() {
  const { id = '' } = useParams();
  const { books, shell, labels, format, column } = useWords();
  const words = books.differences;
  const [choose, modal] = useCorrection();
  const columns = useDifferenceColumns<FileDifference>();
  const told = (file: PayoutFileRow | undefined): string =>
    file === undefined ? '' : `${books.parties[file.party]} · ${format.date(file.from)} – ${format.date(file.to)}`;
  return (
    <Load<PageOf<PayoutFileRow>> path="/api/books/settlements">
      {({ rows }) => {
        const file = rows.find((row) => row.id === id);
        return (
          <Page title={file?.name ?? words.title} lead={told(file)} back={{ to: '/books', label: shell.pages.books }}>
            <ListPanel<FileDifference>
              path={`/api/books/settlements/${id}/differences`}
              words={words}
              columns={[
                ...columns,
                column.text(labels.state, ({ isOpen, settledReference }) => (
                  <OnOff isOn={!isOpen} on={settledReference ?? words.found} off={words.open} />
                )),
              ]}
              rowActions={(row) =>
                row.isOpen && (
                  <CorrectButton
                    correction={{ kind: 'settleDifference', id: row.id }}
                    onChoose={choose}
                    subject={row.reference}
                  />
                )
              }
            />
            {modal}
          </Page>
        );
      }}
    </Load>
  );
}
