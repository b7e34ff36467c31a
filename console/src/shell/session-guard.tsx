import { Center, Loader } from '@mantine/core';
import { RouterProvider } from 'react-router/dom';
import { LoadFault } from '../kit/faults.tsx';
import { PasswordForm } from '../kit/password-form.tsx';
import { SessionProvider, useSessionQuery } from '../kit/session.tsx';
import { Authenticator } from '../pages/me/authenticator.tsx';
import { SignIn } from '../pages/sign-in/sign-in.tsx';
import { SignInLayout } from '../pages/sign-in/sign-in-layout.tsx';
import { useWords } from '../words/words.tsx';
import { router } from './router.tsx';

/** Shows the sign-in without a session, the change of an initial password, a required set-up, or the console. */
export function SessionGuard() {
  const session = useSessionQuery();
  const { kit, access } = useWords();
  const { password, me } = access;
  if (session.isPending) {
    return (
      <Center mih="100vh">
        <Loader aria-label={kit.loading} />
      </Center>
    );
  }
  if (session.isError) {
    return (
      <Center mih="100vh" component="main">
        <LoadFault error={session.error} onRetry={() => void session.refetch()} />
      </Center>
    );
  }
  if (session.data === null) return <SignIn />;
  const { mustChangePassword, mustSetUpTotp } = session.data.account;
  if (mustChangePassword) {
    return (
      <SignInLayout title={password.forcedTitle} lead={password.forcedLead} maySignOut>
        <PasswordForm />
      </SignInLayout>
    );
  }
  return (
    <SessionProvider value={session.data}>
      {mustSetUpTotp ? (
        <SignInLayout title={me.totpForcedTitle} lead={me.totpForcedLead} maySignOut>
          <Authenticator />
        </SignInLayout>
      ) : (
        <RouterProvider router={router} />
      )}
    </SessionProvider>
  );
}
