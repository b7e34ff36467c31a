import { median, type Round } from './measure.ts';
import type { Findings } from './report.ts';

interface Bar {
  readonly label: string;
  readonly values: readonly number[];
  /** What the others are measured against. */
  readonly isBaseline: boolean;
}

const width = 760;
const labelWidth = 250;
const plotWidth = 400;
const rowHeight = 34;
const top = 46;

/** Requests per second as bars, with the span from the lowest to the highest round. Readable on light and dark pages. */
export function drawPlot(findings: Findings): string {
  const bars = barsOf(findings);
  const height = top + bars.length * rowHeight + 20;
  const scale = plotWidth / Math.max(...bars.flatMap(({ values }) => values));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="14" role="img">
<title>Requests per second by operation</title>
<text x="${labelWidth}" y="24" fill="#808080" font-weight="600">Requests per second (median; the line spans all rounds)</text>
${bars.map((bar, index) => drawBar(bar, top + index * rowHeight, scale)).join('\n')}
</svg>
`;
}

function drawBar({ label, values, isBaseline }: Bar, y: number, scale: number): string {
  const [lowest, middle, highest] = [Math.min(...values), median(values), Math.max(...values)].map(
    (value) => value * scale,
  );
  const line = y + 11;
  const end = labelWidth + Math.max(middle!, highest!) + 8;
  return `<text x="${labelWidth - 10}" y="${y + 16}" fill="#808080" text-anchor="end">${label}</text>
<rect x="${labelWidth}" y="${y}" width="${middle!.toFixed(1)}" height="22" rx="3" fill="${isBaseline ? '#9a9a9a' : '#3b82c4'}"/>
<path d="M${(labelWidth + lowest!).toFixed(1)} ${line}H${(labelWidth + highest!).toFixed(1)}" stroke="#d98a1f" stroke-width="2"/>
<text x="${end.toFixed(1)}" y="${y + 16}" fill="#808080">${median(values).toFixed(0)}</text>`;
}

function barsOf({ quote, operations, growth }: Findings): readonly Bar[] {
  const bar = (label: string, rounds: readonly Round[], isBaseline = false): Bar => ({
    label,
    values: rounds.map(({ perSecond }) => perSecond),
    isBaseline,
  });
  return [
    ...[...(quote ?? [])].map(([name, rounds]) => bar(name, rounds, name === 'bare server')),
    ...[...(operations ?? [])].map(([name, rounds]) => bar(name, rounds)),
    ...(growth === null
      ? []
      : [
          bar(`quote, ${growth.few.rows.toLocaleString('en')} stored`, growth.measured.get('few')!, true),
          bar(`quote, ${growth.many.rows.toLocaleString('en')} stored`, growth.measured.get('many')!),
        ]),
  ];
}
