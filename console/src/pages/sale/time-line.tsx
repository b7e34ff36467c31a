import { Text } from '@mantine/core';
import type { TimeLineEntry } from '../../../../src/operator/wire/sales.ts';
import { formatBriefly } from '../../kit/format-facts.ts';
import { useWords } from '../../words/words.tsx';
import classes from './sale.module.css';

export function TimeLine({ entries }: { readonly entries: readonly TimeLineEntry[] }) {
  const speech = useWords();
  const { sale: words, actions, format } = speech;
  const names = { ...actions, ...words.events };
  if (entries.length === 0) return <p>{words.timeLineEmpty}</p>;
  const newestFirst = entries.map((entry, place) => ({ ...entry, key: `${place} ${entry.at}` })).reverse();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className={classes.scroll} aria-label={words.timeLine} tabIndex={0}>
      <ol className={classes.line} reversed>
        {newestFirst.map(({ key, at, part, event, facts }) => (
          <li key={key} className={classes.entry} data-part={part}>
            <Text fz={13.5} fw={600}>
              {names[event]}
            </Text>
            <Text fz={12} c="dimmed">
              <time dateTime={at}>{format.time(at)}</time> · {words.parts[part]}
            </Text>
            <Text fz={12} c="dimmed">
              {formatBriefly(facts, speech)}
            </Text>
          </li>
        ))}
      </ol>
    </section>
  );
}
