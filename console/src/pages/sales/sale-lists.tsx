import { Text } from '@mantine/core';
import { Link } from 'react-router';
import type { DocumentRow, PaymentRow, PolicyRow, SaleRow, SalesFilters } from '../../../../src/operator/wire/sales.ts';
import { List } from '../../kit/list.tsx';
import { MoneyState, PaymentState, PolicyState, SaleState } from '../../kit/sale-states.tsx';
import { StateBadge } from '../../kit/state-badge.tsx';
import { useWords } from '../../words/words.tsx';

export const listNames = ['sales', 'policies', 'payments', 'documents'] as const;
export type ListName = (typeof listNames)[number];

export function SaleList({ name, filters }: { readonly name: ListName; readonly filters: SalesFilters }) {
  const { sales: words, labels, kit, onboard, column } = useWords();
  const common = { path: `/api/${name}`, filters, words: { ...words, caption: words.captions[name] } };
  switch (name) {
    case 'sales':
      return (
        <List<SaleRow>
          {...common}
          columns={[
            column.name(labels.applicant, (row) => <SaleLink {...row} />),
            column.text(labels.vehicle, (row) => <Vehicle {...row} />),
            column.text(labels.seller, (row) => row.seller.name),
            column.text(labels.state, (row) => (
              <>
                <SaleState sale={row} /> <MoneyState status={row.moneyStatus} />
              </>
            )),
            column.code(labels.policy, (row) => row.policyNumber),
            column.date(labels.effective, (row) => row.effectiveDate),
            column.money(labels.total, (row) => row.totalCents),
            column.time(labels.quoted, (row) => row.createdAt),
          ]}
        />
      );
    case 'policies':
      return (
        <List<PolicyRow>
          {...common}
          columns={[
            column.name(labels.policy, (row) => <SaleLink {...row} text={row.policyNumber} />),
            column.text(labels.applicant, (row) => row.applicantName),
            column.text(labels.vehicle, (row) => <Vehicle {...row} />),
            column.text(labels.seller, (row) => row.seller.name),
            column.text(labels.state, (row) => (
              <>
                <PolicyState {...row} /> <MoneyState status={row.moneyStatus} />{' '}
                <StateBadge tone="past">{onboard.sellers.methodWords[row.paymentMethod]}</StateBadge>
              </>
            )),
            column.date(labels.effective, (row) => row.effectiveDate),
            column.money(labels.total, (row) => row.totalCents),
            column.time(labels.bound, (row) => row.boundAt),
          ]}
        />
      );
    case 'payments':
      return (
        <List<PaymentRow>
          {...common}
          columns={[
            column.name(labels.applicant, (row) => <SaleLink {...row} />),
            column.text(labels.state, (row) => <PaymentState {...row} />),
            column.line(labels.card, ({ cardType, maskedCardNumber }) =>
              maskedCardNumber === null ? kit.none : `${cardType ?? ''} ${maskedCardNumber}`,
            ),
            column.money(labels.total, (row) => row.totalCents),
            column.date(labels.chargeDate, (row) => row.chargeDate),
            column.code(labels.policy, (row) => row.policyNumber),
            column.text(labels.seller, (row) => row.seller.name),
            column.time(labels.started, (row) => row.startedAt),
          ]}
        />
      );
    case 'documents':
      return (
        <List<DocumentRow>
          {...common}
          columns={[
            column.name(labels.document, (row) => words.documentKinds[row.kind]),
            column.text(labels.policy, (row) => <SaleLink {...row} text={row.policyNumber} />),
            column.text(labels.applicant, (row) => row.applicantName),
            column.text(labels.seller, (row) => row.seller.name),
            column.count(labels.downloads, (row) => row.fetchCount),
            column.time(labels.issued, (row) => row.createdAt),
          ]}
        />
      );
  }
}

type SaleLinkProps = Pick<PolicyRow, 'applicationId' | 'applicantName'> & { readonly text?: string };

function SaleLink({ applicationId, applicantName, text = applicantName }: SaleLinkProps) {
  return <Link to={`/sales/${applicationId}`}>{text}</Link>;
}

function Vehicle({ vehicle, vin }: { readonly vehicle: string; readonly vin: string }) {
  const { format } = useWords();
  return (
    <>
      {format.vehicle(vehicle)}
      <Text component="div" size="xs" c="dimmed">
        <code>{vin}</code>
      </Text>
    </>
  );
}
