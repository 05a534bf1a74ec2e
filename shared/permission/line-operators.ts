/** The commands of a shell line that stand between `&&`, `||`, `;`, `|` and `&`, outside quotes; one if there are none. For texts of rules. */
export function commandsBetweenOperators(text: string): string[] {
  const parts = [''];
  let quote = '';
  for (let i = 0; i < text.length; i++) {
    const char = text[i] ?? '';
    const last = parts.length - 1;
    if (char === '\\' && quote !== "'") {
      parts[last] += text.slice(i, i + 2);
      i++;
    } else if (quote !== '' || !isOperator(text, i)) {
      if (quote === '' ? char === '"' || char === "'" : char === quote) quote = quote === '' ? char : '';
      parts[last] += char;
    } else {
      if (text[i + 1] === char) i++;
      parts.push('');
    }
  }
  return parts.map((part) => part.trim());
}

/** Not the `&` and `|` of a redirection: `2>&1`, `&> out`, `>| out`. */
function isOperator(text: string, at: number): boolean {
  const char = text[at] ?? '';
  if (char === ';' || char === '\n') return true;
  if (char === '|') return text[at - 1] !== '>';
  return char === '&' && text[at - 1] !== '>' && text[at - 1] !== '<' && text[at + 1] !== '>';
}

/** Whether a quotation in the text isn't closed. */
export function isQuoteOpen(text: string): boolean {
  return !/^(?:[^\\"']|\\[\s\S]|"(?:[^\\"]|\\[\s\S])*"|'[^']*')*$/u.test(text);
}
