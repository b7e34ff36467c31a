import type { ReactNode } from 'react';
import classes from './facts.module.css';

/** Names and values, in as many columns as fit. Null values are left out. */
export function Facts({ facts }: { readonly facts: readonly (readonly [string, ReactNode] | null)[] }) {
  return (
    <dl className={classes.facts}>
      {facts
        .filter((fact) => fact !== null)
        .map(([name, value]) => (
          <div key={name} className={classes.fact}>
            <dt className={classes.name}>{name}</dt>
            <dd className={classes.value}>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
