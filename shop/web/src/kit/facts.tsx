import type { ReactNode } from 'react';

/** Names and values in a list. A value that is null is left out. */
export function Facts({ facts, className }: { readonly facts: FactsOf; readonly className: string }) {
  return (
    <dl className={className}>
      {Object.entries(facts)
        .filter(([, value]) => value !== null)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

type FactsOf = Readonly<Record<string, ReactNode>>;
