/** The part of the processor's library that is used; the sandbox's has the same. */
export interface ProcessorCheckout {
  setMode(environment: string): void;
  setCheckoutDiv(id: string): void;
  setCallback(name: string, callback: (message: unknown) => void): void;
  startCheckout(ticket: string): void;
  closeCheckout(ticket: string): void;
}

export type ProcessorClass = new () => ProcessorCheckout;

const loaded = new Map<string, Promise<ProcessorClass>>();

/** Loads the processor's script, once per address. A failure is not remembered, so that the next try can succeed. */
export function loadProcessor(checkoutJsUrl: string, nonce: string | undefined): Promise<ProcessorClass> {
  const earlier = loaded.get(checkoutJsUrl);
  if (earlier !== undefined) return earlier;
  const loading = addScript(checkoutJsUrl, nonce).then(processorOfPage);
  loaded.set(checkoutJsUrl, loading);
  loading.catch(() => loaded.delete(checkoutJsUrl));
  return loading;
}

function addScript(src: string, nonce: string | undefined): Promise<void> {
  const isThere = Array.from(document.scripts).some((one) => one.src === new URL(src, document.baseURI).href);
  if (isThere && 'monerisCheckout' in globalThis) return Promise.resolve(); // The page has loaded it itself.
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = src;
    if (nonce !== undefined) script.nonce = nonce;
    script.onload = () => resolve();
    script.onerror = () => {
      script.remove();
      reject(new Error('The processor’s script did not load.'));
    };
    document.head.append(script);
  });
}

/** The library's name for itself, in the sandbox and with the real processor. */
function processorOfPage(): ProcessorClass {
  const { monerisCheckout } = globalThis as { monerisCheckout?: ProcessorClass };
  if (monerisCheckout === undefined) throw new Error('The processor’s script defines no monerisCheckout.');
  return monerisCheckout;
}
