import type { ReactNode } from 'react';
import { useWords } from '../words/words.tsx';
import { useShop } from './shop.tsx';
import { mayEnter, type Step, steps } from './use-step.ts';

interface FrameProps {
  readonly step: Step | 'done';
  readonly notice: ReactNode;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** The layout around every page. */
export function Frame({ step, notice, aside, children }: FrameProps) {
  const { words, language, switchLanguage } = useWords();
  const { isSandbox } = useShop().facts;
  return (
    <>
      <a className="skip unseen" href="#content">
        {words.skip}
      </a>
      <header>
        {isSandbox && <p className="ribbon">{words.sandbox}</p>}
        <div className="top">
          <div className="brand">
            <img src="/mark.svg" alt="" width="40" height="40" />
            <div>
              <strong>{words.brand}</strong>
              <span className="quiet tagline">{words.tagline}</span>
            </div>
          </div>
          <button type="button" className="plain" lang={language === 'fr' ? 'en' : 'fr'} onClick={switchLanguage}>
            {words.otherLanguage}
          </button>
        </div>
      </header>
      <Progress step={step} />
      <div className={aside === undefined ? 'columns alone' : 'columns'}>
        <main id="content" tabIndex={-1}>
          {notice}
          {children}
        </main>
        {aside}
      </div>
    </>
  );
}

function Progress({ step }: Pick<FrameProps, 'step'>) {
  const { words } = useWords();
  const { sale } = useShop();
  const all = [...steps, 'done'] as const;
  const here = all.indexOf(step);
  const isOpen = sale.progress.state === 'shopping';
  return (
    <nav className="progress" aria-label={words.progress}>
      <ol>
        {all.map((one, index) => (
          <li
            key={one}
            className={index < here ? 'past' : undefined}
            aria-current={index === here ? 'step' : undefined}
          >
            <span className="dot" aria-hidden="true">
              {index < here ? '✓' : index + 1}
            </span>
            {isOpen && one !== 'done' && index < here && mayEnter(sale, one) ? (
              <a href={`#${one}`}>{words.steps[one]}</a>
            ) : (
              <span>{words.steps[one]}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
