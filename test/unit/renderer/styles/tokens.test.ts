import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

type Rgb = readonly [number, number, number];
const css = readFileSync(path.join(import.meta.dirname, '../../../../renderer/styles/tokens.css'), 'utf8');

/** Light and dark value of every token that is an oklch colour or stands for another. */
const tokens = new Map<string, readonly [light: string, dark: string]>();
for (const [, name = '', value = ''] of css.matchAll(
  /(--[\w-]+):\s*(light-dark\(oklch\(.*?\), oklch\(.*?\)\)|var\(--[\w-]+\)|color-mix\(.*?\));/g,
)) {
  const pair = /^light-dark\((oklch\(.*?\)), (oklch\(.*?\))\)$/.exec(value);
  tokens.set(name, pair ? [pair[1] ?? '', pair[2] ?? ''] : [value, value]);
}

/** Linear-light sRGB, clipped to the gamut. */
function color(name: string, theme: 0 | 1): Rgb {
  const value = tokens.get(name)?.[theme];
  if (value === undefined) throw new Error(`No token ${name}`);
  const alias = /^var\((.*)\)$/.exec(value);
  if (alias) return color(alias[1] ?? '', theme);
  const mix = /^color-mix\(in oklab, var\((.*?)\) (\d+)%, var\((.*?)\)\)$/.exec(value);
  if (mix) return mixed(color(mix[1] ?? '', theme), color(mix[3] ?? '', theme), Number(mix[2]) / 100);
  const [l = 0, c = 0, h = 0] = [...value.matchAll(/[\d.]+/g)].map(Number);
  const hue = (h * Math.PI) / 180;
  return fromOklab(l, c * Math.cos(hue), c * Math.sin(hue));
}

function fromOklab(l: number, a: number, b: number): Rgb {
  const L = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const M = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const S = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const clip = (value: number) => Math.min(1, Math.max(0, value));
  return [
    clip(4.0767416621 * L - 3.3077115913 * M + 0.2309699292 * S),
    clip(-1.2684380046 * L + 2.6097574011 * M - 0.3413193965 * S),
    clip(-0.0041960863 * L - 0.7034186147 * M + 1.707614701 * S),
  ];
}

/** Near enough to mixing in oklab for a tint: both ends are close in lightness or the share is small. */
function mixed(a: Rgb, b: Rgb, share: number): Rgb {
  const encode = (value: number) => Math.cbrt(value);
  return a.map((value, at) => (encode(value) * share + encode(b[at] ?? 0) * (1 - share)) ** 3) as unknown as Rgb;
}

const luminance = ([r, g, b]: Rgb) => 0.2126 * r + 0.7152 * g + 0.0722 * b;

function contrast(a: Rgb, b: Rgb): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

const SURFACES = ['--bg-0', '--bg-1', '--bg-2', '--bg-overlay', '--bg-field'];
const TEXT = ['--fg-0', '--fg-1', '--fg-2', '--accent', '--ok', '--warn', '--danger', '--info', '--risk-network'];
const GLYPHS = ['--bar-queued', '--bar-done', '--bar-running', '--bar-waiting', '--bar-failed', '--bar-cancelled'];

describe.each([
  ['light', 0],
  ['dark', 1],
] as const)('colours of the %s theme', (_name, theme) => {
  it.each(SURFACES.flatMap((surface) => TEXT.map((text) => [text, surface] as const)))('%s can be read on %s (4.5:1)', (text, surface) => {
    expect(contrast(color(text, theme), color(surface, theme))).toBeGreaterThanOrEqual(4.5);
  });

  it.each(['accent', 'ok', 'warn', 'danger', 'info'])('--%s can be read on its own tint (4.5:1)', (name) => {
    expect(contrast(color(`--${name}`, theme), color(`--${name}-bg`, theme))).toBeGreaterThanOrEqual(4.5);
  });

  it('text on the accent can be read, hovered too', () => {
    for (const ground of ['--accent', '--accent-strong'])
      expect(contrast(color('--on-accent', theme), color(ground, theme))).toBeGreaterThanOrEqual(4.5);
  });

  it.each(GLYPHS)('%s stands out from the ground (3:1)', (glyph) => {
    expect(contrast(color(glyph, theme), color('--bg-0', theme))).toBeGreaterThanOrEqual(3);
  });
});
