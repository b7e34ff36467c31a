import { Group } from '@mantine/core';
import { Link } from 'react-router';
import type { StuckKind, StuckRow } from '../../../../src/operator/wire/look.ts';
import { CorrectButton } from '../../kit/corrections/correct-button.tsx';
import { type Correction, useCorrection } from '../../kit/corrections/correction.tsx';
import { type Column, PagedTable } from '../../kit/data-table.tsx';
import { useFormat } from '../../kit/format.ts';
import { Empty } from '../../kit/page.tsx';
import { usePages } from '../../kit/pages.ts';
import { useWords } from '../../words/words.tsx';
import classes from './today.module.css';

/** What waits, and what can be done about it, right here. */
export function StuckList({ kind }: { readonly kind: StuckKind }) {
  const { today: words, sale, kit } = useWords();
  const { columns } = words;
  const format = useFormat();
  const pages = usePages<StuckRow>(`/api/needs-person/${kind}`);
  const [choose, modal] = useCorrection();
  const isOfSale = kind !== 'limits' && kind !== 'jobs';
  const kinds: Readonly<Record<string, string>> = { ...sale.reversalKinds, ...sale.mailKinds, ...sale.bindSteps };
  const ofSale: readonly Column<StuckRow>[] = [
    {
      header: columns.policy,
      cell: (row) =>
        row.applicationId === null ? (
          kit.none
        ) : (
          <Link to={`/sales/${row.applicationId}`}>{row.policyNumber ?? words.open}</Link>
        ),
    },
    { header: columns.seller, cell: (row) => row.seller?.name ?? kit.none },
    {
      header: columns.amount,
      isNumber: true,
      cell: (row) => (row.amountCents === null ? kit.none : format.money(row.amountCents)),
    },
  ];
  return (
    <div className={classes.waiting}>
      <p className={classes.help}>{words.help[kind]}</p>
      <PagedTable
        caption={words.caption(words.kinds[kind])}
        pages={pages}
        keyOf={(row) => row.id}
        empty={<Empty title={words.none} />}
        columns={[
          {
            header: columns.what,
            isName: true,
            cell: (row) =>
              kind === 'limits' ? (
                <Link to={`/integrations/${row.id}`}>{row.what}</Link>
              ) : (
                (kinds[row.what] ?? row.what)
              ),
          },
          ...(isOfSale ? ofSale : []),
          { header: columns.since, isOneLine: true, cell: (row) => format.time(row.since) },
          {
            header: kind === 'limits' ? columns.refused : columns.tries,
            isNumber: true,
            cell: (row) => format.number(row.count),
          },
          { header: columns.cause, cell: (row) => row.cause ?? kit.none },
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

function correctionsFor({ kind, id, policyNumber }: StuckRow): readonly Correction[] {
  switch (kind) {
    case 'reversals':
      return [
        { kind: 'retryReversal', id },
        { kind: 'settleReversal', id },
      ];
    case 'charges':
      return [
        { kind: 'retryCharge', paymentId: id },
        { kind: 'moveCharge', paymentId: id, dueOn: '' },
        { kind: 'settleCharge', paymentId: id },
      ];
    case 'mails':
      return [{ kind: 'resendMail', id }, ...(policyNumber === null ? [] : [{ kind: 'email', policyNumber } as const])];
    case 'binds':
      return [{ kind: 'retryBind', applicationId: id }];
    case 'limits':
    case 'jobs':
      return [];
  }
}
