import { Text } from '@mantine/core';
import { Link } from 'react-router';
import type { DocumentRow, LookFilters, PaymentRow, PolicyRow, SaleRow } from '../../../../src/operator/wire/look.ts';
import { useColumns } from '../../kit/columns.tsx';
import { List } from '../../kit/list.tsx';
import { PaymentState, paymentStates, policyStates, SaleState, saleStates } from '../../kit/sale-states.tsx';
import { StateBadge } from '../../kit/state-badge.tsx';
import { useWords } from '../../words/words.tsx';

/** What a list can be narrowed to; a document has no state. */
export const statesOf: Readonly<Record<ListName, readonly string[]>> = {
  sales: saleStates,
  policies: policyStates,
  payments: paymentStates,
  documents: [],
};

export type ListName = 'sales' | 'policies' | 'payments' | 'documents';

/** One of the four lists of sales. */
export function SaleList({ name, filters }: { readonly name: ListName; readonly filters: LookFilters }) {
  const { sales: words, kit } = useWords();
  const { columns } = words;
  const column = useColumns();
  const common = { path: `/api/${name}`, filters, words: { ...words, caption: words.captions[name] } };
  switch (name) {
    case 'sales':
      return (
        <List<SaleRow>
          {...common}
          keyOf={(row) => row.applicationId}
          columns={[
            { header: columns.applicant, isName: true, cell: (row) => <SaleLink {...row} /> },
            { header: columns.vehicle, cell: (row) => <Vehicle {...row} /> },
            { header: columns.seller, cell: (row) => row.seller.name },
            { header: columns.status, cell: (row) => <SaleState status={row.status} /> },
            column.code(columns.policy, (row) => row.policyNumber),
            column.date(columns.effective, (row) => row.effectiveDate),
            column.money(columns.total, (row) => row.totalCents),
            column.time(columns.when, (row) => row.createdAt),
          ]}
        />
      );
    case 'policies':
      return (
        <List<PolicyRow>
          {...common}
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
            column.date(columns.effective, (row) => row.effectiveDate),
            column.money(columns.total, (row) => row.totalCents),
            column.time(columns.boundAt, (row) => row.boundAt),
          ]}
        />
      );
    case 'payments':
      return (
        <List<PaymentRow>
          {...common}
          keyOf={(row) => row.paymentId}
          columns={[
            { header: columns.applicant, isName: true, cell: (row) => <SaleLink {...row} /> },
            { header: columns.status, cell: (row) => <PaymentState status={row.status} /> },
            {
              header: columns.card,
              isOneLine: true,
              cell: ({ cardType, maskedCardNumber }) =>
                maskedCardNumber === null ? kit.none : `${cardType ?? ''} ${maskedCardNumber}`,
            },
            column.money(columns.total, (row) => row.totalCents),
            column.date(columns.chargeDate, (row) => row.chargeDate),
            column.code(columns.policy, (row) => row.policyNumber),
            { header: columns.seller, cell: (row) => row.seller.name },
            column.time(columns.startedAt, (row) => row.startedAt),
          ]}
        />
      );
    case 'documents':
      return (
        <List<DocumentRow>
          {...common}
          keyOf={(row) => row.documentId}
          columns={[
            { header: columns.document, isName: true, cell: (row) => words.documentKinds[row.kind] ?? row.kind },
            { header: columns.policy, cell: (row) => <SaleLink {...row} text={row.policyNumber} /> },
            { header: columns.applicant, cell: (row) => row.applicantName },
            { header: columns.seller, cell: (row) => row.seller.name },
            column.count(columns.fetched, (row) => row.fetchCount),
            column.time(columns.createdAt, (row) => row.createdAt),
          ]}
        />
      );
  }
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
