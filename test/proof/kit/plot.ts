import type { Plot } from './proof.ts';

const width = 760;
const plotHeight = 150;
const left = 60;
const right = 20;

/** Readable on light and dark pages. */
export function drawPlot(plot: Plot & { readonly name: string }): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${plotHeight + 80}" font-family="system-ui, sans-serif" font-size="13" fill="#808080" role="img">
<title>${plot.name}</title>
${drawPanel(plot, 40)}
</svg>
`;
}

function drawPanel({ name, title, unit, points, marks }: Plot & { readonly name: string }, top: number): string {
  const lastSecond = Math.max(1, ...points.map(([second]) => second), ...marks);
  const highest = Math.max(1, ...points.map(([, value]) => value));
  const x = (second: number): string => (left + (second / lastSecond) * (width - left - right)).toFixed(1);
  const y = (value: number): string => (top + plotHeight - (value / highest) * plotHeight).toFixed(1);
  return `<text x="${left}" y="${top - 12}" font-weight="600">${name}: ${title}</text>
<text x="${left - 8}" y="${top + 10}" text-anchor="end">${Math.round(highest)} ${unit}</text>
<text x="${left - 8}" y="${top + plotHeight}" text-anchor="end">0</text>
<text x="${width - right}" y="${top + plotHeight + 16}" text-anchor="end">${Math.round(lastSecond)} s</text>
<path d="M${left} ${top}V${top + plotHeight}H${width - right}" fill="none" stroke="#808080"/>
<path d="${marks.map((mark) => `M${x(mark)} ${top}v${plotHeight}`).join('')}" stroke="#d98a1f" stroke-opacity="0.7"/>
${points.map(([second, value]) => `<circle cx="${x(second)}" cy="${y(value)}" r="1.5" fill="#3b82c4"/>`).join('')}`;
}
