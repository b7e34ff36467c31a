import { Link, useSearchParams } from 'react-router';
import type { LedgerAccountName } from '../../../../src/domain/books/account.ts';
import type { BookLine } from '../../../../src/operator/wire/books.ts';
import { Below } from '../../kit/data-table.tsx';
import { List } from '../../kit/list.tsx';
import { Page, Panel } from '../../kit/page.tsx';
import { useWords } from '../../words/words.tsx';

/** The lines of one account, in the days and of the seller that the address names. */
export function Lines() {
  const { books, shell, labels, kit, format, column } = useWords();
  const [query] = useSearchParams();
  const { from = '', to = '', account = '', sellerId = '' } = Object.fromEntries(query);
  const words = books.lines;
  return (
    <Page
      title={books.accounts[account as LedgerAccountName] ?? words.title}
      lead={words.lead(format.date(from), format.date(to))}
      back={{ to: `/books?month=${from.slice(0, 7)}&sellerId=${sellerId}`, label: shell.pages.books }}
    >
      <Panel isFlush>
        <List<BookLine>
          path="/api/books/lines"
          filters={{ from, to, account, sellerId }}
          words={words}
          columns={[
            column.name(labels.policy, ({ applicationId, policyNumber }) =>
              applicationId === null ? (
                words.ofFile
              ) : (
                <Link to={`/sales/${applicationId}`}>{policyNumber ?? words.noPolicy}</Link>
              ),
            ),
            column.date(books.statements.day, (row) => row.day),
            column.text(labels.seller, ({ seller }) => seller ?? kit.none),
            column.text(words.what, ({ kind, product, insurer, authority }) => (
              <>
                {words.kinds[kind]}
                <Below>{[product, insurer, authority].filter(Boolean).join(' · ')}</Below>
              </>
            )),
            column.text(labels.reference, ({ reference }) => (reference ? <code>{reference}</code> : kit.none)),
            column.money(labels.amount, (row) => row.amountCents),
          ]}
        />
      </Panel>
    </Page>
  );
}
