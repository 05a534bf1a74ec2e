/**
 * Stands in the window's page and runs before anything is drawn, so that the first paint has the theme one chose (renderer/store/theme.ts)
 * and, where this window was at work before (renderer/store/place.ts), the frame it will have. Main's content policy lets this one script
 * stand in the page, by its hash: another file to wait for would come before the first paint.
 */
export const FIRST_SCRIPT = `
try {
  const { dataset } = document.documentElement;
  const theme = localStorage.getItem('gatehouse.theme');
  if (theme === 'dark' || theme === 'light') dataset.theme = theme;
  if (sessionStorage.getItem('gatehouse.place') !== null || /^#project=./.test(location.hash)) dataset.firstPaint = 'work';
} catch {}
`;
