import { ActionIcon, Badge, Drawer, Group, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useEffect } from 'react';
import { Outlet, useLocation, useNavigation } from 'react-router';
import { MenuIcon } from '../kit/icons.tsx';
import { useSession } from '../kit/session.tsx';
import { useWords } from '../words/words.tsx';
import { AccountMenu } from './account-menu.tsx';
import { Brand } from './brand.tsx';
import { Navigation } from './navigation.tsx';
import { QuickSearch } from './quick-search.tsx';
import classes from './shell.module.css';

/** The layout of every page: navigation (a rail on a tablet, a drawer on a phone), search and account. */
export function Shell() {
  const { shell } = useWords();
  const { mode, isOutboundOff } = useSession();
  const [isOpen, menu] = useDisclosure(false);
  const { pathname } = useLocation();
  const isLoading = useNavigation().state !== 'idle';
  const { close } = menu;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page closes the drawer.
  useEffect(close, [pathname, close]);
  return (
    <div className={classes.frame}>
      <a href="#content" className={classes.skip}>
        {shell.skip}
      </a>
      <aside className={classes.side}>
        <Brand />
        <Navigation />
      </aside>
      <header className={classes.top}>
        <ActionIcon
          className={classes.menu ?? ''}
          variant="subtle"
          color="gray"
          size="lg"
          onClick={menu.open}
          aria-label={shell.openMenu}
        >
          <MenuIcon />
        </ActionIcon>
        <QuickSearch />
        <Group gap={14} wrap="nowrap">
          {isOutboundOff && (
            <Tooltip label={shell.drillHint}>
              <Badge color="red" className={classes.mode ?? ''}>
                {shell.drill}
              </Badge>
            </Tooltip>
          )}
          {mode === 'sandbox' && (
            <Tooltip label={shell.sandboxHint}>
              <Badge color="ember" className={classes.mode ?? ''}>
                {shell.sandbox}
              </Badge>
            </Tooltip>
          )}
          <AccountMenu />
        </Group>
        {isLoading && <div className={classes.loading} />}
      </header>
      <main id="content" tabIndex={-1} className={classes.main}>
        <Outlet />
      </main>
      <Drawer
        opened={isOpen}
        onClose={close}
        size={264}
        title={<Brand />}
        styles={{ content: { background: 'var(--side)' }, header: { background: 'var(--side)' } }}
        closeButtonProps={{ 'aria-label': shell.closeMenu, c: '#fff' }}
      >
        <Navigation isWide />
      </Drawer>
    </div>
  );
}
