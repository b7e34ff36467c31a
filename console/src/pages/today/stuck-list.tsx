import { Group, Text } from '@mantine/core';
import { Link } from 'react-router';
import { settleKinds, workKinds } from '../../../../src/domain/work/needs-person.ts';
import type { StuckKind, StuckRow } from '../../../../src/operator/wire/sales.ts';
import { Cause } from '../../kit/cause.tsx';
import { CorrectButton } from '../../kit/corrections/correct-button.tsx';
import type { Correction } from '../../kit/corrections/correction.ts';
import { useCorrection } from '../../kit/corrections/use-correction.tsx';
import { Below, type Column } from '../../kit/data-table.tsx';
import { List } from '../../kit/list.tsx';
import { unnumbered } from '../../kit/mail-kind.ts';
import { useWords } from '../../words/words.tsx';
import { RunbookButton } from './runbook-button.tsx';
import classes from './today.module.css';

/** What needs attention, with its corrections. */
export function StuckList({ kind }: { readonly kind: StuckKind }) {
  const { today: words, sale, labels, correct, kit, column, format } = useWords();
  const [choose, modal] = useCorrection();
  const isOfSale = kind !== 'limits' && kind !== 'jobs';
  const kinds: Readonly<Record<string, string>> = {
    ...(kind === 'charges' ? sale.chargeKinds : sale.reversalKinds),
    ...sale.mailKinds,
    ...sale.bindSteps,
    ...correct.cancel.grounds,
    ...words.differences,
  };
  const ofSale: readonly Column<StuckRow>[] = [
    {
      header: labels.sale,
      cell: (row) =>
        row.applicationId === null ? (
          kit.none
        ) : (
          <>
            <Link to={`/sales/${row.applicationId}`}>{row.policyNumber ?? words.open}</Link>
            {row.seller !== null && <Below>{row.seller.name}</Below>}
          </>
        ),
    },
    {
      header: labels.customer,
      cell: ({ customer }) =>
        customer === null ? (
          kit.none
        ) : (
          <>
            {customer.name}
            <Below>{customer.phoneNumber}</Below>
            {customer.card !== null && <Below>{customer.card}</Below>}
            {customer.loanNumber !== null && <Below>{`${labels.loanNumber} ${customer.loanNumber}`}</Below>}
          </>
        ),
    },
    column.money(labels.amount, (row) => row.amountCents),
  ];
  return (
    <div className={classes.waiting}>
      <Text fz={13} c="dimmed" p="12px 18px 0">
        {words.help[kind]}
      </Text>
      <Group gap={6} mb={8} px={18}>
        <RunbookButton kind={kind} />
        {forAll(kind).map((correction) => (
          <CorrectButton key={correction.kind} correction={correction} onChoose={choose} />
        ))}
      </Group>
      <List<StuckRow>
        path={`/api/needs-person/${kind}`}
        words={{ caption: words.kinds[kind], empty: words.none }}
        keyOf={(row) => row.id}
        columns={[
          {
            header: labels.item,
            isName: true,
            cell: (row) =>
              kind === 'limits' ? (
                <Link to={`/integrations/${row.id}`}>{row.what}</Link>
              ) : (
                <>
                  {kinds[unnumbered(row.what)] ?? row.what}
                  {row.request?.note && <Below>{row.request.note}</Below>}
                </>
              ),
          },
          ...(isOfSale ? ofSale : []),
          // On two lines, and with the attempts below, so that the cause is in view beside the buttons.
          {
            header: labels.since,
            cell: (row) => (
              <>
                {format.time(row.since)}
                {isOfSale && kind !== 'requests' && <Below>{words.attempts(row.count)}</Below>}
              </>
            ),
          },
          ...(kind === 'requests'
            ? [
                {
                  header: labels.cancelledOn,
                  cell: ({ request }: StuckRow) => (request === null ? kit.none : format.date(request.cancelledOn)),
                },
              ]
            : [
                ...(isOfSale
                  ? []
                  : [
                      column.count<StuckRow>(
                        kind === 'limits' ? labels.rejectedCalls : labels.attempts,
                        (row) => row.count,
                      ),
                    ]),
                {
                  header: labels.cause,
                  cell: ({ cause }: StuckRow) => (
                    <div className={classes.cause}>
                      <Cause text={cause} />
                    </div>
                  ),
                },
              ]),
          {
            header: kit.actions,
            isBare: true,
            cell: (row) => (
              <Group gap={6} wrap="nowrap" justify="flex-end">
                {correctionsFor(row).map((correction) => (
                  <CorrectButton
                    key={correction.kind}
                    correction={correction}
                    onChoose={choose}
                    subject={row.policyNumber ?? row.id}
                  />
                ))}
              </Group>
            ),
          },
        ]}
      />
      {modal}
    </div>
  );
}

function forAll(kind: StuckKind): readonly Correction[] {
  const [work, settled] = [workKinds.find((one) => one === kind), settleKinds.find((one) => one === kind)];
  return [
    ...(work === undefined ? [] : [{ kind: 'retryAll', work } as const]),
    ...(settled === undefined ? [] : [{ kind: 'settleAll', work: settled } as const]),
  ];
}

function correctionsFor({ kind, what, id, policyNumber, request }: StuckRow): readonly Correction[] {
  switch (kind) {
    case 'requests': {
      if (policyNumber === null || request === null) return [];
      const { boundOn, effectiveDate } = request;
      return [
        { kind: 'acceptRequest', policyNumber, boundOn, effectiveDate, request },
        { kind: 'declineRequest', policyNumber },
      ];
    }
    case 'reversals':
      // What a person has to pay is never tried by the service.
      return what === 'operator'
        ? [{ kind: 'settleReversal', id }]
        : [
            { kind: 'retryReversal', id },
            { kind: 'settleReversal', id },
          ];
    case 'charges':
      // One that may have been made is not sent again.
      if (what === 'unclear charge') return [{ kind: 'settleCharge', id, isUnclear: true }];
      return [
        { kind: 'retryCharge', id },
        ...(policyNumber === null ? [] : [{ kind: 'paymentLink', policyNumber } as const]),
        ...(policyNumber === null || what !== 'used days' ? [] : [{ kind: 'writeOff', policyNumber } as const]),
        { kind: 'moveCharge', paymentId: id, dueOn: '' },
        { kind: 'settleCharge', id },
      ];
    case 'mails':
      return [
        { kind: 'resendMail', id },
        { kind: 'settleMail', id },
        ...(policyNumber === null ? [] : [{ kind: 'email', policyNumber } as const]),
      ];
    case 'binds':
      return [{ kind: 'retryBind', id }];
    case 'differences':
      return [{ kind: 'settleDifference', id }];
    case 'limits':
    case 'jobs':
      return [];
  }
}
