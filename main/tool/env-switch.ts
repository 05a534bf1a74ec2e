/** Whether an environment variable has a true value: `1`, `true`, `yes` or `on`. */
export function isOn(value: string | undefined): boolean {
  return /^(?:1|true|yes|on)$/iu.test(value?.trim() ?? '');
}
