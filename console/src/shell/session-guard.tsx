import { lazy, Suspense } from 'react';
import { useSessionQuery } from '../kit/session.tsx';
import { tellAll } from '../kit/tell-faults.ts';
import { SignIn } from '../pages/sign-in/sign-in.tsx';
import classes from '../pages/sign-in/sign-in-layout.module.css';
import { SignInLayout } from '../pages/sign-in/sign-in-layout.tsx';
import { useFirstWords } from '../words/language.tsx';

/** Loaded by those who are signed in, or are about to be, so that the sign-in is there at once. */
export const loadConsole = () => import('./signed-in.tsx');
const SignedIn = lazy(async () => ({ default: (await loadConsole()).SignedIn }));

/** Shows the sign-in without a session, and the console with one. */
export function SessionGuard() {
  const session = useSessionQuery();
  const words = useFirstWords();
  const { kit } = words;
  const loading = <div className={classes.loading} role="status" aria-label={kit.loading} />;
  if (session.isPending) return loading;
  if (session.isError) {
    return (
      <SignInLayout title={kit.loadFaultTitle} lead={tellAll(session.error, words).join(' ')}>
        <button type="button" className={classes.submit} onClick={() => void session.refetch()}>
          {kit.tryAgain}
        </button>
      </SignInLayout>
    );
  }
  if (session.data === null) return <SignIn onBegin={() => void loadConsole()} />;
  return (
    <Suspense fallback={loading}>
      <SignedIn />
    </Suspense>
  );
}
