// What the reference’s page has besides its library: the seller of an OAuth token, and names for what has none.

const bar = document.createElement('p');
bar.className = 'seller';
bar.innerHTML =
  '<label for="seller">Seller of an OAuth token</label> <input id="seller" autocomplete="off" spellcheck="false"> ' +
  '<span>A username, or * for all sellers of the client. <a href="/docs/reference">The reference by field</a> · <a href="/docs/sign-in">Sign in</a></span>';
document.querySelector('#swagger-ui').before(bar);
const seller = bar.querySelector('#seller');
seller.value = localStorage.getItem('seller') ?? 'ontario';
seller.addEventListener('input', () => localStorage.setItem('seller', seller.value));

/** Called by the library for each request. A token of a client with several sellers names one of them. */
window.withSeller = (request) => {
  if (new URL(request.url, location.href).pathname !== '/oauth2/token') return request;
  const form = new URLSearchParams(request.body);
  const named = seller.value.trim() === '' ? [] : [`seller:${seller.value.trim()}`];
  form.set('scope', [form.get('scope') ?? '', ...named].join(' ').trim());
  return { ...request, body: form.toString() };
};

// The library draws again and again; what it leaves without a name is named after it.
let isWaiting = false;
new MutationObserver(() => {
  if (isWaiting) return;
  isWaiting = true;
  requestAnimationFrame(() => {
    isWaiting = false;
    nameAll();
  });
}).observe(document.body, { childList: true, subtree: true });

function nameAll() {
  for (const image of document.querySelectorAll('.topbar a.link img')) image.alt = 'Northbind';
  // A link within a button is none: the button opens the operation, and the address follows.
  for (const link of document.querySelectorAll('.opblock-summary-control a[href]')) link.removeAttribute('href');
  for (const button of document.querySelectorAll('button[aria-label]')) {
    const shown = button.innerText.trim();
    const name = button.getAttribute('aria-label');
    if (shown !== '' && !name.toLowerCase().includes(shown.toLowerCase()))
      button.setAttribute('aria-label', `${shown}: ${name}`);
  }
  for (const button of document.querySelectorAll('button.close-modal')) button.setAttribute('aria-label', 'Close');
  for (const field of document.querySelectorAll('select:not([aria-label]), textarea:not([aria-label])')) {
    const row = field.closest('tr')?.querySelector('.parameter__name')?.innerText.split('\n')[0];
    const place = field.closest('.servers')
      ? 'Server'
      : field.closest('.responses-wrapper')
        ? 'Media type'
        : 'Request body';
    field.setAttribute('aria-label', row ?? place);
  }
  // What scrolls can be scrolled by keys.
  for (const box of document.querySelectorAll('.highlight-code pre, .opblock-body pre, .response-col_description pre'))
    box.tabIndex = 0;
}
