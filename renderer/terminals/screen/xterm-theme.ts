import type { ITheme } from '@xterm/xterm';

const TOKENS = {
  background: '--term-bg',
  foreground: '--term-fg',
  cursor: '--accent',
  cursorAccent: '--term-bg',
  black: '--term-black',
  red: '--term-red',
  green: '--term-green',
  yellow: '--term-yellow',
  blue: '--term-blue',
  magenta: '--term-magenta',
  cyan: '--term-cyan',
  white: '--term-white',
  brightBlack: '--term-bright-black',
  brightRed: '--term-red',
  brightGreen: '--term-green',
  brightYellow: '--term-yellow',
  brightBlue: '--term-blue',
  brightMagenta: '--term-magenta',
  brightCyan: '--term-cyan',
  brightWhite: '--term-bright-white',
} as const satisfies Partial<Record<keyof ITheme, string>>;

/** The terminal's colours from the window's current tokens, as `rgb()`, which the emulator parses. */
export function terminalTheme(inside: HTMLElement): ITheme {
  const probe = inside.appendChild(document.createElement('span'));
  const paint = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  const theme: Record<string, string> = {};
  for (const [name, token] of Object.entries(TOKENS)) {
    probe.style.color = `var(${token})`;
    theme[name] = toRgb(paint, getComputedStyle(probe).color);
  }
  probe.remove();
  return { ...theme, selectionBackground: '#7f9fb066' };
}

/** One token as `#rrggbb`, the format of decorations. */
export function tokenColour(inside: HTMLElement, token: string): string {
  const probe = inside.appendChild(document.createElement('span'));
  probe.style.color = `var(${token})`;
  const rgb = toRgb(new OffscreenCanvas(1, 1).getContext('2d'), getComputedStyle(probe).color);
  probe.remove();
  const parts = rgb.match(/\d+/gu) ?? [];
  return `#${parts.map((part) => Number(part).toString(16).padStart(2, '0')).join('')}`;
}

function toRgb(paint: OffscreenCanvasRenderingContext2D | null, colour: string): string {
  if (!paint) return colour;
  paint.fillStyle = colour;
  paint.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = paint.getImageData(0, 0, 1, 1).data;
  return `rgb(${red}, ${green}, ${blue})`;
}

/** Calls back when the window's theme changes. Returns the unsubscribe function. */
export function onThemeChange(listener: () => void): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
  system.addEventListener('change', listener);
  return () => {
    observer.disconnect();
    system.removeEventListener('change', listener);
  };
}
