/**
 * Calls `onGone` when the page has removed the form, such as with its dialog. Returns a function that stops watching.
 */
export function watchContainer(container: HTMLElement, onGone: () => void): () => void {
  let wasThere = false;
  const observer = new MutationObserver(() => {
    const isThere = container.isConnected && container.querySelector('iframe') !== null;
    if (wasThere && !isThere) onGone();
    wasThere ||= isThere;
  });
  observer.observe(document, { childList: true, subtree: true });
  return () => observer.disconnect();
}
