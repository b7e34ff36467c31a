import { SegmentedControl } from '@mantine/core';
import type { Dashboard, StuckRow } from '../../../../src/operator/wire/sales.ts';
import { ListPanel } from '../../kit/list.tsx';
import { Load } from '../../kit/loaded.tsx';
import { Page } from '../../kit/page.tsx';
import { useFilter } from '../../kit/search-box.tsx';
import { useWords } from '../../words/words.tsx';
import { useServiceColumns } from '../today/stuck-list.tsx';
import classes from '../today/today.module.css';
import { ErrorCodes } from './error-codes.tsx';
import { Latency } from './latency.tsx';

/** What partners' calls come to: for who looks after the service, not for who looks after sales. */
export function System() {
  const { today: words, shell, format } = useWords();
  const [range, setRange] = useFilter('days');
  const days = range === '' ? '30' : range;
  return (
    <Page
      title={shell.pages.system}
      lead={words.systemLead}
      actions={
        <SegmentedControl
          aria-label={words.range}
          value={days}
          onChange={(value) => setRange(value === '30' ? '' : value)}
          data={Object.entries(words.ranges).map(([value, label]) => ({ value, label }))}
        />
      }
    >
      <ListPanel<StuckRow>
        path="/api/needs-person/limits"
        words={{ title: words.kinds.limits, caption: words.help.limits, empty: words.none }}
        keyOf={(row) => row.id}
        columns={useServiceColumns('limits')}
      />
      <Load<Dashboard>
        path="/api/dashboard"
        query={{ from: format.daysAgo(Number(days) - 1), to: format.today() }}
        refetchInterval={60_000}
      >
        {(answer) => (
          <div className={classes.grid}>
            <ErrorCodes answer={answer} />
            <Latency answer={answer} />
          </div>
        )}
      </Load>
    </Page>
  );
}
