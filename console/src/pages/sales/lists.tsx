import { Text } from '@mantine/core';
import { Link } from 'react-router';
import type { DocumentRow, LookFilters, PaymentRow, PolicyRow, SaleRow } from '../../../../src/operator/wire/look.ts';
import type { Query } from '../../kit/api.ts';
import { type Column, PagedTable } from '../../kit/data-table.tsx';
import { useFormat } from '../../kit/format.ts';
import { Empty } from '../../kit/page.tsx';
import { usePages } from '../../kit/pages.ts';
import { PaymentState, SaleState } from '../../kit/sale-states.tsx';
import { StateBadge } from '../../kit/state-badge.tsx';
import { useWords } from '../../words/words.tsx';

interface ListProps {
  readonly filters: LookFilters;
}

export function SaleList({ filters }: ListProps) {
  const { sales: words, kit } = useWords();
  const { columns } = words;
  const format = useFormat();
  return (
    <List<SaleRow>
      name="sales"
      filters={filters}
      keyOf={(row) => row.applicationId}
      columns={[
        { header: columns.applicant, isName: true, cell: (row) => <SaleLink {...row} /> },
        { header: columns.vehicle, cell: (row) => <Vehicle {...row} /> },
        { header: columns.seller, cell: (row) => row.seller.name },
        { header: columns.status, cell: (row) => <SaleState status={row.status} /> },
        { header: columns.policy, isOneLine: true, cell: (row) => <code>{row.policyNumber ?? kit.none}</code> },
        { header: columns.effective, isOneLine: true, cell: (row) => format.date(row.effectiveDate) },
        {
          header: columns.total,
          isNumber: true,
          cell: (row) => (row.totalCents === null ? kit.none : format.money(row.totalCents)),
        },
        { header: columns.when, isOneLine: true, cell: (row) => format.time(row.createdAt) },
      ]}
    />
  );
}

export function PolicyList({ filters }: ListProps) {
  const { sales: words } = useWords();
  const { columns } = words;
  const format = useFormat();
  return (
    <List<PolicyRow>
      name="policies"
      filters={filters}
      keyOf={(row) => row.policyNumber}
      columns={[
        { header: columns.policy, isName: true, cell: (row) => <SaleLink {...row} text={row.policyNumber} /> },
        { header: columns.applicant, cell: (row) => row.applicantName },
        { header: columns.vehicle, cell: (row) => <Vehicle {...row} /> },
        { header: columns.seller, cell: (row) => row.seller.name },
        {
          header: columns.status,
          cell: ({ cancelledOn }) => <SaleState status={cancelledOn === null ? 'bound' : 'cancelled'} />,
        },
        { header: columns.payment, cell: (row) => <StateBadge tone="past">{row.paymentMethod}</StateBadge> },
        { header: columns.effective, isOneLine: true, cell: (row) => format.date(row.effectiveDate) },
        { header: columns.total, isNumber: true, cell: (row) => format.money(row.totalCents) },
        { header: columns.boundAt, isOneLine: true, cell: (row) => format.time(row.boundAt) },
      ]}
    />
  );
}

export function PaymentList({ filters }: ListProps) {
  const { sales: words, kit } = useWords();
  const { columns } = words;
  const format = useFormat();
  return (
    <List<PaymentRow>
      name="payments"
      filters={filters}
      keyOf={(row) => row.paymentId}
      columns={[
        { header: columns.applicant, isName: true, cell: (row) => <SaleLink {...row} /> },
        { header: columns.status, cell: (row) => <PaymentState status={row.status} /> },
        {
          header: columns.card,
          isOneLine: true,
          cell: (row) => (row.maskedCardNumber === null ? kit.none : `${row.cardType ?? ''} ${row.maskedCardNumber}`),
        },
        { header: columns.total, isNumber: true, cell: (row) => format.money(row.totalCents) },
        { header: columns.chargeDate, isOneLine: true, cell: (row) => format.date(row.chargeDate) },
        { header: columns.policy, isOneLine: true, cell: (row) => <code>{row.policyNumber ?? kit.none}</code> },
        { header: columns.seller, cell: (row) => row.seller.name },
        { header: columns.startedAt, isOneLine: true, cell: (row) => format.time(row.startedAt) },
      ]}
    />
  );
}

export function DocumentList({ filters }: ListProps) {
  const { sales: words } = useWords();
  const { columns } = words;
  const format = useFormat();
  return (
    <List<DocumentRow>
      name="documents"
      filters={filters}
      keyOf={(row) => row.documentId}
      columns={[
        { header: columns.document, isName: true, cell: (row) => words.documentKinds[row.kind] ?? row.kind },
        { header: columns.policy, cell: (row) => <SaleLink {...row} text={row.policyNumber} /> },
        { header: columns.applicant, cell: (row) => row.applicantName },
        { header: columns.seller, cell: (row) => row.seller.name },
        { header: columns.fetched, isNumber: true, cell: (row) => format.number(row.fetchCount) },
        { header: columns.createdAt, isOneLine: true, cell: (row) => format.time(row.createdAt) },
      ]}
    />
  );
}

interface NamedListProps<Row> extends ListProps {
  readonly name: 'sales' | 'policies' | 'payments' | 'documents';
  readonly keyOf: (row: Row) => string;
  readonly columns: readonly Column<Row>[];
}

function List<Row>({ name, filters, keyOf, columns }: NamedListProps<Row>) {
  const { sales: words } = useWords();
  const pages = usePages<Row>(`/api/${name}`, filters as Query);
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <PagedTable
      caption={words.captions[name]}
      pages={pages}
      keyOf={keyOf}
      columns={columns}
      empty={
        isFiltered ? (
          <Empty title={words.empty}>{words.emptyText}</Empty>
        ) : (
          <Empty title={words.none}>{words.noneText}</Empty>
        )
      }
    />
  );
}

interface SaleLinkProps {
  readonly applicationId: string;
  readonly applicantName: string;
  readonly text?: string;
}

function SaleLink({ applicationId, applicantName, text = applicantName }: SaleLinkProps) {
  return <Link to={`/sales/${applicationId}`}>{text}</Link>;
}

function Vehicle({ vehicle, vin }: { readonly vehicle: string; readonly vin: string }) {
  return (
    <>
      {vehicle}
      <Text component="div" size="xs" c="dimmed">
        <code>{vin}</code>
      </Text>
    </>
  );
}
