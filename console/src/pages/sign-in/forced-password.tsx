import { Button } from '@mantine/core';
import { PasswordForm } from '../../kit/password-form.tsx';
import { useSignOut } from '../../kit/session.tsx';
import { useWords } from '../../words/words.tsx';
import { SignInLayout } from './sign-in-layout.tsx';

export function ForcedPassword() {
  const words = useWords();
  const signOut = useSignOut();
  return (
    <SignInLayout title={words.access.password.forcedTitle} lead={words.access.password.forcedLead}>
      <PasswordForm />
      <Button variant="subtle" onClick={() => void signOut()}>
        {words.shell.signOut}
      </Button>
    </SignInLayout>
  );
}
