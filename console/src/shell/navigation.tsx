import { NavLink } from 'react-router';
import type { Role } from '../../../src/domain/operator/operator.ts';
import { mayAct } from '../../../src/domain/operator/operator.ts';
import {
  AccountsIcon,
  ActsIcon,
  BooksIcon,
  DealerIcon,
  DisclosureIcon,
  IntegrationIcon,
  LicenceIcon,
  LienHolderIcon,
  PersonIcon,
  RateBookIcon,
  SalesIcon,
  SellerIcon,
  TaxIcon,
  TodayIcon,
  VehicleIcon,
  WordingIcon,
} from '../kit/icons.tsx';
import { useSession } from '../kit/session.tsx';
import type { Words } from '../words/dictionary.ts';
import { useWords } from '../words/words.tsx';
import classes from './shell.module.css';

interface Way {
  readonly to: string;
  readonly name: keyof Words['shell']['pages'];
  readonly Icon: typeof TodayIcon;
  /** For this role and those above it. */
  readonly role?: Role;
  /** Not for an operator who is limited to integrations. */
  readonly isWide?: true;
}

const sections: readonly { readonly name: keyof Words['shell']['sections']; readonly ways: readonly Way[] }[] = [
  {
    name: 'watch',
    ways: [
      { to: '/', name: 'today', Icon: TodayIcon },
      { to: '/sales', name: 'sales', Icon: SalesIcon },
      { to: '/books', name: 'books', Icon: BooksIcon },
    ],
  },
  {
    name: 'onboard',
    ways: [
      { to: '/integrations', name: 'integrations', Icon: IntegrationIcon },
      { to: '/sellers', name: 'sellers', Icon: SellerIcon },
      { to: '/dealers', name: 'dealers', Icon: DealerIcon },
      { to: '/lien-holders', name: 'lienHolders', Icon: LienHolderIcon },
      { to: '/licences', name: 'licences', Icon: LicenceIcon },
      { to: '/vehicles', name: 'vehicles', Icon: VehicleIcon },
    ],
  },
  {
    name: 'prices',
    ways: [
      { to: '/rate-books', name: 'rateBooks', Icon: RateBookIcon },
      { to: '/tax-tables', name: 'taxTables', Icon: TaxIcon },
      { to: '/disclosure-texts', name: 'disclosureTexts', Icon: DisclosureIcon },
      { to: '/wordings', name: 'wordings', Icon: WordingIcon },
    ],
  },
  {
    name: 'access',
    ways: [
      { to: '/accounts', name: 'accounts', Icon: AccountsIcon, role: 'admin', isWide: true },
      { to: '/acts', name: 'acts', Icon: ActsIcon, role: 'support' },
      { to: '/personal-data', name: 'personalData', Icon: PersonIcon, role: 'admin', isWide: true },
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
          <p className={classes.sectionName}>{shell.sections[section.name]}</p>
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
