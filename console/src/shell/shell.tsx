import { ActionIcon, Badge, Drawer, Group, Text, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useEffect } from 'react';
import { NavLink, Outlet, useLocation, useNavigation } from 'react-router';
import { MenuIcon } from '../kit/icons.tsx';
import { useSession } from '../kit/session.tsx';
import { useWords } from '../words/words.tsx';
import { AccountMenu } from './account-menu.tsx';
import { Brand } from './brand.tsx';
import { QuickSearch } from './quick-search.tsx';
import './frame.css';
import classes from './shell.module.css';
import { useSections, useWays } from './ways.tsx';

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
    <div className="shell-frame">
      <a href="#content" className={classes.skip}>
        {shell.skip}
      </a>
      <aside className="shell-side">
        <Brand />
        <Navigation />
      </aside>
      <header className="shell-top">
        <ActionIcon
          className="shell-menu"
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
          {isOutboundOff && <Mode color="red" name={shell.drill} hint={shell.drillHint} />}
          {mode === 'rehearsal' && <Mode color="red" name={shell.rehearsal} hint={shell.sandboxHint} />}
          {mode === 'sandbox' && <Mode color="ember" name={shell.sandbox} hint={shell.sandboxHint} />}
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

function Mode({ color, name, hint }: { readonly color: string; readonly name: string; readonly hint: string }) {
  return (
    <Tooltip label={hint}>
      <Badge className={classes.mode ?? ''} color={color}>
        {name}
      </Badge>
    </Tooltip>
  );
}

/** Lists all pages by topic. It is always wide in the drawer; beside the page it follows the width of the window. */
function Navigation({ isWide = false }: { readonly isWide?: boolean }) {
  const { shell } = useWords();
  const mine = useWays();
  const sections = useSections();
  return (
    <nav aria-label={shell.navigation} className={isWide ? `${classes.nav} ${classes.wide}` : classes.nav}>
      {sections.map((section) => (
        <div key={section.name} className={classes.section}>
          <Text
            fz={11.5}
            fw={600}
            lts="0.02em"
            c="var(--side-quiet)"
            p="0 12px 5px"
            className={classes.sectionName ?? ''}
          >
            {shell.sections[section.name]}
          </Text>
          <ul className={classes.ways}>
            {section.ways
              .filter((way) => mine.includes(way))
              .map(({ to, name, Icon }) => (
                <li key={to}>
                  <NavLink to={to} end={to === '/'} className={classes.way ?? ''}>
                    <Icon size={19} />
                    <span className={classes.wayName}>{shell.pages[name]}</span>
                  </NavLink>
                </li>
              ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
