import { Text } from '@mantine/core';
import { NavLink } from 'react-router';
import { useWords } from '../words/words.tsx';
import classes from './shell.module.css';
import { sections, useWays } from './ways.tsx';

/** All pages by topic. In the drawer always wide; beside the page, by the width of the window. */
export function Navigation({ isWide = false }: { readonly isWide?: boolean }) {
  const { shell } = useWords();
  const mine = useWays();
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
