import type { ProcessorCheckout } from './load-processor.ts';

/**
 * Where the form stands: an element of our own inside the partner's container. The processor's library styles the
 * element it is given, for a full-screen form over the whole page, and takes that back only when the form says that it
 * closed. A form that hangs says nothing; then the element goes, and the partner's page is as it was.
 */
export interface FormPlace {
  /** The library finds its element by the id. */
  readonly id: string;
  /** Asks the form to close, and removes what is left of it after a moment. */
  readonly close: (processor: ProcessorCheckout, ticket: string) => void;
  /** Removes it at once. */
  readonly remove: () => void;
}

export function makePlace(container: HTMLElement): FormPlace {
  const element = document.createElement('div');
  element.id = `northbind-checkout-${Math.random().toString(36).slice(2)}`;
  element.style.height = '100%'; // Of a container that has a height; of any other it is what the form needs.
  container.replaceChildren(element);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isRemoved = false;
  const remove = (): void => {
    clearTimeout(timer);
    if (isRemoved) return;
    isRemoved = true;
    element.remove();
    document.body.classList.remove(fullScreenClass);
  };
  const close = (processor: ProcessorCheckout, ticket: string): void => {
    try {
      processor.closeCheckout(ticket);
    } catch {
      // It has nothing to close any more.
    }
    timer = setTimeout(remove, closingMs);
  };
  return { id: element.id, close, remove };
}

const closingMs = 1_000;

/** The real library's, on the body under a full-screen form. */
const fullScreenClass = 'checkoutHtmlStyleFromiFrame';
