/**
 * Inline script that runs before the first paint, so that the page starts with the chosen theme (renderer/store/app-store.ts) and, if this
 * window showed a project before, its final layout. It is inline because loading another file would delay the first paint. The
 * Content-Security-Policy allows it by its hash. Where storage is disabled, the page starts with its defaults.
 */
export const FIRST_SCRIPT = `
try {
  const { dataset } = document.documentElement;
  const theme = localStorage.getItem('gatehouse.theme');
  if (theme === 'dark' || theme === 'light') dataset.theme = theme;
  if (sessionStorage.getItem('gatehouse.place') !== null || /^#project=./.test(location.hash)) dataset.firstPaint = 'work';
} catch {}
`;
