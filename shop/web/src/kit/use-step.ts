import { useEffect, useState } from 'react';
import type { SaleView } from '../../../shop-api.ts';

export const steps = ['vehicle', 'you', 'coverage', 'payment'] as const;
export type Step = (typeof steps)[number];

/** The step is in the URL, so that the browser's back button works. It is never ahead of the sale. */
export function useStep(sale: SaleView): { readonly step: Step; readonly go: (step: Step) => void } {
  const [wished, setWished] = useState<Step>(() => {
    const named = stepIn(location.hash);
    const first = named !== undefined && mayEnter(sale, named) ? named : firstOf(sale);
    history.replaceState(null, '', `#${first}`);
    return first;
  });
  useEffect(() => {
    const follow = (): void => {
      const named = stepIn(location.hash);
      if (named !== undefined) setWished(named);
    };
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  const go = (step: Step): void => {
    setWished(step);
    if (location.hash !== `#${step}`) history.pushState(null, '', `#${step}`);
  };
  return { step: mayEnter(sale, wished) ? wished : furthestOf(sale), go };
}

export function mayEnter(sale: SaleView, step: Step): boolean {
  return steps.indexOf(step) <= steps.indexOf(furthestOf(sale));
}

function stepIn(hash: string): Step | undefined {
  return steps.find((step) => `#${step}` === hash);
}

/** Who comes back sees the coverage before paying for it, unless a card was authorized for it. */
function firstOf(sale: SaleView): Step {
  const isPaying = sale.card !== null || sale.progress.state === 'binding';
  return furthestOf(sale) === 'payment' && !isPaying ? 'coverage' : furthestOf(sale);
}

function furthestOf({ choice, quote, selection }: SaleView): Step {
  if (quote !== null) return selection === null ? 'coverage' : 'payment';
  return choice !== null ? 'you' : 'vehicle';
}
