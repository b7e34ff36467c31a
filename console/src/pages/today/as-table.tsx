import type { ReactNode } from 'react';
import { useWords } from '../../words/words.tsx';
import classes from './today.module.css';

/** A plot's numbers for those who can't see it, or want them exactly. */
export function AsTable({ children }: { readonly children: ReactNode }) {
  const { today: words } = useWords();
  return (
    <details className={classes.asTable}>
      <summary>{words.asTable}</summary>
      <div>{children}</div>
    </details>
  );
}
