import type { Fonts } from '#shared/contract/preferences.ts';

/** Shows the window in the chosen fonts; the tokens use these properties. */
export function applyFonts({ family, codeFamily, size, codeSize, ligatures }: Fonts): void {
  const { style, dataset } = document.documentElement;
  const set = (name: string, value: string | null): void => {
    if (value === null) style.removeProperty(name);
    else style.setProperty(name, value);
  };
  set('--chosen-font', family === null ? null : `'${family}'`);
  set('--chosen-mono', codeFamily === null ? null : `'${codeFamily}'`);
  set('--chosen-size', size === null ? null : `${size}px`);
  set('--chosen-code-size', codeSize === null ? null : `${codeSize}px`);
  if (ligatures) dataset['ligatures'] = '';
  else delete dataset['ligatures'];
}
