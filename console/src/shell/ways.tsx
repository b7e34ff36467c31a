import { useMantineColorScheme } from '@mantine/core';
import { useNavigate } from 'react-router';
import { mayAct, type Role } from '../../../src/domain/operator/operator.ts';
import * as icons from '../kit/icons.tsx';
import { useSession, useSignOut } from '../kit/session.tsx';
import type { Words } from '../words/dictionary.ts';
import { useWords } from '../words/words.tsx';

export interface Way {
  readonly to: string;
  readonly name: keyof Words['shell']['pages'];
  readonly Icon: typeof icons.TodayIcon;
  /** The page is open to this role and those above it. */
  readonly role?: Role;
  /** Is hidden from an operator who is limited to integrations. */
  readonly isWide?: true;
}

interface Section {
  readonly name: keyof Words['shell']['sections'];
  readonly ways: readonly Way[];
}

const sections: readonly Section[] = [
  {
    name: 'watch',
    ways: [
      { to: '/', name: 'today', Icon: icons.TodayIcon },
      { to: '/sales', name: 'sales', Icon: icons.SalesIcon },
      { to: '/books', name: 'books', Icon: icons.BooksIcon },
      { to: '/system', name: 'system', Icon: icons.SystemIcon },
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
      { to: '/customer-texts', name: 'customerTexts', Icon: icons.TextsIcon },
      { to: '/rescission-rules', name: 'rescissionRules', Icon: icons.RescissionIcon },
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

/** The desk of one seller, in place of all other pages. */
const deskWays: readonly Way[] = [
  { to: '/', name: 'deskLinks', Icon: icons.SellerIcon },
  { to: '/policies', name: 'deskPolicies', Icon: icons.SalesIcon },
  { to: '/statements', name: 'deskStatements', Icon: icons.BooksIcon },
];
const deskSections = [{ name: 'desk', ways: deskWays }] as const;

export function useSections(): readonly Section[] {
  return useSession().account.seller === null ? sections : deskSections;
}

export function useWays(): readonly Way[] {
  const { account } = useSession();
  return useSections()
    .flatMap(({ ways }) => ways)
    .filter(({ role }) => role === undefined || mayAct(account.role, role))
    .filter((way) => !(way.isWide && account.isLimited));
}

/** What is added on a page, whose dialog opens by `?do=add`. */
const additions = [
  { to: '/integrations', words: ({ onboard }: Words) => onboard.integrations.add },
  { to: '/sellers', words: ({ onboard }: Words) => onboard.sellers.add },
  { to: '/books', words: ({ books }: Words) => books.compare.act },
  { to: '/tax-tables', words: ({ tariff }: Words) => tariff.taxes.add },
  { to: '/accounts', words: ({ access }: Words) => access.accounts.add },
] as const;

export function useActions() {
  const speech = useWords();
  const { shell, language, setLanguage, tariff } = speech;
  const { account } = useSession();
  const ways = useWays();
  const navigate = useNavigate();
  const signOut = useSignOut();
  const { setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const mayAdd = mayAct(account.role, 'admin') && !account.isLimited;
  return [
    ...additions
      .filter(({ to }) => mayAdd && ways.some((way) => way.to === to))
      .map(({ to, words }) => ({ name: words(speech), go: () => void navigate(`${to}?do=add`) })),
    ...(mayAdd ? [{ name: tariff.books.add, go: () => void navigate('/rate-books/load') }] : []),
    { name: shell.myAccount, go: () => void navigate('/me') },
    language === 'en'
      ? { name: 'Français', go: () => setLanguage('fr') }
      : { name: 'English', go: () => setLanguage('en') },
    ...(['light', 'dark', 'auto'] as const).map((scheme) => ({
      name: `${shell.colours}: ${shell[scheme]}`,
      go: () => setColorScheme(scheme),
    })),
    { name: shell.signOut, go: () => void signOut() },
  ];
}
