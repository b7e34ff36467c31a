import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type InputHTMLAttributes, type ReactNode, useId, useState } from 'react';
import { ApiError } from '../../kit/api.ts';
import { EyeIcon, EyeOffIcon, WarningIcon } from '../../kit/icons.tsx';
import { useSignIn } from '../../kit/session.tsx';
import { tellAll } from '../../kit/tell-faults.ts';
import { useFirstWords } from '../../words/language.tsx';
import classes from './sign-in-layout.module.css';
import { SignInLayout } from './sign-in-layout.tsx';

/**
 * Name and password; the code is asked for only when the account has an authenticator. Drawn by elements of its own:
 * Mantine and its styles are several times the size of this page.
 */
export function SignIn({ onBegin }: { readonly onBegin: () => void }) {
  const words = useFirstWords();
  const { signIn } = words.access;
  const [asksCode, setAsksCode] = useState(false);
  const [given, setGiven] = useState({ name: '', password: '', code: '' });
  const [problem] = useState(readProblem);
  const send = useSignIn();
  // The service names it in the page of HTML.
  const provider = document.documentElement.dataset.identityProvider;
  const set = (change: Partial<typeof given>): void => setGiven((before) => ({ ...before, ...change }));
  const sending = useMutation({
    mutationFn: () => send(given.name.trim(), given.password, given.code.trim()),
    onError: (error) => {
      if (hasCode(error, 'CodeRequired') || hasCode(error, 'CodeInvalid')) setAsksCode(true);
      set({ code: '' });
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!sending.isPending) sending.mutate();
  };
  const startAgain = (): void => {
    setAsksCode(false);
    set({ password: '' });
    sending.reset();
  };
  return (
    <SignInLayout title={asksCode ? signIn.codeTitle : signIn.title} lead={asksCode ? signIn.codeLead : signIn.lead}>
      <form className={classes.form} onSubmit={submit} onInput={onBegin}>
        {asksCode ? (
          <Field
            key="code"
            label={signIn.code}
            hint={signIn.codeHint}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={6}
            value={given.code}
            onInput={(event) => set({ code: event.currentTarget.value })}
            autoFocus
          />
        ) : (
          <>
            <Field
              label={words.labels.name}
              autoComplete="username"
              maxLength={200}
              value={given.name}
              onInput={(event) => set({ name: event.currentTarget.value })}
              autoFocus
            />
            <Password value={given.password} onInput={(event) => set({ password: event.currentTarget.value })} />
          </>
        )}
        {!hasCode(sending.error, 'CodeRequired') && <Fault error={sending.error ?? problem} />}
        <button type="submit" className={classes.submit} aria-busy={sending.isPending}>
          {signIn.submit}
        </button>
        {asksCode && (
          <button type="button" className={classes.quiet} onClick={startAgain}>
            {signIn.another}
          </button>
        )}
        {!asksCode && provider !== undefined && (
          <a href="/api/session/oidc" className={classes.other}>
            {signIn.byProvider(provider)}
          </a>
        )}
      </form>
    </SignInLayout>
  );
}

type InputProps = InputHTMLAttributes<HTMLInputElement>;

interface FieldProps extends InputProps {
  readonly label: string;
  readonly hint?: string;
  /** Stands in the field, at its end. */
  readonly button?: ReactNode;
}

function Field({ label, hint, button, ...input }: FieldProps) {
  const id = useId();
  return (
    <div className={classes.field}>
      <label htmlFor={id}>
        {label} <span aria-hidden="true">*</span>
      </label>
      {hint !== undefined && <p id={`${id}-hint`}>{hint}</p>}
      <div className={classes.input}>
        <input id={id} required aria-describedby={hint === undefined ? undefined : `${id}-hint`} {...input} />
        {button}
      </div>
    </div>
  );
}

function Password(input: InputProps) {
  const { signIn } = useFirstWords().access;
  const [isShown, setShown] = useState(false);
  const button = (
    <button type="button" aria-label={isShown ? signIn.hide : signIn.show} onClick={() => setShown(!isShown)}>
      {isShown ? <EyeOffIcon size={18} /> : <EyeIcon size={18} />}
    </button>
  );
  return (
    <Field
      label={signIn.password}
      type={isShown ? 'text' : 'password'}
      autoComplete="current-password"
      maxLength={200}
      button={button}
      {...input}
    />
  );
}

function Fault({ error }: { readonly error: unknown }) {
  const words = useFirstWords();
  if (error === null) return null;
  return (
    <div role="alert" className={classes.fault}>
      <WarningIcon />
      <div>
        <strong>{words.kit.faultTitle}</strong>
        {tellAll(error, words).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        {isWrong(error) && <p>{words.access.signIn.triesHint}</p>}
      </div>
    </div>
  );
}

/** The identity provider sends the browser back with the code of a refusal when it was not signed in. */
function readProblem(): ApiError | null {
  const code = new URLSearchParams(window.location.search).get('problem');
  return code === null ? null : new ApiError(401, [{ code, field: '', message: '' }]);
}

/** Told with the first wrong try, before the limit is met. */
function isWrong(error: unknown): boolean {
  return hasCode(error, 'SignInFailed') || hasCode(error, 'CodeInvalid');
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof ApiError && error.faults.some((fault) => fault.code === code);
}
