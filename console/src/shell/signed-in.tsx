import { RouterProvider } from 'react-router/dom';
import { SessionProvider, useSessionQuery } from '../kit/session.tsx';
import { Authenticator } from '../pages/me/authenticator.tsx';
import { SignInLayout } from '../pages/sign-in/sign-in-layout.tsx';
import { useWords } from '../words/words.tsx';
import { router } from './router.tsx';

/** The console of whoever is signed in, or the set-up of an authenticator where one is required. */
export function SignedIn() {
  const session = useSessionQuery().data!;
  const { me } = useWords().access;
  return (
    <SessionProvider value={session}>
      {session.account.mustSetUpTotp ? (
        <SignInLayout title={me.totpForcedTitle} lead={me.totpForcedLead} maySignOut>
          <Authenticator />
        </SignInLayout>
      ) : (
        <RouterProvider router={router} />
      )}
    </SessionProvider>
  );
}
