import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type StuckKind, stuckKinds } from '../../../../src/domain/operator/needs-person.ts';
import type { NeedsPersonAnswer } from '../../../../src/operator/wire/sales.ts';
import { api } from '../../kit/api.ts';
import { CheckIcon } from '../../kit/icons.tsx';
import { Loaded } from '../../kit/loaded.tsx';
import { Panel } from '../../kit/page.tsx';
import { useWords } from '../../words/words.tsx';
import { StuckList } from './stuck-list.tsx';
import classes from './today.module.css';

/** Counts by kind; the selected kind is listed below. At first, the first kind that is not empty. */
export function NeedsPerson() {
  const { today: words, format } = useWords();
  const query = useQuery({
    queryKey: ['/api/needs-person'],
    queryFn: () => api.get<NeedsPersonAnswer>('/api/needs-person'),
    refetchInterval: 15_000,
  });
  const [chosen, setChosen] = useState<StuckKind | null>(null);
  return (
    <Panel
      title={words.needs}
      aside={
        query.dataUpdatedAt > 0 && (
          <Text size="xs" c="dimmed">
            {words.checked(format.time(new Date(query.dataUpdatedAt).toISOString()))}
          </Text>
        )
      }
    >
      <Loaded query={query}>
        {({ counts }) => {
          const kind = chosen ?? stuckKinds.find((one) => counts[one] > 0) ?? null;
          return (
            <>
              <div className={classes.tiles}>
                {stuckKinds.map((one) => (
                  <button
                    key={one}
                    type="button"
                    className={classes.tile}
                    data-waits={counts[one] > 0}
                    aria-pressed={one === kind}
                    onClick={() => setChosen(one)}
                  >
                    <span className={classes.count}>{format.number(counts[one])}</span>
                    <span className={classes.kind}>{words.kinds[one]}</span>
                  </button>
                ))}
              </div>
              {kind === null ? <Calm /> : <StuckList key={kind} kind={kind} />}
            </>
          );
        }}
      </Loaded>
    </Panel>
  );
}

function Calm() {
  const { today: words } = useWords();
  return (
    <div className={classes.waiting}>
      <p className={classes.help}>
        <CheckIcon size={16} /> <strong>{words.calm}.</strong> {words.calmText}
      </p>
      <br />
    </div>
  );
}
