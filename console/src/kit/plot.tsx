import { type PointerEvent, useState } from 'react';
import classes from './plot.module.css';
import { namedEvery, ticksTo } from './plot-scale.ts';

export interface Series {
  readonly name: string;
  readonly label: string;
  /** One of the theme's, such as `teal.5`. */
  readonly color: string;
  /** What a click on one of its bars does. */
  readonly choose?: () => void;
}

export interface Point {
  /** Its name on the axis below. */
  readonly at: string;
  /** Has a value for each series' name. Where there is none the line is interrupted. */
  readonly values: Readonly<Record<string, number | null | undefined>>;
}

interface PlotProps {
  readonly as: 'lines' | 'areas' | 'bars';
  readonly points: readonly Point[];
  readonly series: readonly Series[];
  readonly write: (value: number) => string;
}

/**
 * Lines, areas or stacked bars over time. It is hidden from screen readers, which read a table beside it. The shapes
 * are stretched to the width that is there and only the words are laid out by it: nothing is measured, so a plot has
 * its size from the first frame on.
 */
export function Plot({ as, points, series, write }: PlotProps) {
  const [pointed, setPointed] = useState<number | null>(null);
  const values = points.map((point) => series.map(({ name }) => point.values[name] ?? 0));
  const highest = Math.max(0, ...values.map((of) => (as === 'bars' ? sum(of) : Math.max(0, ...of))));
  const ticks = ticksTo(highest, values.flat().every(Number.isInteger));
  const top = ticks.at(-1)!;
  const Shapes = as === 'bars' ? Bars : Lines;
  const follow = ({ currentTarget, clientX }: PointerEvent): void => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const place = Math.floor(((clientX - left) / width) * points.length);
    setPointed(Math.min(points.length - 1, Math.max(0, place)));
  };
  return (
    <div className={classes.plot} aria-hidden="true">
      {series.length > 1 && (
        <div className={classes.legend}>
          {series.map(({ name, label, color }) => (
            <span key={name}>
              <Swatch color={color} /> {label}
            </span>
          ))}
        </div>
      )}
      <div className={classes.values}>
        {ticks.map((tick) => (
          <span key={tick}>{write(tick)}</span>
        ))}
      </div>
      <div
        className={classes.field}
        onPointerMove={follow}
        onPointerDown={follow}
        onPointerLeave={() => setPointed(null)}
      >
        <svg viewBox={`0 0 ${Math.max(1, points.length)} 1`} preserveAspectRatio="none" aria-hidden="true">
          {ticks.map((tick) => (
            <path key={tick} className={classes.grid} d={`M0 ${1 - tick / top}H${points.length}`} />
          ))}
          <Shapes isFilled={as === 'areas'} points={points} series={series} top={top} />
        </svg>
        {pointed !== null && <Pointed place={pointed} points={points} series={series} write={write} />}
      </div>
      <Names points={points} />
    </div>
  );
}

interface ShapesProps extends Pick<PlotProps, 'points' | 'series'> {
  readonly isFilled: boolean;
  readonly top: number;
}

function Lines({ isFilled, points, series, top }: ShapesProps) {
  return series.map(({ name, color }) => {
    const line = lineOf(
      points.map(({ values }) => values[name]),
      top,
    );
    return (
      <g key={name} style={{ color: colour(color) }}>
        {isFilled && line !== '' && <path className={classes.area} d={`${line}V1H0.5Z`} />}
        <path className={classes.line} d={line} />
      </g>
    );
  });
}

/** Begins anew after each gap. A point that is alone is a dot: a line of no length has round ends. */
function lineOf(values: readonly (number | null | undefined)[], top: number): string {
  return values
    .map((value, place) => {
      if (value === null || value === undefined) return '';
      const at = `${place + 0.5} ${1 - value / top}`;
      const isFirst = (values[place - 1] ?? null) === null;
      return isFirst ? `M${at}h0` : `L${at}`;
    })
    .join('');
}

function Bars({ points, series, top }: ShapesProps) {
  return points.map(({ at, values }, place) => {
    let below = 0;
    return (
      <g key={at}>
        {series.map(({ name, color, choose }) => {
          const height = (values[name] ?? 0) / top;
          below += height;
          return (
            height > 0 && (
              // biome-ignore lint/a11y/noStaticElementInteractions: a table beside the plot leads to the same by keyboard.
              <rect
                key={name}
                className={choose && classes.choice}
                style={{ fill: colour(color) }}
                x={place + 0.1}
                y={1 - below}
                width={0.8}
                height={height}
                onClick={choose}
              />
            )
          );
        })}
      </g>
    );
  });
}

/** What the point says to which the pointer is nearest, on the side where there is room. */
function Pointed({ place, points, series, write }: Pick<PlotProps, 'points' | 'series' | 'write'> & { place: number }) {
  const { at, values } = points[place]!;
  const left = `${((place + 0.5) / points.length) * 100}%`;
  const said = series.filter(({ name }) => (values[name] ?? null) !== null);
  return (
    <div className={classes.pointed} style={{ left }} data-left={place >= points.length / 2}>
      <div className={classes.said}>
        <strong>{at}</strong>
        {said.map(({ name, label, color }) => (
          <span key={name}>
            <Swatch color={color} /> {label} <b>{write(values[name]!)}</b>
          </span>
        ))}
      </div>
    </div>
  );
}

function Names({ points }: Pick<PlotProps, 'points'>) {
  const every = namedEvery(points.map(({ at }) => at));
  const named = points.filter((_, place) => place % every === (every - 1) / 2);
  return (
    <div
      className={classes.names}
      style={{ gridTemplateColumns: `repeat(${Math.max(1, points.length)}, minmax(0, 1fr))` }}
    >
      {named.map(({ at }) => (
        <span key={at} style={{ gridColumn: `span ${every}` }}>
          {at}
        </span>
      ))}
    </div>
  );
}

function Swatch({ color }: Pick<Series, 'color'>) {
  return <i className={classes.swatch} style={{ background: colour(color) }} />;
}

function colour(of: string): string {
  return `var(--mantine-color-${of.replace('.', '-')})`;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
