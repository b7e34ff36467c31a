import type { ErrorItem } from '@northbind/sdk';
import { useEffect, useEffectEvent, useState } from 'react';
import type { DisclosureView, PaymentTerms } from '../../../shop-api.ts';
import { errorsOf } from '../kit/api.ts';
import { DocumentLink } from '../kit/document-link.tsx';
import { ErrorSummary, fieldId } from '../kit/form.tsx';
import { useShop } from '../kit/shop.tsx';
import { useWords } from '../words/words.tsx';

/** What the customer is given before agreeing: each to read and to keep and, where the law asks for it, to tick. */
export function Disclosures({ given }: { readonly given: Given }) {
  const { words } = useWords();
  const { list, errors, isCurrent, isAsked, isAway, tick, askAgain } = given;
  const { title, lede, toTick, read, iHaveRead } = words.disclosures;
  if (list.length === 0 && errors.length === 0 && !isAsked) return null;
  return (
    <section
      className="card disclosures"
      id={fieldId('acknowledgements')}
      tabIndex={-1}
      aria-labelledby="disclosures-title"
      aria-busy={!isCurrent}
    >
      <h2 id="disclosures-title">{title}</h2>
      <p className="quiet">{list.some(({ isRequired }) => isRequired) ? toTick : lede}</p>
      {isAsked && <p role="status">{isAway ? words.shopAway : words.loading}</p>}
      <ErrorSummary errors={errors} />
      {errors.length > 0 && (
        <button type="button" className="second" onClick={askAgain}>
          {words.disclosures.askAgain}
        </button>
      )}
      <ul>
        {list.map(({ downloadId, title: name, isRequired, isAcknowledged }) => (
          <li key={downloadId}>
            <span className="documents">
              <strong>{name}</strong>
              <DocumentLink id={downloadId} title={name} action={read} />
              <DocumentLink id={downloadId} title={name} action={words.done.download} isDownload />
            </span>
            {isRequired && (
              <label className="tick">
                <input
                  type="checkbox"
                  checked={isAcknowledged}
                  disabled={!isCurrent}
                  onChange={() => tick(downloadId, !isAcknowledged)}
                />
                {iHaveRead(name)}
              </label>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

interface Given extends Listed {
  /** Whether this is what belongs to the payment that the page shows. */
  readonly isCurrent: boolean;
  /** Nothing is here yet, and it is asked for. */
  readonly isAsked: boolean;
  /** There is no connection at the moment. */
  readonly isAway: boolean;
  /** Whether all that must be ticked is, and the server has kept it. */
  readonly isAgreed: boolean;
  readonly tick: (downloadId: string, isTicked: boolean) => void;
  readonly askAgain: () => void;
}

interface Listed {
  readonly terms: PaymentTerms | null;
  readonly list: readonly DisclosureView[];
  readonly errors: readonly ErrorItem[];
}

/**
 * Asks for the disclosures of a payment; with null, the customer is still choosing it. The server keeps each tick with
 * its time, so that a reload finds it again. The previous list is shown until the next one is there, so that the page
 * does not jump.
 */
export function useDisclosures(terms: PaymentTerms | null): Given {
  const { post, postUntilAnswered } = useShop();
  const { language } = useWords();
  const [listed, setListed] = useState<Listed>({ terms: null, list: [], errors: [] });
  const [asks, setAsks] = useState(0);
  const [unsaved, setUnsaved] = useState(0);
  const [isAway, setAway] = useState(false);
  const askAgain = (): void => setAsks((count) => count + 1);
  // The sale's edition grows when a card form opens, which is no reason to ask again.
  const ask = useEffectEvent((wanted: PaymentTerms, shownIn: string, _count: number) =>
    postUntilAnswered<readonly DisclosureView[]>('disclosures', { ...wanted, language: shownIn }, () => setAway(true)),
  );
  useEffect(() => {
    if (terms === null) return;
    let isStale = false;
    ask(terms, language, asks)
      .then((list): Listed => ({ terms, list, errors: [] }))
      .catch((error: unknown): Listed => ({ terms, list: [], errors: errorsOf(error) }))
      .then((answered) => {
        if (isStale) return;
        setAway(false);
        setListed(answered);
      });
    return () => {
      isStale = true;
    };
  }, [terms, language, asks]);

  const tick = (downloadId: string, isTicked: boolean): void => {
    setListed(({ list, ...rest }) => ({
      ...rest,
      list: list.map((one) => (one.downloadId === downloadId ? { ...one, isAcknowledged: isTicked } : one)),
    }));
    setUnsaved((count) => count + 1);
    post('disclosures/tick', { downloadId, isTicked })
      .catch((error: unknown) => {
        errorsOf(error);
        askAgain(); // Shows what the server has.
      })
      .finally(() => setUnsaved((count) => count - 1));
  };

  const { list, errors } = listed;
  const isCurrent = terms !== null && listed.terms === terms && errors.length === 0;
  const isTicked = list.every(({ isRequired, isAcknowledged }) => isAcknowledged || !isRequired);
  const isAsked = terms !== null && listed.terms === null;
  return { ...listed, isCurrent, isAsked, isAway, isAgreed: isCurrent && isTicked && unsaved === 0, tick, askAgain };
}
