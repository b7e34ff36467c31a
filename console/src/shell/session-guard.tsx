import { Center, Loader } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { LoadFault } from '../kit/faults.tsx';
import { useSessionQuery } from '../kit/session.tsx';
import { SignIn } from '../pages/sign-in/sign-in.tsx';
import { useWords } from '../words/words.tsx';

/** Loaded by those who are signed in alone, so that the sign-in is there at once. */
const SignedIn = lazy(async () => ({ default: (await import('./signed-in.tsx')).SignedIn }));
const ForcedPassword = lazy(async () => ({ default: (await import('./forced-password.tsx')).ForcedPassword }));

/** Shows the sign-in without a session, the change of an initial password, or the console. */
export function SessionGuard() {
  const session = useSessionQuery();
  const { kit } = useWords();
  const loading = (
    <Center mih="100vh">
      <Loader aria-label={kit.loading} />
    </Center>
  );
  if (session.isPending) return loading;
  if (session.isError) {
    return (
      <Center mih="100vh" component="main">
        <LoadFault error={session.error} onRetry={() => void session.refetch()} />
      </Center>
    );
  }
  if (session.data === null) return <SignIn />;
  return (
    <Suspense fallback={loading}>
      {session.data.account.mustChangePassword ? <ForcedPassword /> : <SignedIn />}
    </Suspense>
  );
}
