import type { BoundPolicy, SaleView } from '../../../shop-api.ts';
import { errorsOf } from '../kit/api.ts';
import { cardName } from '../kit/card-name.ts';
import { DocumentLink } from '../kit/document-link.tsx';
import { Facts } from '../kit/facts.tsx';
import { centsOf } from '../kit/money.ts';
import { useShop } from '../kit/shop.tsx';
import { nameOf } from '../kit/summary.tsx';
import { Title } from '../kit/title.tsx';
import { unbroken } from '../kit/unbroken.ts';
import { useWords } from '../words/words.tsx';

interface DoneProps {
  readonly policy: BoundPolicy;
  readonly onAnother: (sale: SaleView) => void;
}

export function Done({ policy, onAnother }: DoneProps) {
  const { words, money, date, language } = useWords();
  const { facts, post, sale } = useShop();
  const { brand, payee } = facts;
  const { quote } = sale;
  const { documents, disclosures, financing } = policy;
  const { kinds, see, download } = words.done;
  const cover = useCover(policy);
  const paid = usePaymentText(policy);
  const startOver = (): void => {
    post<SaleView>('sale/start-over')
      .then(onAnother)
      .catch((error: unknown) => void errorsOf(error)); // The customer presses again.
  };
  return (
    <div className="done">
      {cover.isOn && (
        <span className="check" aria-hidden="true">
          ✓
        </span>
      )}
      <Title lede={cover.lede}>{cover.title}</Title>
      {/* What is to be done is on the first screen of a phone. */}
      {policy.paymentUrl !== null && (
        <p className="note" role="status">
          {words.done.payNowText}{' '}
          <a className="button" href={policy.paymentUrl}>
            {words.done.payNow}
          </a>
        </p>
      )}
      {policy.charge === 'Refused' && policy.paymentUrl === null && (
        <p className="note" role="status">
          {policy.nextAttemptOn === null
            ? words.done.refusedForGood
            : words.done.triedAgain(date(policy.nextAttemptOn))}
        </p>
      )}
      <Facts
        className="card facts wide"
        facts={{
          [words.done.policy]: policy.policyNumber,
          [words.summary.vehicle]: quote && nameOf(quote.vehicle, language),
          [words.done.bought]:
            policy.products.length === 0
              ? null
              : `${policy.products.join(', ')}, ${words.done.forYears(words.coverage.years(policy.paymentTermInYears))}`,
          [words.done.covered]: cover.endsOn && `${date(policy.effectiveDate)} – ${date(cover.endsOn)}`,
          [words.summary.total]: money(centsOf(policy.totalWithTax)),
          [words.done.paid]: cover.isOn ? paid : null, // What is still to be paid of no cover is in the notice.
          [words.done.loan]: financing?.loanNumber ?? null,
        }}
      />
      {policy.downPayment > 0 && (
        <p className="note">
          {words.done.downPayment(
            money(centsOf(policy.downPayment)),
            payee.name,
            payee.how?.[language] ?? null,
            policy.policyNumber,
          )}
        </p>
      )}
      <section className="card" aria-labelledby="documents-title">
        <h2 id="documents-title">{words.done.documents}</h2>
        <ul className="documents">
          {documents.map((kind) => (
            <li key={kind}>
              <span>{kinds[kind]}</span>
              <DocumentLink id={kind} title={kinds[kind]} action={see} />
              <DocumentLink id={kind} title={kinds[kind]} action={download} isDownload />
            </li>
          ))}
        </ul>
        {disclosures.length > 0 && (
          <>
            <h3>{words.done.disclosures}</h3>
            <ul className="documents">
              {disclosures.map(({ downloadId, title }) => (
                <li key={downloadId}>
                  <span>{title}</span>
                  <DocumentLink id={downloadId} title={title} action={see} />
                </li>
              ))}
            </ul>
          </>
        )}
        {policy.paymentMethod !== null && isShort(policy) && (
          <p className="hint">{words.done.mailed[policy.paymentMethod]}</p>
        )}
      </section>
      <section className="card next-steps" aria-label={words.done.claim}>
        <h2>{words.done.claim}</h2>
        <p>{words.done.claimText(unbroken(brand.phoneNumber), policy.policyNumber)}</p>
        {cover.isOn && policy.cancelledFrom === null && policy.rescindableUntil !== '' && (
          <>
            <h2>{words.done.rescind}</h2>
            <p>{words.done.rescindText(date(policy.rescindableUntil), unbroken(brand.phoneNumber))}</p>
          </>
        )}
      </section>
      {facts.mayStartOver && (
        <div className="actions">
          <button type="button" className="second" onClick={startOver}>
            {words.done.another}
          </button>
        </div>
      )}
    </div>
  );
}

/** What is true of the cover today: not yet, now, or no more. */
function useCover({ effectiveDate, expiryDate, cancelledFrom, emailAddress }: BoundPolicy) {
  const { words, date } = useWords();
  const { today } = useShop().facts;
  const { done } = words;
  const isAhead = effectiveDate > today;
  if (cancelledFrom && cancelledFrom <= (isAhead ? effectiveDate : today)) {
    const endsOn = cancelledFrom <= effectiveDate ? null : cancelledFrom;
    return { isOn: false, endsOn, title: done.titleCancelled, lede: done.ledeCancelled(date(cancelledFrom)) };
  }
  if (expiryDate <= today)
    return { isOn: false, endsOn: expiryDate, title: done.titleExpired, lede: done.ledeExpired(date(expiryDate)) };
  if (cancelledFrom)
    return { isOn: true, endsOn: cancelledFrom, title: done.titleEnding, lede: done.ledeEnding(date(cancelledFrom)) };
  const title = isAhead ? done.titleFrom(date(effectiveDate)) : done.title;
  return { isOn: true, endsOn: expiryDate, title, lede: done.lede(emailAddress) };
}

/** After a crash the repeat of the bind returned only the policy. The customer has the rest by e-mail. */
function isShort({ paymentMethod, financing, charge }: BoundPolicy): boolean {
  return paymentMethod === 'PFF' ? financing === null : charge === null;
}

function usePaymentText({ card, financing, charge, paymentMethod }: BoundPolicy): string {
  const { words, money, date } = useWords();
  if (financing !== null) {
    const { installmentAmount, loanTermInMonths, firstInstallmentDate } = financing;
    return words.done.monthly(money(centsOf(installmentAmount)), loanTermInMonths, date(firstInstallmentDate));
  }
  if (card === null) return paymentMethod === null ? words.done.byPartner : words.done.byFinancing;
  const say = {
    Captured: words.done.charged,
    Scheduled: words.done.toCharge,
    Refused: words.done.refused,
    unknown: words.done.byCard,
  };
  return say[charge ?? 'unknown'](cardName(card), date(card.chargeDate));
}
