import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { colorOf, contrast, over, type Color, type Theme } from './css-colors.ts';

const RENDERER = path.join(import.meta.dirname, '../../../../renderer');
const read = (file: string) => readFileSync(path.join(RENDERER, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '');

/** Before any `@media`: forced colors come from the system. */
const [themes = ''] = read('styles/tokens.css').split('@media');
const tokens = new Map([...themes.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [name, value]));
const sheets = globSync('**/*.css', { cwd: RENDERER })
  .filter((file) => path.basename(file) !== 'tokens.css')
  .map((file) => ({ file, rules: [...read(file).matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(([, , body = '']) => body) }));

const SURFACES = ['--bg-0', '--bg-1', '--bg-2', '--bg-overlay', '--bg-field', '--term-bg', '--danger-ground'];
/** Translucent over a surface. */
const TRANSLUCENT = ['--hover', '--press', '--selected'].flatMap((veil) =>
  ['--bg-0', '--bg-1', '--bg-overlay'].map((back) => `${veil} ${back}`),
);
const QUIET = ['--fg-0', '--fg-1', '--fg-2'];
const STATES = ['--accent', '--accent-strong', '--ok', '--warn', '--danger', '--info', '--risk-network', '--risk-secrets'];
const TERMINAL = ['red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'bright-black', 'bright-white'].map((name) => `--term-${name}`);

const CODE = ['keyword', 'string', 'number', 'comment', 'function', 'type', 'property', 'quiet'].map((kind) => `--code-${kind}`);

/** Allowed pairs of text and background. A stylesheet's pair that isn't here fails below. */
const READABLE: readonly (readonly [texts: readonly string[], grounds: readonly string[]])[] = [
  [[...QUIET, ...STATES], SURFACES],
  [QUIET, TRANSLUCENT],
  [STATES, TRANSLUCENT.filter((veil) => !veil.startsWith('--press'))],
  [['--fg-0', '--fg-1'], ['--bg-3']],
  [[...QUIET], ['--accent-bg', '--ok-bg', '--warn-bg', '--danger-bg', '--info-bg']],
  ...['--accent', '--ok', '--warn', '--danger', '--info'].map((name) => [[name], [`${name}-bg`]] as const),
  [['--on-accent'], ['--accent', '--accent-strong', '--warn']],
  [['--band-fg', '--band-fg-1'], ['--band-bg']],
  [
    ['--fg-0', '--fg-2', '--ok'],
    ['--added-bg --bg-field', '--added-bg --bg-0'],
  ],
  [
    ['--fg-0', '--fg-2', '--danger'],
    ['--removed-bg --bg-field', '--removed-bg --bg-0'],
  ],
  [['--fg-0'], ['--added-strong --bg-field', '--removed-strong --bg-field']],
  [
    CODE,
    [
      ...SURFACES.filter((surface) => !surface.startsWith('--term')),
      ...['--added-bg', '--removed-bg'].flatMap((line) => [`${line} --bg-field`, `${line} --bg-0`]),
    ],
  ],
  [['--found-current-fg'], ['--found-current-bg']],
  [QUIET, ['--found-bg']],
  [TERMINAL, ['--term-bg']],
];
/** Distinguished by color or border, without being text. */
const GLYPHS = ['--bar-queued', '--bar-done', '--bar-running', '--bar-waiting', '--bar-failed', '--bar-cancelled'];

/** `--a` or `--a --b`: a painted over b. */
function drawn(names: string, theme: Theme): Color {
  const [front = '', back = '--bg-0'] = names.split(' ');
  return over(colorOf(tokens, front, theme), colorOf(tokens, back, theme));
}
const ratio = (front: string, background: string, theme: Theme) => {
  const back = drawn(background, theme);
  return contrast(over(colorOf(tokens, front, theme), back), back);
};

describe.each(['light', 'dark'] as const)('colors of the %s theme', (theme) => {
  const pairs = READABLE.flatMap(([texts, grounds]) => texts.flatMap((text) => grounds.map((background) => [text, background] as const)));

  it.each(pairs)('%s is readable on %s (4.5:1)', (text, background) => {
    expect(ratio(text, background, theme)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(GLYPHS)('%s is distinguishable from the background and selected rows (3:1)', (glyph) => {
    for (const background of ['--bg-0', '--hover --bg-0', '--selected --bg-0'])
      expect(ratio(glyph, background, theme)).toBeGreaterThanOrEqual(3);
  });

  it.each(SURFACES)('field borders and the focus ring are visible on %s (3:1)', (surface) => {
    for (const edge of ['--line-control', '--accent']) expect(ratio(edge, surface, theme)).toBeGreaterThanOrEqual(3);
  });
});

it('the contrast ratio follows WCAG', () => {
  const grey = (value: number): Color => ({ rgb: [value, value, value], alpha: 1 });
  expect(contrast(grey(0), grey(1))).toBe(21);
  expect(contrast(grey(1), grey(0x76 / 255))).toBeCloseTo(4.54, 2);
});

describe('stylesheets', () => {
  const value = (body: string, property: string) => new RegExp(`(?:^|[;\\s])${property}:\\s*([^;]+?)\\s*(?:;|$)`).exec(body)?.[1];
  const name = (text: string | undefined) => /^var\((--[\w-]+)\)$/.exec(text ?? '')?.[1];
  const checked = new Map(
    READABLE.flatMap(([texts, grounds]) =>
      texts.flatMap((text) => grounds.map((background) => [`${text} ${background.split(' ')[0]}`, true])),
    ),
  );
  const texts = new Set(READABLE.flatMap(([names]) => names));

  it('use tokens for all colors', () => {
    const found = sheets.flatMap(({ file, rules }) =>
      rules.filter((body) => /oklch\(|rgba?\(|hsla?\(|#[\da-f]{3,8}\b/i.test(body)).map((body) => `${file}: ${body.trim()}`),
    );
    expect(found).toEqual([]);
  });

  it('use only color pairs whose contrast is checked above', () => {
    const aliases = (token: string) => name(tokens.get(token)) ?? token;
    const found = sheets.flatMap(({ file, rules }) =>
      rules.flatMap((body) => {
        const text = name(value(body, 'color'));
        const background = name(value(body, 'background') ?? value(body, 'background-color'));
        if (text === undefined) return [];
        if (!texts.has(aliases(text))) return [`${file}: ${text}`];
        return background === undefined || checked.has(`${aliases(text)} ${background}`) ? [] : [`${file}: ${text} on ${background}`];
      }),
    );
    expect(found).toEqual([]);
  });
});
