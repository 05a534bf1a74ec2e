/**
 * Splits `--allowed-tools "Read,Bash(git log:*, -n 1) Edit"` into rules: at commas and spaces outside parentheses, as
 * Claude Code does. Parentheses may nest; an unclosed one keeps the rest together, for the rule parser to complain about.
 */
export function splitRuleList(text: string): string[] {
  const rules: string[] = [];
  let depth = 0;
  let current = '';
  for (const char of text) {
    if (char === '(') depth += 1;
    if (char === ')' && depth > 0) depth -= 1;
    if (depth === 0 && (char === ',' || /\s/.test(char))) {
      rules.push(current);
      current = '';
    } else {
      current += char;
    }
  }
  rules.push(current);
  return rules.filter((rule) => rule !== '');
}
