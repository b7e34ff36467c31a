import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type StuckKind, stuckKinds } from '../../../../src/domain/work/needs-person.ts';
import type { NeedsPersonAnswer } from '../../../../src/operator/wire/sales.ts';
import { api } from '../../kit/api.ts';
import { useCorrection } from '../../kit/corrections/use-correction.tsx';
import { CheckIcon } from '../../kit/icons.tsx';
import { Loaded } from '../../kit/loaded.tsx';
import { Panel } from '../../kit/page.tsx';
import { useWords } from '../../words/words.tsx';
import { StuckList } from './stuck-list.tsx';
import classes from './today.module.css';

/** A partner's rate limit is no clerk's work: the page of the system has it. */
const kinds = stuckKinds.filter((kind) => kind !== 'limits');

/** Where several kinds are listed, each shows so many rows, so that the others stay in sight. */
const rowsEach = 5;

/** Counts by kind; what waits is listed below, all of it or the kind that was chosen. */
export function NeedsPerson() {
  const { today: words, format } = useWords();
  const query = useQuery({
    queryKey: ['/api/needs-person'],
    queryFn: () => api.get<NeedsPersonAnswer>('/api/needs-person'),
    refetchInterval: 15_000,
  });
  const [chosen, setChosen] = useState<StuckKind | null>(null);
  // Not of the list, which goes with its last row: what an act has come to is read in its dialog.
  const [choose, modal] = useCorrection();
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
          const waiting = kinds.filter((one) => counts[one] > 0);
          const listed = chosen === null ? waiting : [chosen];
          const tile = (kind: StuckKind | null, name: string, count: number) => (
            <button
              key={kind}
              type="button"
              className={classes.tile}
              data-waits={count > 0}
              aria-pressed={chosen === kind}
              onClick={() => setChosen(kind)}
            >
              <span className={classes.count}>{format.number(count)}</span>
              <Text span fz={12.5} c="dimmed">
                {name}
              </Text>
            </button>
          );
          return (
            <>
              <div className={classes.tiles}>
                {tile(
                  null,
                  words.everything,
                  waiting.reduce((sum, one) => sum + counts[one], 0),
                )}
                {kinds.map((one) => tile(one, words.kinds[one], counts[one]))}
              </div>
              {listed.map((kind) => (
                <StuckList key={kind} kind={kind} rowsMax={listed.length > 1 ? rowsEach : null} onChoose={choose} />
              ))}
              {listed.length === 0 && (
                <div className={classes.waiting}>
                  <Text fz={13} c="dimmed" p="12px 18px 0">
                    <CheckIcon size={16} /> <strong>{words.calm}.</strong> {words.calmText}
                  </Text>
                  <br />
                </div>
              )}
            </>
          );
        }}
      </Loaded>
      {modal}
    </Panel>
  );
}
