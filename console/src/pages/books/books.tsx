import { Button, Group, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import type { AccountBalance, Insurers, PayoutFileRow } from '../../../../src/operator/wire/books.ts';
import { ActButton, actTexts } from '../../kit/act-modal.tsx';
import { api, post, type Query, withQuery } from '../../kit/api.ts';
import { Faults } from '../../kit/faults.tsx';
import { DateInput } from '../../kit/inputs.tsx';
import { List, ListPanel } from '../../kit/list.tsx';
import { Page, Panel, Toolbar } from '../../kit/page.tsx';
import { PickSeller } from '../../kit/pick.tsx';
import { PickMonth, useMonth } from '../../kit/pick-month.tsx';
import { saveFile } from '../../kit/save-file.ts';
import { useFilter } from '../../kit/search-box.tsx';
import { useMay, useSession } from '../../kit/session.tsx';
import { StatementFigures } from '../../kit/statement-figures.tsx';
import { useWords } from '../../words/words.tsx';
import { ComparePayoutFile } from './compare-payout-file.tsx';

/** A month of the books: balances, a seller's statement, reports as files, and the payout files that were compared. */
export function Books() {
  const { books: words, shell } = useWords();
  const { account } = useSession();
  const mayCompare = useMay('admin');
  const [sellerId, setSellerId] = useFilter('sellerId');
  const month = useMonth();
  return (
    <Page
      title={shell.pages.books}
      lead={words.lead}
      actions={!account.isLimited && mayCompare && <ComparePayoutFile />}
    >
      <Panel isFlush>
        <Toolbar>
          <PickSeller value={sellerId} onChange={setSellerId} />
          <PickMonth />
        </Toolbar>
        {!account.isLimited && <Balances {...daysOf(month)} sellerId={sellerId} />}
      </Panel>
      <Report title={words.statements.title} lead={words.statements.lead}>
        {(save) => <Statement save={save} sellerId={sellerId} month={month} />}
      </Report>
      {!account.isLimited && (
        <>
          <Bordereau month={month} />
          <Taxes key={month} {...daysOf(month)} />
          <PayoutFiles mayWithdraw={mayCompare} />
        </>
      )}
    </Page>
  );
}

interface Days {
  readonly from: string;
  readonly to: string;
}

function daysOf(month: string): Days {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return { from: `${month}-01`, to: new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10) };
}

function Balances(filters: Days & Query) {
  const { books, column, format } = useWords();
  const words = books.balances;
  return (
    <List<AccountBalance>
      path="/api/books/balances"
      filters={filters}
      words={{ ...words, caption: words.caption(format.date(filters.to)) }}
      columns={[
        column.name(words.account, ({ account }) => (
          <Link to={withQuery('/books/lines', { ...filters, account })}>{books.accounts[account]}</Link>
        )),
        column.money(words.debit, (row) => row.debitCents),
        column.money(words.credit, (row) => row.creditCents),
        column.money(words.balance(format.date(filters.to)), (row) => row.balanceCents),
      ]}
    />
  );
}

type Save = (path: string, filename: string) => void;

function Statement(props: { readonly save: Save; readonly sellerId: string; readonly month: string }) {
  const { save, sellerId, month } = props;
  const { books: words } = useWords();
  const path = `/api/books/statements/${sellerId}/${month}`;
  if (sellerId === '') return <p>{words.statements.choose}</p>;
  return (
    <>
      {(['pdf', 'csv'] as const).map((as) => (
        <Button key={as} variant="default" onClick={() => save(withQuery(path, { as }), `statement.${as}`)}>
          {words[as]}
        </Button>
      ))}
      <StatementFigures path={path} policyPath={(policyNumber) => `/sales?search=${policyNumber}`} />
    </>
  );
}

function Bordereau({ month }: { readonly month: string }) {
  const { books: words } = useWords();
  const [insurer, setInsurer] = useState('');
  const { data } = useQuery({
    queryKey: ['/api/books/insurers'],
    queryFn: () => api.get<Insurers>('/api/books/insurers'),
  });
  const path = withQuery(`/api/books/bordereaux/${month}`, { insurer });
  return (
    <Report title={words.bordereaux.title} lead={words.bordereaux.lead}>
      {(save) => (
        <>
          <NativeSelect
            aria-label={words.bordereaux.insurer}
            data={[
              { value: '', label: words.bordereaux.allInsurers },
              ...(data?.rows ?? []).map(({ code, name }) => ({ value: code, label: `${name} (${code})` })),
            ]}
            value={insurer}
            onChange={(event) => setInsurer(event.currentTarget.value)}
          />
          <Button variant="default" onClick={() => save(path, 'bordereau.csv')}>
            {words.csv}
          </Button>
        </>
      )}
    </Report>
  );
}

function Taxes(month: Days) {
  const { books: words, kit } = useWords();
  const [{ from, to }, setDays] = useState(month);
  return (
    <Report title={words.taxes.title} lead={words.taxes.lead}>
      {(save) => (
        <>
          <DateInput isFilter label={kit.from} value={from} onChange={(day) => setDays({ from: day, to })} />
          <DateInput isFilter label={kit.to} value={to} onChange={(day) => setDays({ from, to: day })} />
          <Button
            variant="default"
            disabled={from === '' || to === ''}
            onClick={() => save(withQuery('/api/books/taxes', { from, to }), 'taxes.csv')}
          >
            {words.csv}
          </Button>
        </>
      )}
    </Report>
  );
}

function PayoutFiles({ mayWithdraw }: { readonly mayWithdraw: boolean }) {
  const { books, kit, column } = useWords();
  const words = books.payoutFiles;
  return (
    <ListPanel<PayoutFileRow>
      path="/api/books/settlements"
      words={words}
      columns={[
        column.name(words.file, ({ id, name }) => <Link to={`/books/settlements/${id}`}>{name}</Link>),
        column.text(words.party, ({ party }) => books.parties[party]),
        column.date(kit.from, (row) => row.from),
        column.date(kit.to, (row) => row.to),
        column.count(words.lines, (row) => row.lines),
        column.count(words.matched, (row) => row.matched),
        column.count(words.open, (row) => row.open),
        column.time(words.compared, (row) => row.uploadedAt),
      ]}
      rowActions={
        mayWithdraw &&
        (({ id, name }) => (
          <ActButton
            {...actTexts(words, 'withdraw', name)}
            look="row"
            isDanger
            to={post(`/api/books/settlements/${id}/withdraw`)}
          />
        ))
      }
    />
  );
}

interface ReportProps {
  readonly title: string;
  readonly lead: string;
  readonly children: (save: Save) => ReactNode;
}

function Report({ title, lead, children }: ReportProps) {
  const [error, setError] = useState<unknown>(null);
  const save = (path: string, filename: string): void => {
    setError(null);
    saveFile(path, filename).catch(setError);
  };
  return (
    <Panel title={title}>
      <p>{lead}</p>
      <Group gap={8} mt={8}>
        {children(save)}
      </Group>
      <Faults error={error} />
    </Panel>
  );
}
