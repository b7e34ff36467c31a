/**
 * Tells when the form that was in the container is gone: the page closed its dialog, or moved on. Answers how to stop.
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
