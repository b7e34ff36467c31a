import type { ProcessorCheckout } from './load-processor.ts';

/**
 * An element of ours inside the partner's container, for the form. For a full-screen form the processor's library
 * styles its element, and undoes that only when the form reports that it closed. When a form hangs, removing our
 * element restores the partner's page.
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
  element.style.height = '100%'; // In a container without a height, the form's own height.
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
      // It was closed already.
    }
    timer = setTimeout(remove, closingMs);
  };
  return { id: element.id, close, remove };
}

const closingMs = 1_000;

/** Set on the body by the real library for a full-screen form. */
const fullScreenClass = 'checkoutHtmlStyleFromiFrame';
