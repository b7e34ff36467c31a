import { Paper, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { Brand } from '../../shell/brand.tsx';
import { useWords } from '../../words/words.tsx';
import classes from './sign-in-layout.module.css';

/** A centred panel and the choice of language. */
export function SignInLayout({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  const words = useWords();
  const { language, setLanguage } = words;
  const other = language === 'en' ? 'fr' : 'en';
  useEffect(() => {
    document.title = `${title} · ${words.shell.product}`;
  }, [title, words]);
  return (
    <div className={classes.ground}>
      <header className={classes.top}>
        <Brand />
        <button type="button" className={classes.language} onClick={() => setLanguage(other)} lang={`${other}-CA`}>
          {other === 'fr' ? 'Français' : 'English'}
        </button>
      </header>
      <main className={classes.middle}>
        <Paper className={classes.sheet ?? ''} radius="lg" p={32}>
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
          </Stack>
        </Paper>
        <Text fz={13} c="#a9c1ce" mt={18}>
          {words.shell.console}
        </Text>
      </main>
    </div>
  );
}
