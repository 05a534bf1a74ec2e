import { applyTheme, useWindow } from './app-store.ts';

/** Applies the chosen theme and fonts, also when another window changes them. Called once. */
export function followPreferences(): void {
  useWindow.subscribe(({ app, theme: shown }, { app: before }) => {
    if (!app || app.preferences === before?.preferences) return;
    const { theme, fonts } = app.preferences;
    if (theme !== null && theme !== shown) {
      applyTheme(theme);
      useWindow.setState({ theme });
    }
    // Nothing is loaded for the usual fonts.
    const { style, dataset } = document.documentElement;
    const isUsual = Object.values(fonts).every((value) => value === null || value === false);
    if (isUsual && style.length === 0 && dataset['ligatures'] === undefined) return;
    void import('../ui/apply-fonts.ts').then(({ applyFonts }) => applyFonts(fonts));
  });
}
