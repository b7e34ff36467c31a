import { Badge } from '@mantine/core';
import { Link } from 'react-router';
import type { WireSeller } from '../../../../src/operator/wire/onboard.ts';
import type { Column } from '../../kit/data-table.tsx';
import { ListPage } from '../../kit/list.tsx';
import { useMay } from '../../kit/session.tsx';
import { Activity, StateBadge } from '../../kit/state-badge.tsx';
import { useWords } from '../../words/words.tsx';
import { AddSeller } from './seller-acts.tsx';

export function Sellers() {
  const { onboard } = useWords();
  return (
    <ListPage<WireSeller>
      path="/api/sellers"
      words={onboard.sellers}
      searched={onboard.searchSeller}
      actions={useMay('admin') && <AddSeller />}
      columns={useSellerColumns({ withIntegration: true })}
    />
  );
}

/** The list of one integration leaves out the integration's name. */
export function useSellerColumns({ withIntegration }: { withIntegration: boolean }): readonly Column<WireSeller>[] {
  const { onboard, labels, column } = useWords();
  const words = onboard.sellers;
  const integration: Column<WireSeller> = column.text(words.integrationId, ({ integration }) => (
    <Link to={`/integrations/${integration.id}`}>{integration.name}</Link>
  ));
  return [
    column.name(labels.name, (row) => <Link to={`/sellers/${row.id}`}>{row.name}</Link>),
    column.text(words.username, (row) => <code>{row.username}</code>),
    column.text(labels.state, (row) =>
      !row.isDisabled && row.integration.isDisabled ? (
        <StateBadge tone="waits">{words.integrationDisabled}</StateBadge>
      ) : (
        <Activity isDisabled={row.isDisabled} />
      ),
    ),
    ...(withIntegration ? [integration] : []),
    column.text(words.province, (row) => row.province),
    column.line(words.series, (row) => row.series.join(', ')),
    column.text(words.paymentMethods, (row) => <Methods methods={row.paymentMethods} />),
    column.count(onboard.dealers.title, (row) => row.dealerCount),
  ];
}

export function Methods({ methods }: { readonly methods: WireSeller['paymentMethods'] }) {
  const { methodWords } = useWords().onboard.sellers;
  return methods.map((method) => (
    <Badge key={method} color="gray" size="sm" className="state" mr={4}>
      {methodWords[method]}
    </Badge>
  ));
}
