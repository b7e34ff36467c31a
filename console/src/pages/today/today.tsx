import { Group, SegmentedControl, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { WireLicence } from '../../../../src/operator/wire/licences.ts';
import type { Page as PageOf } from '../../../../src/operator/wire/parts.ts';
import type { Dashboard as DashboardAnswer } from '../../../../src/operator/wire/sales.ts';
import { api, withQuery } from '../../kit/api.ts';
import { soonDays, useLicenceColumns } from '../../kit/licences.tsx';
import { Loaded } from '../../kit/loaded.tsx';
import { Page } from '../../kit/page.tsx';
import { PickSeller } from '../../kit/pick.tsx';
import { useFilter } from '../../kit/search-box.tsx';
import { TablePanel } from '../../kit/table-panel.tsx';
import { useWords } from '../../words/words.tsx';
import { Dashboard } from './dashboard.tsx';
import { NeedsPerson } from './needs-person.tsx';

export function Today() {
  const { today: words, shell, format } = useWords();
  const [range, setRange] = useFilter('days');
  const [sellerId, setSellerId] = useFilter('sellerId');
  const days = range === '' ? '30' : range;
  const query = { from: format.daysAgo(Number(days) - 1), to: format.today(), sellerId };
  const figures = useQuery({
    queryKey: ['/api/dashboard', query],
    queryFn: () => api.get<DashboardAnswer>('/api/dashboard', query),
    refetchInterval: 60_000,
  });
  return (
    <Page title={shell.pages.today} lead={words.lead}>
      <NeedsPerson />
      <ExpiringLicences />
      <Group justify="space-between" gap="10px 20px" mt={8}>
        <Title order={2} fz={18} lh={1.55} lts="-0.01em">
          {words.business}
          {figures.dataUpdatedAt > 0 && (
            <Text span size="xs" c="dimmed" fw={400} ml={10}>
              {words.asOf(format.time(new Date(figures.dataUpdatedAt).toISOString()))}
            </Text>
          )}
        </Title>
        <Group gap={10}>
          <PickSeller value={sellerId} onChange={setSellerId} />
          <SegmentedControl
            aria-label={words.range}
            value={days}
            onChange={(value) => setRange(value === '30' ? '' : value)}
            data={Object.entries(words.ranges).map(([value, label]) => ({ value, label }))}
          />
        </Group>
      </Group>
      <Loaded query={figures}>{(answer) => <Dashboard answer={answer} />}</Loaded>
    </Page>
  );
}

const rowsMax = 5;

/** The first licences to expire within 60 days, and those that have expired. Nothing, if there are none. */
function ExpiringLicences() {
  const { licences: words } = useWords();
  const query = { withinDays: soonDays, limit: rowsMax };
  const { data } = useQuery({
    queryKey: ['/api/licences', query],
    queryFn: () => api.get<PageOf<WireLicence>>('/api/licences', query),
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
