import type { Fonts } from '#shared/contract/preferences.ts';
import { THEMES, useWindow } from '../../store/app-store.ts';
import { savePreferences, setTheme } from '../../store/window-actions.ts';
import { Select } from '../../ui/controls/select.tsx';
import { matchesSearch } from '../../ui/match-search.ts';
import { FamilyRow, SizeRow } from './font-rows.tsx';
import { PreferenceRow } from './preference-row.tsx';
import { words } from './words.ts';
import formStyles from '../settings-form.module.css';

const UI_SIZES = { usual: 13, lowest: 11, highest: 16 };
const CODE_SIZES = { usual: 12, lowest: 10, highest: 18 };

/** Titles and details of the rows, which a search looks at. */
export const APPEARANCE_TEXTS: readonly (readonly string[])[] = [
  [words.theme, words.themeDetail, ...Object.values(words.themes)],
  [words.family, words.familyDetail],
  [words.size, words.sizeDetail],
  [words.codeFamily, words.codeFamilyDetail],
  [words.codeSize, words.codeSizeDetail],
  [words.ligatures, words.ligaturesDetail],
];

/** Theme and fonts. `search` leaves out the rows that don't match. */
export function AppearanceForm({ search, label }: { readonly search: string; readonly label: string }) {
  const theme = useWindow((state) => state.theme);
  const fonts = useWindow((state) => state.app?.preferences.fonts);
  if (!fonts) return null;
  const change = (part: Partial<Fonts>) => void savePreferences({ fonts: { ...fonts, ...part } });
  const shows = (row: number): boolean => matchesSearch(APPEARANCE_TEXTS[row] ?? [], search);
  return (
    <ul className={formStyles.rows} aria-label={label}>
      {shows(0) && (
        <PreferenceRow title={words.theme} detail={words.themeDetail} chosen={theme !== 'system'} onReset={() => setTheme('system')}>
          <Select
            label={words.theme}
            value={theme}
            options={THEMES.map((value) => ({ value, label: words.themes[value] }))}
            onChange={setTheme}
          />
        </PreferenceRow>
      )}
      {shows(1) && (
        <FamilyRow
          title={words.family}
          detail={words.familyDetail}
          usual={words.usualFamily}
          sample={words.sample}
          value={fonts.family}
          onChange={(family) => change({ family })}
        />
      )}
      {shows(2) && (
        <SizeRow title={words.size} detail={words.sizeDetail} {...UI_SIZES} value={fonts.size} onChange={(size) => change({ size })} />
      )}
      {shows(3) && (
        <FamilyRow
          title={words.codeFamily}
          detail={words.codeFamilyDetail}
          usual={words.usualCodeFamily}
          sample={words.codeSample}
          isCode
          value={fonts.codeFamily}
          onChange={(codeFamily) => change({ codeFamily })}
        />
      )}
      {shows(4) && (
        <SizeRow
          title={words.codeSize}
          detail={words.codeSizeDetail}
          {...CODE_SIZES}
          value={fonts.codeSize}
          onChange={(codeSize) => change({ codeSize })}
        />
      )}
      {shows(5) && (
        <PreferenceRow
          title={words.ligatures}
          detail={words.ligaturesDetail}
          chosen={fonts.ligatures}
          onReset={() => change({ ligatures: false })}
        >
          <Select
            label={words.ligatures}
            value={fonts.ligatures ? 'on' : 'off'}
            options={[
              { value: 'off', label: words.off },
              { value: 'on', label: words.on },
            ]}
            onChange={(value) => change({ ligatures: value === 'on' })}
          />
        </PreferenceRow>
      )}
    </ul>
  );
}
