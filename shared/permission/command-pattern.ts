import type { RuleBody } from './grammar.ts';
import { matchesParts, type WildcardParts } from './wildcard.ts';

type CommandBody = Extract<RuleBody, { kind: 'command' }>;

interface Compiled {
  readonly parts: WildcardParts;
  /** Without the trailing ` *`, which also matches nothing: `ls *` covers `ls`. */
  readonly bounded: WildcardParts | undefined;
}

const compiled = new WeakMap<CommandBody, Compiled>();

/** Whether a command matches. Prefix and wildcard forms treat runs of blanks as one; exact forms compare them exactly. */
export function matchesCommand(body: CommandBody, text: string): boolean {
  const trimmed = text.trim();
  if (body.form === 'exact') return trimmed === literal(body.text);
  const { parts, bounded } = compile(body);
  const plain = trimmed.replace(/[ \t]+/gu, ' ');
  return matchesParts(parts, plain) || (bounded !== undefined && matchesParts(bounded, plain));
}

function compile(body: CommandBody): Compiled {
  const known = compiled.get(body);
  if (known !== undefined) return known;
  const text = body.form === 'prefix' ? `${body.text} *` : body.text;
  const trailing = text.endsWith(' *') && !text.endsWith('\\ *');
  const fresh = { parts: split(text), bounded: trailing ? split(text.slice(0, -2)) : undefined };
  compiled.set(body, fresh);
  return fresh;
}

/** Splits at every unescaped `*`. */
function split(text: string): string[] {
  const parts = [''];
  for (let i = 0; i < text.length; i++) {
    const two = text.slice(i, i + 2);
    const last = parts.length - 1;
    if (two === '\\*') {
      parts[last] += two;
      i++;
    } else if (two === '\\(' || two === '\\)') {
      parts[last] += two.slice(1);
      i++;
    } else if (text[i] === '*') parts.push('');
    else parts[last] += text[i] ?? '';
  }
  return parts;
}

function literal(text: string): string {
  return text.replace(/\\([()])/gu, '$1').trim();
}
