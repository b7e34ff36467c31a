import { PasswordForm } from '../kit/password-form.tsx';
import { SignInLayout } from '../pages/sign-in/sign-in-layout.tsx';
import { useWords } from '../words/words.tsx';

export function ForcedPassword() {
  const { password } = useWords().access;
  return (
    <SignInLayout title={password.forcedTitle} lead={password.forcedLead} maySignOut>
      <PasswordForm />
    </SignInLayout>
  );
}
