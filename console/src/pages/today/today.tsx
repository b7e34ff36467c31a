import { Group, SegmentedControl, Skeleton, Title } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { Dashboard as DashboardAnswer } from '../../../../src/operator/wire/sales.ts';
import { daysAgo, todayHere } from '../../kit/format.ts';
import { Load } from '../../kit/loaded.tsx';
import { Page } from '../../kit/page.tsx';
import { PickSeller } from '../../kit/pick.tsx';
import { useFilter } from '../../kit/search-box.tsx';
import { useWords } from '../../words/words.tsx';
import { ExpiringLicences } from './expiring-licences.tsx';
import { NeedsPerson } from './needs-person.tsx';

/** Loaded separately: the plots are the largest part of the console. */
const Dashboard = lazy(async () => ({ default: (await import('./dashboard.tsx')).Dashboard }));

export function Today() {
  const { today: words, shell } = useWords();
  const [range, setRange] = useFilter('days');
  const [sellerId, setSellerId] = useFilter('sellerId');
  const days = range === '' ? '30' : range;
  const query = { from: daysAgo(Number(days) - 1), to: todayHere(), sellerId };
  return (
    <Page title={shell.pages.today} lead={words.lead}>
      <NeedsPerson />
      <ExpiringLicences />
      <Group justify="space-between" gap="10px 20px" mt={8}>
        <Title order={2} fz={18} lh={1.55} lts="-0.01em">
          {words.business}
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
      <Load<DashboardAnswer> path="/api/dashboard" query={query} refetchInterval={60_000}>
        {(answer) => (
          <Suspense fallback={<Skeleton height={320} />}>
            <Dashboard answer={answer} />
          </Suspense>
        )}
      </Load>
    </Page>
  );
}
