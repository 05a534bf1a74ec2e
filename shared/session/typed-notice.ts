/** What the model reads after the output of a command into whose terminal the person typed. */
export const TYPED_NOTICE = '[The user typed into this terminal while the command ran.]';

/** Output as people read it: they know what they typed. */
export function withoutTypedNotice(text: string): string {
  return text
    .split('\n')
    .filter((line) => line !== TYPED_NOTICE)
    .join('\n');
}
