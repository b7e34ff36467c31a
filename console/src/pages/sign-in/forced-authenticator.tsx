import { Button } from '@mantine/core';
import { useSignOut } from '../../kit/session.tsx';
import { useWords } from '../../words/words.tsx';
import { Authenticator } from '../me/authenticator.tsx';
import { SignInLayout } from './sign-in-layout.tsx';

/** Where a second factor is required, an operator without one can do nothing else. */
export function ForcedAuthenticator() {
  const words = useWords();
  const signOut = useSignOut();
  return (
    <SignInLayout title={words.access.me.totpForcedTitle} lead={words.access.me.totpForcedLead}>
      <Authenticator />
      <Button variant="subtle" onClick={() => void signOut()}>
        {words.shell.signOut}
      </Button>
    </SignInLayout>
  );
}
