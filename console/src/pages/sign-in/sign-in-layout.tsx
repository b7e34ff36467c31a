import { type ReactNode, useEffect } from 'react';
import { useSignOut } from '../../kit/session.tsx';
import { Brand } from '../../shell/brand.tsx';
import { useFirstWords } from '../../words/language.tsx';
import classes from './sign-in-layout.module.css';

interface SignInLayoutProps {
  readonly title: string;
  readonly lead: string;
  /** Whoever is signed in and can do nothing else here may sign out. */
  readonly maySignOut?: boolean;
  readonly children: ReactNode;
}

export function SignInLayout({ title, lead, maySignOut, children }: SignInLayoutProps) {
  const { shell, language, setLanguage } = useFirstWords();
  const signOut = useSignOut();
  const other = language === 'en' ? 'fr' : 'en';
  useEffect(() => {
    document.title = `${title} · ${shell.product}`;
  }, [title, shell]);
  return (
    <div className={classes.ground}>
      <header className={classes.top}>
        <Brand />
        <button type="button" className={classes.language} onClick={() => setLanguage(other)} lang={`${other}-CA`}>
          {other === 'fr' ? 'Français' : 'English'}
        </button>
      </header>
      <main className={classes.main}>
        <div className={classes.sheet}>
          <div>
            <h1 className={classes.title}>{title}</h1>
            <p className={classes.lead}>{lead}</p>
          </div>
          {children}
          {maySignOut && (
            <button type="button" className={classes.quiet} onClick={() => void signOut()}>
              {shell.signOut}
            </button>
          )}
        </div>
        <p className={classes.foot}>{shell.console}</p>
      </main>
    </div>
  );
}
