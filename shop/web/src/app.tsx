import type { ErrorItem } from '@northbind/sdk';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { SaleView, Selection, ShopFacts } from '../../shop-api.ts';
import { errorsOf, get, home, pause } from './kit/api.ts';
import { ErrorSummary } from './kit/form.tsx';
import { Frame } from './kit/frame.tsx';
import { selectionFor } from './kit/money.ts';
import { ShopProvider, useShop } from './kit/shop.tsx';
import { type ChosenLoan, Summary } from './kit/summary.tsx';
import { TypedProvider } from './kit/typed.tsx';
import { type Step, useStep } from './kit/use-step.ts';
import { Binding } from './pages/binding.tsx';
import { Coverage } from './pages/coverage.tsx';
import { Done } from './pages/done.tsx';
import { Payment } from './pages/payment.tsx';
import { Vehicle } from './pages/vehicle.tsx';
import { You } from './pages/you.tsx';
import { useWords } from './words/words.tsx';

/** The server's sale decides what is shown; the page only keeps the step, and a selection until it is sent. */
export function App() {
  const { words } = useWords();
  const [facts, setFacts] = useState<ShopFacts | null>(null);
  const [sale, setSale] = useState<SaleView | null>(null);
  const [overtaken, setOvertaken] = useState({ times: 0, isNews: false });
  const [isAway, setAway] = useState(false);
  useEffect(() => {
    loadShop(() => setAway(true)).then(([shop, own]) => {
      applyBrandColours(shop.brand);
      setFacts(shop);
      setSale(own);
    });
  }, []);
  const show = useCallback((changed: SaleView): void => {
    setSale(changed);
    setOvertaken(({ times }) => ({ times, isNews: false }));
  }, []);
  const beginAnew = useCallback((now: SaleView): void => {
    setSale(now);
    setOvertaken(({ times }) => ({ times: times + 1, isNews: true }));
  }, []);
  if (facts === null || sale === null)
    return (
      <main className="loading">
        <h1>{words.loading}</h1>
        <p role="status">{isAway && words.shopAway}</p>
      </main>
    );
  return (
    <ShopProvider facts={facts} sale={sale} onSale={show} onOvertaken={beginAnew}>
      {/* As after a reload: no tick and no choice of the customer is taken for another purchase than it was made for. */}
      <TypedProvider key={`${sale.id} ${overtaken.times}`}>
        <Sale isOvertaken={overtaken.isNews} />
      </TypedProvider>
    </ShopProvider>
  );
}

/** Sets the brand's colours. By script, so that the content security policy needs no inline style. */
function applyBrandColours({ colours }: ShopFacts['brand']): void {
  if (colours === null) return;
  const { main, accent } = colours;
  const { style } = document.documentElement;
  const paler = (colour: string): string => `color-mix(in oklab, ${colour} 40%, white)`;
  // A brand's colour is told apart from white paper; the page around it is a little darker.
  style.setProperty('--accent', `light-dark(color-mix(in oklab, ${accent} 85%, black), ${paler(accent)})`);
  style.setProperty('--accent-strong', `light-dark(${main}, ${paler(main)})`);
  style.setProperty(
    '--accent-wash',
    `light-dark(color-mix(in oklab, ${accent} 10%, white), color-mix(in oklab, ${accent} 30%, #0e1512))`,
  );
  style.setProperty('--on-accent', 'light-dark(#ffffff, #0b1418)');
}

const changedElsewhere: readonly ErrorItem[] = [{ code: 'ChangedElsewhere', field: '', message: '' }];
const boughtElsewhere: readonly ErrorItem[] = [{ code: 'BoughtElsewhere', field: '', message: '' }];

function Sale({ isOvertaken }: { readonly isOvertaken: boolean }) {
  const { sale, onSale } = useShop();
  const { progress, quote } = sale;
  const { step, go } = useStep(sale);
  const [wished, setWished] = useState<Selection | null>(null);
  const [errors, setErrors] = useState<readonly ErrorItem[]>([]);
  const [loan, setLoan] = useState<ChosenLoan | null>(null);
  // What is paid for is what the server has; only the page of the coverage shows what was not sent yet.
  const shown = step === 'payment' ? sale.selection : (wished ?? sale.selection);
  const selection = useMemo(() => (quote === null ? null : selectionFor(quote, shown)), [quote, shown]);
  // What is paid by it is told as long as it is chosen or being bought.
  const isByLoan = progress.state === 'binding' ? progress.isFinanced : step === 'payment';
  const shownLoan = isByLoan ? loan : null;
  const summary = (
    <Summary selection={progress.state === 'binding' ? progress.selection : selection} loan={shownLoan} />
  );
  const news = progress.state === 'shopping' ? changedElsewhere : boughtElsewhere;
  const notice = isOvertaken && <ErrorSummary errors={news} />;

  const goOn = (next: Step) => (changed: SaleView) => {
    setErrors([]);
    onSale(changed);
    go(next);
  };

  if (progress.state === 'bound') {
    return (
      <Frame step="done" notice={notice}>
        <Done policy={progress.policy} onAnother={goOn('vehicle')} />
      </Frame>
    );
  }
  if (progress.state === 'binding') {
    return (
      <Frame step="payment" notice={notice} aside={summary} selection={progress.selection} loan={shownLoan}>
        <Binding progress={progress} />
      </Frame>
    );
  }
  return (
    <Frame step={step} notice={notice} aside={summary} selection={selection} loan={shownLoan}>
      {step === 'vehicle' && <Vehicle errors={errors} onNext={goOn('you')} />}
      {step === 'you' && (
        <You
          onNext={goOn('coverage')}
          onVehicleErrors={(refused) => {
            setErrors(refused);
            go('vehicle');
          }}
        />
      )}
      {step === 'coverage' && quote !== null && selection !== null && (
        <Coverage quote={quote} selection={selection} onChange={setWished} onNext={() => go('payment')} />
      )}
      {step === 'payment' && quote !== null && selection !== null && (
        <Payment quote={quote} selection={selection} errors={progress.errors} onLoan={setLoan} />
      )}
    </Frame>
  );
}

/** Asks until the shop answers: it may be starting, and the connection may be lost. */
async function loadShop(onWaiting: () => void): Promise<[ShopFacts, SaleView]> {
  const shop = (): Promise<ShopFacts> => ask('shop', onWaiting);
  const sale = (): Promise<SaleView> => ask('sale', onWaiting);
  // A shop of its own sets its cookie by the first answer; the page of a link has none to wait for.
  return home === '' ? [await shop(), await sale()] : Promise.all([shop(), sale()]);
}

async function ask<T>(path: string, onWaiting: () => void): Promise<T> {
  for (;;) {
    try {
      return await get<T>(path);
    } catch (error) {
      errorsOf(error);
      onWaiting();
      await pause(1_000);
    }
  }
}
