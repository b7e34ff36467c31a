import type { FinancingOption } from '@northbind/sdk';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useWords } from '../words/words.tsx';
import { centsOf } from './money.ts';
import { type Installment, repaymentOf } from './repayment.ts';

const height = 190;
const left = 56;
const right = 10; // Half of the last month's number.
const bottom = 26;
const top = 8;

/** A bar for every installment: how much of it pays back, and how much is finance charge. */
export function RepaymentPlot({ option }: { readonly option: FinancingOption }) {
  const { words, money } = useWords();
  const { picture, width } = useWidth();
  const installments = repaymentOf(option);
  const highest = Math.max(...installments.map(({ principalCents, chargeCents }) => principalCents + chargeCents));
  const slot = (width - left - right) / installments.length;
  const bar = Math.max(1.5, slot * 0.72);
  const heightOf = (cents: number): number => (cents / highest) * (height - bottom - top);
  const base = height - bottom;
  const marks = monthMarks(installments.length);
  return (
    <figure className="plot">
      <figcaption>
        <strong>{words.payment.plot}</strong>
        <span className="key principal">{words.payment.principal}</span>
        <span className="key charge">{words.payment.charge}</span>
      </figcaption>
      <svg
        ref={picture}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={words.payment.plotLabel(
          installments.length,
          money(centsOf(option.installmentAmount)),
          money(centsOf(option.financeCharge)),
        )}
      >
        {[0, highest / 2, highest].map((cents) => {
          const y = base - heightOf(cents);
          return (
            <g key={cents}>
              <line className="grid" x1={left} x2={width - right} y1={y} y2={y} />
              <text x={left - 8} y={y + 4} textAnchor="end">
                {money(Math.round(cents / 100) * 100).replace(/[.,]00(?!\d)/, '')}
              </text>
            </g>
          );
        })}
        {installments.map(({ month, principalCents, chargeCents }) => {
          const x = left + (month - 1) * slot + (slot - bar) / 2;
          const principal = heightOf(principalCents);
          const charge = heightOf(chargeCents);
          return (
            <g key={month}>
              <rect className="principal" x={x} y={base - principal} width={bar} height={principal} />
              <rect className="charge" x={x} y={base - principal - charge} width={bar} height={charge} />
            </g>
          );
        })}
        {marks.map((month) => (
          <text key={month} x={left + (month - 0.5) * slot} y={height - 6} textAnchor="middle">
            {month}
          </text>
        ))}
      </svg>
      <details>
        <summary>{words.payment.asTable}</summary>
        <YearTable installments={installments} />
      </details>
    </figure>
  );
}

/** The plot's width in pixels, so that its text has the page's size on every screen. */
function useWidth(): { readonly picture: RefObject<SVGSVGElement | null>; readonly width: number } {
  const picture = useRef<SVGSVGElement>(null);
  const [width, setWidth] = useState(600);
  useEffect(() => {
    const element = picture.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => setWidth(Math.max(240, element.clientWidth)));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { picture, width };
}

/** The first month and every half year, or every year of a long loan. */
function monthMarks(months: number): readonly number[] {
  const every = months > 36 ? 12 : 6;
  return [1, ...Array.from({ length: Math.floor(months / every) }, (_, index) => (index + 1) * every)];
}

function YearTable({ installments }: { readonly installments: readonly Installment[] }) {
  const { words, money } = useWords();
  const years = Array.from({ length: Math.ceil(installments.length / 12) }, (_, index) => {
    const months = installments.slice(index * 12, index * 12 + 12);
    const sum = (of: (one: Installment) => number): number => months.reduce((cents, one) => cents + of(one), 0);
    return { year: index + 1, principal: sum((one) => one.principalCents), charge: sum((one) => one.chargeCents) };
  });
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{words.payment.year}</th>
          <th scope="col">{words.payment.principal}</th>
          <th scope="col">{words.payment.charge}</th>
          <th scope="col">{words.summary.total}</th>
        </tr>
      </thead>
      <tbody>
        {years.map(({ year, principal, charge }) => (
          <tr key={year}>
            <th scope="row">{year}</th>
            <td>{money(principal)}</td>
            <td>{money(charge)}</td>
            <td>{money(principal + charge)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
