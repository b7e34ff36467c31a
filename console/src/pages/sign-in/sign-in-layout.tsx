import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { useSignOut } from '../../kit/session.tsx';
import { Brand } from '../../shell/brand.tsx';
import { useWords } from '../../words/words.tsx';
import classes from './sign-in-layout.module.css';

interface SignInLayoutProps {
  readonly title: string;
  readonly lead: string;
  /** For who is signed in and can do nothing else here. */
  readonly maySignOut?: boolean;
  readonly children: ReactNode;
}

export function SignInLayout({ title, lead, maySignOut, children }: SignInLayoutProps) {
  const { shell, language, setLanguage } = useWords();
  const signOut = useSignOut();
  const other = language === 'en' ? 'fr' : 'en';
  useEffect(() => {
    document.title = `${title} · ${shell.product}`;
  }, [title, shell]);
  return (
    <div className={classes.ground}>
      <Group component="header" justify="space-between" p="18px 20px">
        <Brand />
        <button type="button" className={classes.language} onClick={() => setLanguage(other)} lang={`${other}-CA`}>
          {other === 'fr' ? 'Français' : 'English'}
        </button>
      </Group>
      <Stack component="main" align="center" justify="center" gap={0} flex={1} p="0 16px 12vh">
        <Paper w="100%" maw={400} radius="lg" p={32} shadow="0 24px 60px rgb(3 14 20 / 40%)">
          <Stack gap="lg">
            <div>
              <Title order={1} fz={24} lts="-0.015em">
                {title}
              </Title>
              <Text size="sm" c="dimmed" mt={4}>
                {lead}
              </Text>
            </div>
            {children}
            {maySignOut && (
              <Button variant="subtle" onClick={() => void signOut()}>
                {shell.signOut}
              </Button>
            )}
          </Stack>
        </Paper>
        <Text fz={13} c="#a9c1ce" mt={18}>
          {shell.console}
        </Text>
      </Stack>
    </div>
  );
}
