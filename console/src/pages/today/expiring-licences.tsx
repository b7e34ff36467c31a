import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { WireLicence } from '../../../../src/operator/wire/licences.ts';
import type { Page } from '../../../../src/operator/wire/parts.ts';
import { api, withQuery } from '../../kit/api.ts';
import { soonDays, useLicenceColumns } from '../../kit/licences.tsx';
import { TablePanel } from '../../kit/table-panel.tsx';
import { useWords } from '../../words/words.tsx';

const rowsMax = 5;

/** The first licences to expire within 60 days, and those that have expired. Nothing, if there are none. */
export function ExpiringLicences() {
  const { licences: words } = useWords();
  const query = { withinDays: soonDays, limit: rowsMax };
  const { data } = useQuery({
    queryKey: ['/api/licences', query],
    queryFn: () => api.get<Page<WireLicence>>('/api/licences', query),
    refetchInterval: 60_000,
  });
  const all = withQuery('/licences', { withinDays: soonDays });
  return (
    <TablePanel<WireLicence>
      title={words.expiring}
      aside={<Link to={all}>{words.title}</Link>}
      rows={data?.rows ?? []}
      keyOf={(row) => row.id}
      columns={useLicenceColumns()}
    />
  );
}
