// Before anything is drawn, so that nothing moves or flashes: the reader's choice of light or dark and of a language, and
// the menu, which is open on a wide screen.
const shade = localStorage.getItem('theme');
if (shade) document.documentElement.dataset.theme = shade;

const language = localStorage.getItem('tab');
if (language) {
  const name = CSS.escape(language);
  const sheet = new CSSStyleSheet();
  const group = `.tabs:has(.tab[data-name="${name}"])`;
  sheet.insertRule(`${group} .tab[data-name="${name}"] { display: block }`);
  sheet.insertRule(`${group} .tab:not([data-name="${name}"]) { display: none }`);
  document.adoptedStyleSheets.push(sheet);
  // Once the page is there, its own script shows and hides.
  document.addEventListener('DOMContentLoaded', () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
  });
}

if (window.matchMedia('(min-width: 900px)').matches) {
  const whileRead = new MutationObserver(() => {
    const menu = document.querySelector('.menu');
    if (menu === null) return;
    menu.setAttribute('open', '');
    whileRead.disconnect();
  });
  whileRead.observe(document.documentElement, { childList: true, subtree: true });
}
