import '../theme/components.css';
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { lazy, Suspense } from 'react';
import { RouterProvider } from 'react-router/dom';
import { SessionProvider, useSessionQuery } from '../kit/session.tsx';
import { SignInLayout } from '../pages/sign-in/sign-in-layout.tsx';
import { theme } from '../theme/theme.ts';
import { useWords, WordsProvider } from '../words/words.tsx';
import { routerFor } from './router.tsx';

export { loadFirstPage } from './router.tsx';

// Asked of an account once, if ever.
const PasswordForm = lazy(async () => ({ default: (await import('../kit/password-form.tsx')).PasswordForm }));
const Authenticator = lazy(async () => ({ default: (await import('../pages/me/authenticator.tsx')).Authenticator }));

// The content security policy forbids `<style>` at run time: the variables are a file of the build.
export function SignedIn() {
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto" withCssVariables={false} withGlobalClasses={false}>
      <WordsProvider>
        <Notifications position="bottom-right" autoClose={6000} />
        <Console />
      </WordsProvider>
    </MantineProvider>
  );
}

/** The console, or first the change of an initial password, or the set-up of an authenticator where one is required. */
function Console() {
  const session = useSessionQuery().data!;
  const { me, password } = useWords().access;
  if (session.account.mustChangePassword)
    return (
      <SignInLayout title={password.forcedTitle} lead={password.forcedLead} maySignOut>
        <Suspense>
          <PasswordForm />
        </Suspense>
      </SignInLayout>
    );
  return (
    <SessionProvider value={session}>
      {session.account.mustSetUpTotp ? (
        <SignInLayout title={me.totpForcedTitle} lead={me.totpForcedLead} maySignOut>
          <Suspense>
            <Authenticator />
          </Suspense>
        </SignInLayout>
      ) : (
        <RouterProvider router={routerFor(session)} />
      )}
    </SessionProvider>
  );
}
