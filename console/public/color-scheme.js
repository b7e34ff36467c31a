// Sets light or dark before anything is painted, so that a dark screen does not flash white.
(() => {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const apply = () => {
    const kept = localStorage.getItem('mantine-color-scheme-value');
    const isDark = kept === 'dark' || (kept !== 'light' && system.matches);
    document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light');
  };
  apply();
  system.addEventListener('change', apply);
})();
