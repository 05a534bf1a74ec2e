/** Splits `--allowed-tools` style lists: rules separated by commas or spaces outside parentheses. */
export function splitToolList(list: string): string[] {
  const rules: string[] = [];
  let depth = 0;
  let current = '';
  for (const character of list) {
    if (depth === 0 && /[,\s]/.test(character)) {
      rules.push(current);
      current = '';
      continue;
    }
    if (character === '(') depth++;
    if (character === ')') depth = Math.max(0, depth - 1);
    current += character;
  }
  return [...rules, current].filter((rule) => rule !== '');
}
