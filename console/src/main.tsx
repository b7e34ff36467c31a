import './theme/layers.css';
import '@mantine/core/styles/baseline.layer.css';
import 'virtual:theme.css';
import './theme/global.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { makeQueries } from './kit/queries.ts';
import { SessionGuard } from './shell/session-guard.tsx';
import { LanguageProvider } from './words/language.tsx';

// No more than the sign-in needs: whatever is drawn with Mantine is loaded with the console itself.
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <LanguageProvider>
      <QueryClientProvider client={makeQueries()}>
        <SessionGuard />
      </QueryClientProvider>
    </LanguageProvider>
  </StrictMode>,
);
