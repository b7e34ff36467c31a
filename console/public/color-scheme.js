// Sets light or dark before anything is painted, so that a dark screen does not flash white.
(() => {
  const kept = localStorage.getItem('mantine-color-scheme-value');
  const isDark = kept === 'dark' || (kept !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light');
})();
