import { Text } from '@mantine/core';
import { NavLink } from 'react-router';
import { mayAct, type Role } from '../../../src/domain/operator/operator.ts';
import * as icons from '../kit/icons.tsx';
import { useSession } from '../kit/session.tsx';
import type { Words } from '../words/dictionary.ts';
import { useWords } from '../words/words.tsx';
import classes from './shell.module.css';

interface Way {
  readonly to: string;
  readonly name: keyof Words['shell']['pages'];
  readonly Icon: typeof icons.TodayIcon;
  /** For this role and those above it. */
  readonly role?: Role;
  /** Not for an operator who is limited to integrations. */
  readonly isWide?: true;
}

const sections: readonly { readonly name: keyof Words['shell']['sections']; readonly ways: readonly Way[] }[] = [
  {
    name: 'watch',
    ways: [
      { to: '/', name: 'today', Icon: icons.TodayIcon },
      { to: '/sales', name: 'sales', Icon: icons.SalesIcon },
      { to: '/books', name: 'books', Icon: icons.BooksIcon },
    ],
  },
  {
    name: 'onboard',
    ways: [
      { to: '/integrations', name: 'integrations', Icon: icons.IntegrationIcon },
      { to: '/sellers', name: 'sellers', Icon: icons.SellerIcon },
      { to: '/dealers', name: 'dealers', Icon: icons.DealerIcon },
      { to: '/lien-holders', name: 'lienHolders', Icon: icons.LienHolderIcon },
      { to: '/licences', name: 'licences', Icon: icons.LicenceIcon },
      { to: '/vehicles', name: 'vehicles', Icon: icons.VehicleIcon },
    ],
  },
  {
    name: 'prices',
    ways: [
      { to: '/rate-books', name: 'rateBooks', Icon: icons.RateBookIcon },
      { to: '/tax-tables', name: 'taxTables', Icon: icons.TaxIcon },
      { to: '/disclosure-texts', name: 'disclosureTexts', Icon: icons.DisclosureIcon },
      { to: '/wordings', name: 'wordings', Icon: icons.WordingIcon },
    ],
  },
  {
    name: 'access',
    ways: [
      { to: '/accounts', name: 'accounts', Icon: icons.AccountsIcon, role: 'admin', isWide: true },
      { to: '/acts', name: 'acts', Icon: icons.ActsIcon, role: 'support' },
      { to: '/personal-data', name: 'personalData', Icon: icons.PersonIcon, role: 'admin', isWide: true },
    ],
  },
];

/** All pages by topic. In the drawer always wide; beside the page, by the width of the window. */
export function Navigation({ isWide = false }: { readonly isWide?: boolean }) {
  const { shell } = useWords();
  const { account } = useSession();
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
              .filter(({ role }) => role === undefined || mayAct(account.role, role))
              .filter((way) => !(way.isWide && account.isLimited))
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
