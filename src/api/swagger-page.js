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

new MutationObserver(nameAll).observe(document.body, { childList: true, subtree: true });

function nameAll() {
  for (const [selector, name] of [
    ['.topbar a.link img', 'Northbind'],
    ['.opblock-summary-control svg, .expand-operation svg', ''],
  ])
    for (const image of document.querySelectorAll(selector)) if (name !== '') image.alt = name;
}
