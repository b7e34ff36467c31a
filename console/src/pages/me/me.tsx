import { Group, NativeSelect, SegmentedControl, Stack, Text, useMantineColorScheme } from '@mantine/core';
import { isLanguage, languages } from '../../../../src/domain/language.ts';
import { Page, Panel } from '../../kit/page.tsx';
import { PasswordForm } from '../../kit/password-form.tsx';
import { useSession } from '../../kit/session.tsx';
import { StateBadge } from '../../kit/state-badge.tsx';
import { zonesOffered } from '../../kit/zone.ts';
import { useWords } from '../../words/words.tsx';
import { Authenticator } from './authenticator.tsx';
import classes from './me.module.css';

export function Me() {
  const words = useWords();
  const { me, password } = words.access;
  const { account } = useSession();
  return (
    <Page
      title={words.shell.myAccount}
      lead={me.lead}
      badge={
        <StateBadge tone="busy">{`${account.name} · ${account.seller === null ? words.shell.roles[account.role] : words.desk.clerk(account.seller.name)}`}</StateBadge>
      }
    >
      <div className={classes.sheets}>
        {!account.isFederated && (
          <Panel title={password.title}>
            <PasswordForm />
          </Panel>
        )}
        <Stack gap={20}>
          {!account.isFederated && <Authenticator />}
          <Look />
        </Stack>
      </div>
    </Page>
  );
}

/** The same settings as in the account menu. */
function Look() {
  const { access, onboard, shell, language, setLanguage, format, setZone } = useWords();
  const { me } = access;
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  return (
    <Panel title={me.lookTitle}>
      <Text size="sm" c="dimmed" mb="sm">
        {me.lookLead}
      </Text>
      <Group gap="md">
        <SegmentedControl
          aria-label={shell.language}
          value={language}
          onChange={(value) => setLanguage(isLanguage(value) ? value : 'en')}
          data={languages.map((value) => ({ value, label: onboard.brand.languageNames[value] }))}
        />
        <SegmentedControl
          aria-label={shell.colours}
          value={colorScheme}
          onChange={(value) => setColorScheme(value as typeof colorScheme)}
          data={(['light', 'dark', 'auto'] as const).map((value) => ({ value, label: shell[value] }))}
        />
      </Group>
      <NativeSelect
        mt="md"
        maw={340}
        label={me.zone}
        description={me.zoneHint}
        value={format.zone}
        onChange={(event) => setZone(event.currentTarget.value)}
        data={zonesOffered().map((zone) => ({ value: zone, label: `${format.zoneName(zone)} (${cityOf(zone)})` }))}
      />
    </Panel>
  );
}

/** `America/St_Johns` → `St Johns`. */
const cityOf = (zone: string): string => zone.replace(/^.*\//, '').replaceAll('_', ' ');
