/** The part of the processor's library that we use. The sandbox has the same. */
export interface ProcessorCheckout {
  setMode(environment: string): void;
  setCheckoutDiv(id: string): void;
  setCallback(name: string, callback: (message: unknown) => void): void;
  startCheckout(ticket: string): void;
  closeCheckout(ticket: string): void;
}

export type ProcessorClass = new () => ProcessorCheckout;

export interface ProcessorScript {
  readonly checkoutJsUrl: string;
  /** The class that it defines. */
  readonly checkoutGlobal: string;
  readonly nonce: string | undefined;
}

const loaded = new Map<string, Promise<ProcessorClass>>();
/** The tags of scripts that have neither loaded nor failed. */
const waiting = new Map<string, HTMLScriptElement>();
/** How many times each script was given up. */
const hung = new Map<string, number>();

/** Loads the processor's script, once per URL. A failure is not cached, so that the next call can succeed. */
export function loadProcessor({ checkoutJsUrl, checkoutGlobal, nonce }: ProcessorScript): Promise<ProcessorClass> {
  const earlier = loaded.get(checkoutJsUrl);
  if (earlier !== undefined) return earlier;
  const loading = addScript(checkoutJsUrl, checkoutGlobal, nonce).then(() => processorOfPage(checkoutGlobal));
  loaded.set(checkoutJsUrl, loading);
  loading.catch(() => {
    if (loaded.get(checkoutJsUrl) === loading) loaded.delete(checkoutJsUrl);
  });
  return loading;
}

/** Gives up a script that hangs: the next call loads it again. One that has loaded stays. */
export function forgetHanging(checkoutJsUrl: string): void {
  const script = waiting.get(checkoutJsUrl);
  if (script === undefined) return;
  script.remove();
  waiting.delete(checkoutJsUrl);
  loaded.delete(checkoutJsUrl);
  hung.set(checkoutJsUrl, (hung.get(checkoutJsUrl) ?? 0) + 1);
}

/** A new URL after a hang: removing a tag does not stop its download, and a tag with the same URL would wait for it. */
function addressOf(checkoutJsUrl: string): string {
  const times = hung.get(checkoutJsUrl);
  if (times === undefined) return checkoutJsUrl;
  const address = new URL(checkoutJsUrl, document.baseURI);
  address.searchParams.set('again', String(times));
  return address.href;
}

function addScript(src: string, checkoutGlobal: string, nonce: string | undefined): Promise<void> {
  const isThere = Array.from(document.scripts).some((one) => one.src === new URL(src, document.baseURI).href);
  if (isThere && checkoutGlobal in globalThis) return Promise.resolve(); // The page has loaded it itself.
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    const stopWaiting = (): void => {
      if (waiting.get(src) === script) waiting.delete(src);
    };
    script.src = addressOf(src);
    if (nonce !== undefined) script.nonce = nonce;
    script.onload = () => {
      stopWaiting();
      resolve();
    };
    script.onerror = () => {
      stopWaiting();
      script.remove();
      reject(new Error('The processor’s script did not load.'));
    };
    waiting.set(src, script);
    document.head.append(script);
  });
}

function processorOfPage(checkoutGlobal: string): ProcessorClass {
  const Processor = (globalThis as Readonly<Record<string, unknown>>)[checkoutGlobal] as ProcessorClass | undefined;
  if (Processor === undefined) throw new Error(`The processor’s script defines no ${checkoutGlobal}.`);
  return Processor;
}
