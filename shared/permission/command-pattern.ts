import type { RuleBody } from './rule-body.ts';

type CommandBody = Extract<RuleBody, { kind: 'command' }>;

const compiled = new WeakMap<CommandBody, RegExp>();

/** Whether a command text matches. Blanks between words are one blank for prefix and wildcard forms, exact for exact ones. */
export function matchesCommand(body: CommandBody, text: string): boolean {
  const trimmed = text.trim();
  if (body.form === 'exact') return trimmed === literal(body.text);
  return toRegExp(body).test(trimmed.replace(/[ \t]+/gu, ' '));
}

function toRegExp(body: CommandBody): RegExp {
  const known = compiled.get(body);
  if (known !== undefined) return known;
  const fresh = new RegExp(`^${body.form === 'prefix' ? `${source(body.text)}(?: .*)?` : wildcard(body.text)}$`, 'su');
  compiled.set(body, fresh);
  return fresh;
}

/** A trailing ` *` also matches nothing: `ls *` covers `ls`. */
function wildcard(text: string): string {
  const bounded = /(?<!\\) \*$/u.test(text);
  return bounded ? `${source(text.slice(0, -2))}(?: .*)?` : source(text);
}

function source(text: string): string {
  let out = '';
  for (let i = 0; i < text.length; i++) {
    const two = text.slice(i, i + 2);
    if (two === '\\*') {
      out += '\\\\\\*';
      i++;
    } else if (two === '\\(' || two === '\\)') {
      out += two;
      i++;
    } else if (text[i] === '*') out += '.*';
    else out += (text[i] ?? '').replace(/[\\^$.*+?()[\]{}|/]/gu, '\\$&');
  }
  return out.replace(/(?:\.\*){2,}/gu, '.*');
}

function literal(text: string): string {
  return text.replace(/\\([()])/gu, '$1').trim();
}
