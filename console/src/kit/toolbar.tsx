import type { ReactNode } from 'react';
import classes from './toolbar.module.css';

/** The line over a list: its search and filters. */
export function Toolbar({ children }: { readonly children: ReactNode }) {
  return <search className={classes.bar}>{children}</search>;
}
