/** As a clock shows it: "0:45", "1:24", "2:05:00". Only where all labels in a row have this form. `decimals`: of the seconds. */
export function clockDuration(ms: number, decimals = 0): string {
  const factor = 10 ** decimals;
  const parts = Math.round((Math.max(0, ms) / 1000) * factor);
  const whole = Math.floor(parts / factor);
  const two = (value: number): string => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60)];
  const fraction =
    parts % factor === 0
      ? ''
      : `.${String(parts % factor)
          .padStart(decimals, '0')
          .replace(/0+$/u, '')}`;
  return `${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(whole % 60)}${fraction}`;
}
