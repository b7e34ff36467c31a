import { type ReactNode, useState } from 'react';
import type { SaleView, Selection } from '../../../shop-api.ts';
import { useWords } from '../words/words.tsx';
import { errorsOf } from './api.ts';
import { selectedIn, totalsOf } from './money.ts';
import { useShop } from './shop.tsx';
import { type ChosenLoan, LoanTotal } from './summary.tsx';
import { mayEnter, type Step, steps } from './use-step.ts';

interface FrameProps {
  readonly step: Step | 'done';
  readonly notice: ReactNode;
  readonly aside?: ReactNode;
  /** What is being bought, for its total at the foot of a phone. */
  readonly selection?: Selection | null;
  /** What is paid instead by who pays monthly. */
  readonly loan?: ChosenLoan | null;
  readonly children: ReactNode;
}

/** The layout around every page. */
export function Frame({ step, notice, aside, selection = null, loan = null, children }: FrameProps) {
  const { words, language, switchLanguage } = useWords();
  const { facts, sale, post, onSale } = useShop();
  const { isSandbox, brand } = facts;
  const other = language === 'fr' ? 'en' : 'fr';
  /** While the names come in the other language, a second press would be one on what is shown no more. */
  const [isTurning, setTurning] = useState(false);
  /**
   * Vehicles are described in the language of the look-up. A quote names its products in its language, and the papers
   * come in it. From the payment on it is settled.
   */
  const speakOther = (): void => {
    if (isTurning) return;
    switchLanguage();
    const isChoosing = step === 'vehicle' && sale.asked !== null && sale.choice === null;
    const isPricing = step === 'coverage' && sale.applicant !== null && sale.card === null;
    const anew = isChoosing
      ? post<SaleView>('look-up', { ...sale.asked, language: other })
      : isPricing && post<SaleView>('quote', { ...sale.applicant, language: other });
    if (!anew) return;
    setTurning(true);
    anew
      .then(onSale)
      .catch((error: unknown) => void errorsOf(error)) // The names stay as they were.
      .finally(() => setTurning(false));
  };
  const isPriced = step === 'coverage' || step === 'payment';
  return (
    <>
      <a className="skip unseen" href="#content">
        {words.skip}
      </a>
      <header>
        {isSandbox && <p className="ribbon">{words.sandbox}</p>}
        <div className="top">
          <div className="brand">
            {brand.logo !== null && <img src={brand.logo} alt="" height="40" />}
            <div>
              <strong>{brand.name}</strong>
              {brand.tagline !== null && <span className="quiet tagline">{brand.tagline[language]}</span>}
            </div>
          </div>
          {brand.languages.length > 1 && (
            <button
              type="button"
              className="plain"
              lang={other}
              aria-busy={isTurning || undefined}
              onClick={speakOther}
            >
              {words.otherLanguage}
            </button>
          )}
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
      <Footer />
      {isPriced && <PhoneTotal selection={selection} loan={loan} />}
    </>
  );
}

/** Whom the customer can ask, and what happens to what was typed. */
function Footer() {
  const { words, date } = useWords();
  const { facts, sale } = useShop();
  const { brand, validUntil } = facts;
  return (
    <footer className="foot">
      <p className="reach">
        <strong>{words.footer.help}</strong>
        <a href={`tel:${brand.phoneNumber.replace(/[^\d+]/g, '')}`}>{brand.phoneNumber}</a>
        <a href={`mailto:${brand.emailAddress}`}>{brand.emailAddress}</a>
        {brand.website !== '' && (
          <a href={brand.website.replace(/^(?!https?:)/, 'https://')} rel="noreferrer">
            {brand.website.replace(/^https?:\/\//, '')}
          </a>
        )}
      </p>
      <details>
        <summary>{words.footer.privacy}</summary>
        <p>{words.footer.privacyText}</p>
      </details>
      {validUntil !== null && sale.progress.state === 'shopping' && (
        <p className="quiet">{words.footer.linkUntil(date(validUntil))}</p>
      )}
    </footer>
  );
}

/** On a phone the summary is far below: the total stays at the foot of the screen. Read aloud, the summary says it. */
function PhoneTotal({ selection, loan }: Required<Pick<FrameProps, 'selection' | 'loan'>>) {
  const { words, money } = useWords();
  const { quote } = useShop().sale;
  if (quote === null || selection === null) return null;
  return (
    <p className="phone-total" aria-hidden="true">
      {loan === null ? (
        <>
          <span>{words.summary.total}</span>
          <strong>{money(totalsOf(selectedIn(quote, selection)).totalCents)}</strong>
        </>
      ) : (
        <LoanTotal loan={loan} />
      )}
    </p>
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
