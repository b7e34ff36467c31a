import { median } from './measure.ts';
import type { Bar } from './report.ts';

const width = 820;
const labelWidth = 300;
const plotWidth = 400;
const rowHeight = 24;
const groupHeight = 34;
const top = 52;

/**
 * Ratios as bars on a logarithmic scale around 1, with the range of all rounds. There is no background, so the colours
 * are readable on a light and on a dark page.
 */
export function drawPlot(bars: readonly Bar[]): string {
  const values = bars.flatMap((bar) => bar.values);
  const [lowest, highest] = [Math.min(0.5, ...values), Math.max(2, ...values)];
  const xOf = (value: number): number =>
    labelWidth + (plotWidth * Math.log(value / lowest)) / Math.log(highest / lowest);
  const groups = Map.groupBy(bars, ({ group }) => group);
  const drawn: string[] = [];
  let y = top;
  for (const [group, members] of groups) {
    drawn.push(`<text x="8" y="${y + 16}" fill="#808080" font-weight="600">${group}</text>`);
    y += groupHeight - 6;
    for (const bar of members) {
      drawn.push(drawBar(bar, y, xOf));
      y += rowHeight;
    }
    y += 8;
  }
  const one = xOf(1).toFixed(1);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${y + 12}" font-family="system-ui, sans-serif" font-size="13" role="img">
<title>Requests per second of Northbind as a multiple of what it is measured beside</title>
<text x="8" y="24" fill="#808080" font-weight="600" font-size="15">Northbind as a multiple (1 = as fast; the line spans all rounds)</text>
<path d="M${one} ${top - 8}V${y}" stroke="#808080" stroke-dasharray="3 4"/>
${drawn.join('\n')}
</svg>
`;
}

function drawBar({ label, values }: Bar, y: number, xOf: (value: number) => number): string {
  const middle = median(values);
  const [from, to] = [Math.min(xOf(1), xOf(middle)), Math.max(xOf(1), xOf(middle))];
  const [low, high] = [xOf(Math.min(...values)), xOf(Math.max(...values))];
  return `<text x="${labelWidth - 10}" y="${y + 13}" fill="#808080" text-anchor="end">${label}</text>
<rect x="${from.toFixed(1)}" y="${y}" width="${Math.max(to - from, 1).toFixed(1)}" height="16" rx="2" fill="${middle >= 1 ? '#2f8f5b' : '#3b82c4'}"/>
<path d="M${low.toFixed(1)} ${y + 8}H${high.toFixed(1)}" stroke="#d98a1f" stroke-width="2"/>
<text x="${(Math.max(to, high) + 8).toFixed(1)}" y="${y + 13}" fill="#808080">${middle.toFixed(2)}</text>`;
}
