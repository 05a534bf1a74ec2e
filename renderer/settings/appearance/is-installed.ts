const SAMPLE = 'mmmmmmmmmmlli10OQ@';

/** Whether a font of this name is there: its text is then as wide over either fallback, and not as wide as both. */
export function isInstalled(family: string): boolean {
  const paint = document.createElement('canvas').getContext('2d');
  if (!paint) return true;
  const width = (font: string): number => {
    paint.font = `40px ${font}`;
    return paint.measureText(SAMPLE).width;
  };
  const overMono = width(`'${family}', monospace`);
  return overMono === width(`'${family}', serif`) || (overMono !== width('monospace') && overMono === width(`'${family}', sans-serif`));
}
