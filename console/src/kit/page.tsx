import { Text, Title } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { useWords } from '../words/words.tsx';
import classes from './page.module.css';

interface PageProps {
  readonly title: string;
  readonly lead?: ReactNode;
  /** Beside the title: a state. */
  readonly badge?: ReactNode;
  readonly back?: { readonly to: string; readonly label: string };
  /** At the end of the title's line. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** One page. After navigation its title has the focus, so that screen readers read it. */
export function Page({ title, lead, badge, back, actions, children }: PageProps) {
  const words = useWords();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · ${words.shell.product}`;
  }, [title, words]);
  useEffect(() => {
    if (wasShown) heading.current?.focus({ preventScroll: true });
    wasShown = true;
    window.scrollTo(0, 0);
  }, []);
  return (
    <>
      <div className={classes.head}>
        <div className={classes.titles}>
          {back && (
            <Link to={back.to} className={classes.back}>
              ← {back.label}
            </Link>
          )}
          <div className={classes.line}>
            <Title order={1} ref={heading} tabIndex={-1} className={classes.title}>
              {title}
            </Title>
            {badge}
          </div>
          {lead && (
            <Text size="sm" className={classes.lead}>
              {lead}
            </Text>
          )}
        </div>
        {actions && <div className={classes.actions}>{actions}</div>}
      </div>
      <div className={classes.body}>{children}</div>
    </>
  );
}

/** The first page of a visit does not take the focus. */
let wasShown = false;

interface PanelProps {
  readonly title?: ReactNode;
  readonly aside?: ReactNode;
  /** Without padding, for tables. */
  readonly isFlush?: boolean;
  readonly children: ReactNode;
  readonly className?: string | undefined;
}

export function Panel({ title, aside, isFlush, children, className }: PanelProps) {
  return (
    <section className={`${classes.panel} ${className ?? ''}`}>
      {title !== undefined && (
        <div className={classes.panelHead}>
          <Title order={2} className={classes.panelTitle}>
            {title}
          </Title>
          {aside}
        </div>
      )}
      <div className={isFlush ? classes.flush : classes.padded}>{children}</div>
    </section>
  );
}

/** The search and filters above a list. */
export function Toolbar({ children }: { readonly children: ReactNode }) {
  return <search className={classes.toolbar}>{children}</search>;
}

/** A table at the end of a panel, without its padding. */
export function FullWidth({ children }: { readonly children: ReactNode }) {
  return <div className={classes.bleed}>{children}</div>;
}

/** Shown for an empty list, with what to do. */
export function Empty({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <div className={classes.empty}>
      <svg width="56" height="40" viewBox="0 0 56 40" fill="none" aria-hidden="true" className={classes.emptyMark}>
        <path d="M8 34h40M14 34V12l28 22V12" stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" />
        <circle cx="42" cy="8" r="3.5" fill="var(--mantine-color-ember-5)" />
      </svg>
      <Text fw={620}>{title}</Text>
      {children && (
        <Text size="sm" className={classes.lead} maw={440}>
          {children}
        </Text>
      )}
      {action}
    </div>
  );
}
