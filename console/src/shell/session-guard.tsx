import { Center, Loader } from '@mantine/core';
import { RouterProvider } from 'react-router/dom';
import { LoadFault } from '../kit/faults.tsx';
import { SessionProvider, useSessionQuery } from '../kit/session.tsx';
import { ForcedAuthenticator } from '../pages/sign-in/forced-authenticator.tsx';
import { ForcedPassword } from '../pages/sign-in/forced-password.tsx';
import { SignIn } from '../pages/sign-in/sign-in.tsx';
import { useWords } from '../words/words.tsx';
import { router } from './router.tsx';

/** Shows the sign-in without a session, the change of an initial password, a required set-up, or the console. */
export function SessionGuard() {
  const session = useSessionQuery();
  const words = useWords();
  if (session.isPending) {
    return (
      <Center mih="100vh">
        <Loader aria-label={words.kit.loading} />
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
  if (session.data.account.mustChangePassword) return <ForcedPassword />;
  return (
    <SessionProvider value={session.data}>
      {session.data.account.mustSetUpTotp ? <ForcedAuthenticator /> : <RouterProvider router={router} />}
    </SessionProvider>
  );
}
