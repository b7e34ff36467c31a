import { Select, Text } from '@mantine/core';
import { useState } from 'react';
import type { Dashboard } from '../../../../src/operator/wire/sales.ts';
import { Panel } from '../../kit/page.tsx';
import { Plot } from '../../kit/plot.tsx';
import { useWords } from '../../words/words.tsx';
import { PlotPanel } from '../today/plot-panel.tsx';
import classes from '../today/today.module.css';

/** Latency of one operation at a time, first of the one that is called most. */
export function Latency({ answer }: { readonly answer: Dashboard }) {
  const { today: words, format, column } = useWords();
  const { points, grain } = answer.latency;
  const operations = mostCalledFirst(points);
  const [chosen, setChosen] = useState<string | null>(null);
  const operation = chosen !== null && operations.includes(chosen) ? chosen : operations[0];
  const shown = points.filter((point) => point.operation === operation);
  const when = (since: string): string => (grain === 'day' ? format.shortDate(since) : format.time(since));
  if (operation === undefined) {
    return (
      <Panel title={words.latency} className={classes.half}>
        <Text size="sm" c="dimmed">
          {words.noLatency}
        </Text>
      </Panel>
    );
  }
  const pick = (
    <Select
      aria-label={words.operation}
      size="xs"
      w={210}
      data={operations}
      value={operation}
      onChange={setChosen}
      allowDeselect={false}
    />
  );
  const ms = (value: number): string => words.ms(format.number(value));
  return (
    <PlotPanel<(typeof shown)[number]>
      title={words.latency}
      caption={`${words.latency}: ${operation}`}
      aside={pick}
      rows={shown}
      keyOf={({ since }) => since}
      columns={[
        column.name(words.day, ({ since }) => when(since)),
        column.count(words.calls, ({ count }) => count),
        column.number(words.p50, ({ p50Ms }) => ms(p50Ms)),
        column.number(words.p99, ({ p99Ms }) => ms(p99Ms)),
      ]}
    >
      <Plot
        as="lines"
        points={shown.map(({ since, p50Ms, p99Ms }) => ({ at: when(since), values: { p50Ms, p99Ms } }))}
        series={[
          { name: 'p50Ms', label: words.p50, color: 'teal.5' },
          { name: 'p99Ms', label: words.p99, color: 'ember.5' },
        ]}
        write={ms}
      />
    </PlotPanel>
  );
}

function mostCalledFirst(points: Dashboard['latency']['points']): readonly string[] {
  const calls = new Map<string, number>();
  for (const { operation, count } of points) calls.set(operation, (calls.get(operation) ?? 0) + count);
  return [...calls].sort(([, a], [, b]) => b - a).map(([operation]) => operation);
}
