import { Button, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { DeskPolicy } from '../../../../src/operator/wire/desk.ts';
import { ActButton, actTexts, smallButton } from '../../kit/act-modal.tsx';
import { api } from '../../kit/api.ts';
import { Facts } from '../../kit/facts.tsx';
import { Faults } from '../../kit/faults.tsx';
import { DownloadIcon } from '../../kit/icons.tsx';
import { pageOf } from '../../kit/loaded.tsx';
import { Page, Panel } from '../../kit/page.tsx';
import { MoneyState, PolicyState } from '../../kit/sale-states.tsx';
import { saveFile } from '../../kit/save-file.ts';
import { StateBadge } from '../../kit/state-badge.tsx';
import { TablePanel } from '../../kit/table-panel.tsx';
import { useWords } from '../../words/words.tsx';
import { AskForCancellation } from './ask-for-cancellation.tsx';

export const DeskPolicyPage = pageOf<DeskPolicy>('/api/desk/policies', OnePolicy);

/** One policy as its seller sees it: cover, money, papers, and what was asked of the operator. */
function OnePolicy({ one: policy }: { readonly one: DeskPolicy }) {
  const { desk, labels, onboard, shell, format, language } = useWords();
  const words = desk.policy;
  const { customer, cancellation } = policy;
  const cancelledOn = cancellation !== null && cancellation.status !== 'Requested' ? cancellation.effectiveDate : null;
  const isRescinded = cancellation?.ground === 'Rescission';
  const isOver = policy.status === 'Cancelled' || policy.status === 'Expired' || cancelledOn !== null;
  return (
    <Page
      title={customer.name}
      lead={policy.policyNumber}
      badge={
        <>
          <PolicyState status={policy.status} cancelledOn={cancelledOn} isRescinded={isRescinded} />
          <MoneyState status={policy.moneyStatus} />
        </>
      }
      back={{ to: '/policies', label: shell.pages.deskPolicies }}
      actions={!isOver && policy.request?.state !== 'open' && <AskForCancellation policy={policy} />}
    >
      {policy.request !== null && <RequestPanel policy={policy} request={policy.request} />}
      <Panel title={words.cover}>
        <Facts
          facts={{
            [labels.policyNumber]: <code>{policy.policyNumber}</code>,
            [labels.vehicle]: format.vehicle(policy.vehicle),
            [labels.vin]: <code>{policy.vin}</code>,
            [labels.coverage]: words.period(format.date(policy.effectiveDate), format.date(policy.expiryDate)),
            [labels.product]: policy.products.map((name) => name[language]).join(', '),
            [labels.total]: format.money(policy.totalCents),
            [labels.method]: onboard.sellers.methodWords[policy.paymentMethod],
            [labels.card]: policy.card && format.card(policy.card),
            [labels.loanNumber]: policy.loanNumber,
            [words.amountDue]: policy.amountDueCents === 0 ? null : format.money(policy.amountDueCents),
            [labels.reference]: policy.partnerReference,
            [labels.bound]: format.time(policy.boundAt),
            [labels.email]: customer.emailAddress,
            [labels.phone]: customer.phoneNumber,
          }}
        />
      </Panel>
      <Papers policy={policy} />
      <TablePanel<Refund> title={words.refunds} rows={policy.refunds} columns={useRefundColumns()} />
    </Page>
  );
}

type Refund = DeskPolicy['refunds'][number];

function useRefundColumns() {
  const { desk, correct, labels, column } = useWords();
  return [
    column.name(labels.to, ({ payee }: Refund) => correct.cancel.payees[payee]),
    column.money(labels.amount, (row: Refund) => row.amountCents),
    column.text(labels.state, ({ status }: Refund) => desk.policy.refundStates[status]),
    column.date(labels.when, (row: Refund) => row.doneOn),
  ];
}

function Papers({ policy: { documents } }: { readonly policy: DeskPolicy }) {
  const { desk, sales, labels, kit, format, column } = useWords();
  const save = useMutation({
    mutationFn: ({ id, kind }: Paper) => saveFile(`/api/desk/documents/${id}`, `${kind}.pdf`),
  });
  return (
    <TablePanel<Paper>
      title={desk.policy.papers}
      rows={documents}
      columns={[
        column.name(labels.document, ({ kind }) => sales.documentKinds[kind]),
        column.text(labels.created, ({ createdAt }) => format.time(createdAt)),
        column.acts((row) => (
          <Button
            {...smallButton}
            leftSection={<DownloadIcon size={15} />}
            onClick={() => save.mutate(row)}
            loading={save.isPending && save.variables.id === row.id}
            aria-label={`${kit.download}: ${sales.documentKinds[row.kind]}`}
          >
            {kit.download}
          </Button>
        )),
      ]}
    >
      <Faults error={save.error} />
    </TablePanel>
  );
}

type Paper = DeskPolicy['documents'][number];

interface RequestPanelProps {
  readonly policy: DeskPolicy;
  readonly request: NonNullable<DeskPolicy['request']>;
}

function RequestPanel({ policy: { policyNumber }, request }: RequestPanelProps) {
  const { desk, correct, facts, format } = useWords();
  const words = desk.policy;
  const isOpen = request.state === 'open';
  return (
    <Panel
      title={words.request}
      aside={
        isOpen && (
          <ActButton
            {...actTexts(words, 'takeBack')}
            look="panel"
            reason="none"
            send={() => api.delete(`/api/desk/policies/${policyNumber}/cancellation-request`)}
          />
        )
      }
    >
      <Stack gap="sm">
        <StateBadge tone={isOpen ? 'waits' : 'past'}>{words.requestStates[request.state]}</StateBadge>
        <Facts
          facts={{
            [words.ground]: correct.cancel.grounds[request.ground],
            [words.effectiveDate]: format.date(request.effectiveDate),
            [words.asked]: format.time(request.requestedAt),
          }}
        />
        {request.answer && (
          <Text size="sm">
            {`${words.answer}${facts.colon} `}
            <q>{request.answer}</q>
          </Text>
        )}
      </Stack>
    </Panel>
  );
}
