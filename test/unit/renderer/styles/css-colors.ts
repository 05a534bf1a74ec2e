/** Colors as a browser computes them, for the contrast test: only the syntax of `tokens.css`. */

/** Gamma-encoded sRGB, 0 to 1, and alpha. */
export interface Color {
  readonly rgb: readonly [number, number, number];
  readonly alpha: number;
}

export type Theme = 'light' | 'dark';

/** The value of a custom property in one theme. Throws for an unknown name or a value that is no color. */
export function colorOf(tokens: ReadonlyMap<string, string>, name: string, theme: Theme): Color {
  const value = tokens.get(name);
  if (value === undefined) throw new Error(`No token ${name}`);
  return evaluate(value, tokens, theme);
}

function evaluate(value: string, tokens: ReadonlyMap<string, string>, theme: Theme): Color {
  const [, call = '', body = ''] = /^([\w-]+)\((.*)\)$/s.exec(value.trim()) ?? [];
  if (value.trim() === 'transparent') return { rgb: [0, 0, 0], alpha: 0 };
  if (call === 'var') return colorOf(tokens, body.trim(), theme);
  if (call === 'light-dark') return evaluate(parted(body)[theme === 'light' ? 0 : 1] ?? '', tokens, theme);
  if (call === 'oklch') return fromOklch(body);
  if (call !== 'color-mix') throw new Error(`Not a colour this test knows: ${value}`);
  const [space, first = '', second = ''] = parted(body);
  const [, base = '', percent] = /^(.*?) ([\d.]+)%$/s.exec(first) ?? [];
  if (space !== 'in oklab' || percent === undefined) throw new Error(`Not a mix this test knows: ${value}`);
  return mix(evaluate(base, tokens, theme), evaluate(second, tokens, theme), Number(percent) / 100);
}

/** The parts between top-level commas. */
function parted(body: string): string[] {
  return (body.match(/(?:[^,()]|\([^()]*(?:\([^()]*\)[^()]*)*\))+/g) ?? []).map((part) => part.trim());
}

function fromOklch(body: string): Color {
  const [l = 0, c = 0, h = 0] = body.split(/\s+/).map(Number);
  const hue = (h * Math.PI) / 180;
  return { rgb: fromOklab([l, c * Math.cos(hue), c * Math.sin(hue)]), alpha: 1 };
}

/** Mixes in oklab, weighted by alpha: a fully transparent color doesn't count. */
function mix(first: Color, second: Color, share: number): Color {
  const alpha = first.alpha * share + second.alpha * (1 - share);
  const [a, b] = [toOklab(first.rgb), toOklab(second.rgb)];
  const part = (at: 0 | 1 | 2) => (a[at] * first.alpha * share + b[at] * second.alpha * (1 - share)) / alpha;
  return { rgb: fromOklab([part(0), part(1), part(2)]), alpha };
}

/** The visible color of one color over an opaque one. */
export function over(front: Color, back: Color): Color {
  const part = (at: 0 | 1 | 2) => front.rgb[at] * front.alpha + back.rgb[at] * (1 - front.alpha);
  return { rgb: [part(0), part(1), part(2)], alpha: 1 };
}

/** WCAG 2 contrast ratio of two opaque colors, 1 to 21. */
export function contrast(a: Color, b: Color): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

function luminance({ rgb: [r, g, b] }: Color): number {
  return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
}

const linear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
const encoded = (value: number) => {
  const clipped = Math.min(1, Math.max(0, value));
  return clipped <= 0.0031308 ? clipped * 12.92 : 1.055 * clipped ** (1 / 2.4) - 0.055;
};

function fromOklab([l, a, b]: readonly [number, number, number]): Color['rgb'] {
  const L = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const M = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const S = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    encoded(4.0767416621 * L - 3.3077115913 * M + 0.2309699292 * S),
    encoded(-1.2684380046 * L + 2.6097574011 * M - 0.3413193965 * S),
    encoded(-0.0041960863 * L - 0.7034186147 * M + 1.707614701 * S),
  ];
}

function toOklab(rgb: Color['rgb']): [number, number, number] {
  const [r, g, b] = [linear(rgb[0]), linear(rgb[1]), linear(rgb[2])];
  const L = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const M = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const S = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * L + 0.793617785 * M - 0.0040720468 * S,
    1.9779984951 * L - 2.428592205 * M + 0.4505937099 * S,
    0.0259040371 * L + 0.7827717662 * M - 0.808675766 * S,
  ];
}
