import { Box, Group, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { useWords } from '../words/words.tsx';
import classes from './page.module.css';

interface PageProps {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly badge?: ReactNode;
  readonly back?: { readonly to: string; readonly label: string };
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** Frames one page. After navigation its title has the focus, so that screen readers read it. */
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
      <Group justify="space-between" align="flex-end" gap="12px 24px" mb={20}>
        <Box miw={0}>
          {back && (
            <Link to={back.to} className={classes.back}>
              ← {back.label}
            </Link>
          )}
          <Group gap="6px 12px">
            <Title order={1} ref={heading} tabIndex={-1} className={classes.title}>
              {title}
            </Title>
            {badge}
          </Group>
          {lead && (
            <Text size="sm" c="dimmed">
              {lead}
            </Text>
          )}
        </Box>
        {actions && <Group gap={8}>{actions}</Group>}
      </Group>
      <Stack gap={20}>{children}</Stack>
    </>
  );
}

/** The first page of a visit does not take the focus. */
let wasShown = false;

interface PanelProps {
  readonly title?: ReactNode;
  readonly aside?: ReactNode;
  readonly isFlush?: boolean;
  readonly children: ReactNode;
  readonly className?: string | undefined;
}

export function Panel({ title, aside, isFlush, children, className }: PanelProps) {
  return (
    <section className={`${classes.panel} ${className ?? ''}`}>
      {title !== undefined && (
        <Group justify="space-between" gap="8px 16px" p="14px 18px 0">
          <Title order={2} fz={15} lh={1.4} lts="-0.005em">
            {title}
          </Title>
          {aside}
        </Group>
      )}
      <Box p={isFlush ? '8px 0 0' : '14px 18px 18px'}>{children}</Box>
    </section>
  );
}

export function Toolbar({ children }: { readonly children: ReactNode }) {
  return <search className={classes.toolbar}>{children}</search>;
}

/** A table at the end of a panel, without its padding. */
export function FullWidth({ children }: { readonly children: ReactNode }) {
  return <div className={classes.bleed}>{children}</div>;
}

export function Empty({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <Stack align="center" gap={8} p="40px 20px 44px" ta="center">
      <svg width="56" height="40" viewBox="0 0 56 40" fill="none" aria-hidden="true" className={classes.emptyMark}>
        <path d="M8 34h40M14 34V12l28 22V12" stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" />
        <circle cx="42" cy="8" r="3.5" fill="var(--mantine-color-ember-5)" />
      </svg>
      <Text fw={620}>{title}</Text>
      {children && (
        <Text size="sm" c="dimmed" maw={440}>
          {children}
        </Text>
      )}
      {action}
    </Stack>
  );
}
