/** Whether a variable switches something on. */
export function isOn(value: string | undefined): boolean {
  return /^(?:1|true|yes|on)$/iu.test(value?.trim() ?? '');
}
