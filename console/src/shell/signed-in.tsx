import '@mantine/core/styles.layer.css';
import '@mantine/notifications/styles.layer.css';
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { RouterProvider } from 'react-router/dom';
import { PasswordForm } from '../kit/password-form.tsx';
import { SessionProvider, useSessionQuery } from '../kit/session.tsx';
import { Authenticator } from '../pages/me/authenticator.tsx';
import { SignInLayout } from '../pages/sign-in/sign-in-layout.tsx';
import { theme } from '../theme/theme.ts';
import { useWords, WordsProvider } from '../words/words.tsx';
import { routerFor } from './router.tsx';

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
        <PasswordForm />
      </SignInLayout>
    );
  return (
    <SessionProvider value={session}>
      {session.account.mustSetUpTotp ? (
        <SignInLayout title={me.totpForcedTitle} lead={me.totpForcedLead} maySignOut>
          <Authenticator />
        </SignInLayout>
      ) : (
        <RouterProvider router={routerFor({ isDesk: session.account.seller !== null })} />
      )}
    </SessionProvider>
  );
}
