import './theme/layers.css';
import '@mantine/core/styles.layer.css';
import '@mantine/notifications/styles.layer.css';
import 'virtual:theme.css';
import './theme/global.css';
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { makeQueries } from './kit/queries.ts';
import { SessionGuard } from './shell/session-guard.tsx';
import { theme } from './theme/theme.ts';
import { WordsProvider } from './words/words.tsx';

// The content security policy forbids `<style>` at run time: the variables are a file of the build.
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <MantineProvider theme={theme} defaultColorScheme="auto" withCssVariables={false} withGlobalClasses={false}>
      <WordsProvider>
        <QueryClientProvider client={makeQueries()}>
          <Notifications position="bottom-right" autoClose={6000} />
          <SessionGuard />
        </QueryClientProvider>
      </WordsProvider>
    </MantineProvider>
  </StrictMode>,
);
