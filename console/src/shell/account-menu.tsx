import { Center, Menu, Text, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import { Link } from 'react-router';
import { MoonIcon, PersonIcon, ScreenIcon, SunIcon } from '../kit/icons.tsx';
import { useSession, useSignOut } from '../kit/session.tsx';
import { useWords } from '../words/words.tsx';
import classes from './shell.module.css';

const schemes = [
  { value: 'light', Icon: SunIcon },
  { value: 'dark', Icon: MoonIcon },
  { value: 'auto', Icon: ScreenIcon },
] as const;

/** The operator's account, and the settings kept in the browser: language and colours. */
export function AccountMenu() {
  const { account, version } = useSession();
  const { shell, language, setLanguage, format } = useWords();
  const signOut = useSignOut();
  // Mantine would disable transitions by a `<style>`, which the content security policy forbids.
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  return (
    <Menu position="bottom-end" width={230} shadow="md">
      <Menu.Target>
        <UnstyledButton className={classes.account}>
          <Center component="span" w={32} h={32} bg="teal.6" c="#fff" bdrs="50%">
            <PersonIcon size={17} />
          </Center>
          <span className={classes.accountNames}>
            <Text span fz={13.5} fw={600} lh={1.2} maw={150} truncate>
              {account.name}
            </Text>
            <Text span fz={12} lh={1.2} c="dimmed">
              {account.seller === null ? shell.roles[account.role] : account.seller.name}
            </Text>
          </span>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} to="/me">
          {shell.myAccount}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>{shell.language}</Menu.Label>
        <Menu.Item onClick={() => setLanguage('en')} aria-current={language === 'en'} lang="en-CA">
          English{language === 'en' && ' ✓'}
        </Menu.Item>
        <Menu.Item onClick={() => setLanguage('fr')} aria-current={language === 'fr'} lang="fr-CA">
          Français{language === 'fr' && ' ✓'}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>{shell.colours}</Menu.Label>
        {schemes.map(({ value, Icon }) => (
          <Menu.Item
            key={value}
            leftSection={<Icon size={16} />}
            onClick={() => setColorScheme(value)}
            aria-current={colorScheme === value}
          >
            {shell[value]}
            {colorScheme === value && ' ✓'}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Label>{shell.times}</Menu.Label>
        <Menu.Item component={Link} to="/me">
          {format.zoneName(format.zone)}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item onClick={() => void signOut()}>{shell.signOut}</Menu.Item>
        <Menu.Label>{shell.version(version)}</Menu.Label>
      </Menu.Dropdown>
    </Menu>
  );
}
