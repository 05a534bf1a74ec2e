import type { ParsedRule } from './rule-body.ts';
import type { RuleEntry } from './rule.ts';

/**
 * Finds the rule of a list that says all that another says, and more. Wide on the side of silence: what isn't plain from the texts alone
 * (two wildcards, patterns of different folders) is no cover. A look-up costs as many steps as the rule has words or folders.
 */
export class RuleCover {
  readonly #byKey = new Map<string, RuleEntry>();

  /** The first rule of a meaning counts. */
  add(rule: RuleEntry, parsed: ParsedRule): void {
    const key = keyOf(parsed, rule);
    if (key !== undefined && !this.#byKey.has(key)) this.#byKey.set(key, rule);
  }

  /** A rule that covers this one, in the sense of deny and ask rules: whatever its spelling. Never itself. */
  find(rule: RuleEntry, parsed: ParsedRule): RuleEntry | undefined {
    for (const key of widerKeys(parsed, rule)) {
      const found = this.#byKey.get(key);
      if (found !== undefined && found !== rule) return found;
    }
    return undefined;
  }
}

/** What a rule covers, as the key that rules inside it look for. */
function keyOf({ tool, body }: ParsedRule, rule: RuleEntry): string | undefined {
  switch (body.kind) {
    case 'whole':
      return tool;
    case 'toolGlob':
      return body.pattern === '*' ? '*' : undefined;
    case 'mcp':
      return body.pattern.replace(/__\*$/u, '');
    case 'command':
      return body.form === 'prefix' ? `${tool} ${body.text} ` : undefined;
    case 'path':
      return body.pattern.endsWith('/**') && !body.pattern.startsWith('!')
        ? `${tool} ${base(rule, body.pattern)}${plain(body.pattern).slice(0, -2)}`
        : undefined;
    case 'domain':
      return `${tool} ${body.host}`;
    default:
      return undefined;
  }
}

/** Keys of everything that would cover it, widest first, its own meaning left out. */
function* widerKeys({ tool, body }: ParsedRule, rule: RuleEntry): Generator<string> {
  if (body.kind === 'inert' || body.kind === 'toolGlob') return;
  yield '*';
  if (body.kind === 'mcp') {
    const [, server = '', name] = body.pattern.split('__');
    if (name !== undefined && name !== '*' && !server.includes('*')) yield `mcp__${server}`;
    return;
  }
  if (body.kind === 'whole') return;
  yield tool;
  switch (body.kind) {
    case 'command': {
      const fixed = body.form === 'wildcard' ? body.text.slice(0, body.text.search(/(?<!\\)\*/u)) : `${body.text} `;
      for (let end = fixed.indexOf(' '); end !== -1; end = fixed.indexOf(' ', end + 1)) {
        // A prefix rule covers what goes on behind it, itself only as an exact command.
        if (body.form === 'prefix' && end === fixed.length - 1) return;
        yield `${tool} ${fixed.slice(0, end + 1)}`;
      }
      return;
    }
    case 'path': {
      const start = base(rule, body.pattern);
      const inside = plain(body.pattern).replace(/\/\*\*$/u, '');
      for (let end = inside.indexOf('/'); end !== -1; end = inside.indexOf('/', end + 1))
        yield `${tool} ${start}${inside.slice(0, end + 1)}`;
      return;
    }
    case 'domain': {
      yield `${tool} *`;
      const labels = body.host.replace(/^\*\./u, '').split('.');
      for (let index = 1; index < labels.length; index++) yield `${tool} *.${labels.slice(index).join('.')}`;
      return;
    }
    case 'param':
    case 'target':
  }
}

/** `./src` is `src`. What lies in a folder of the working directory lies in one of that name at any depth as well, never the other way round. */
function plain(pattern: string): string {
  return pattern.replace(/^(?:\.\/)+/u, '');
}

/** Patterns from the file system's root or the home mean the same wherever they stand; others hang on their file. */
function base({ source, file }: RuleEntry, pattern: string): string {
  return pattern.startsWith('//') || pattern.startsWith('~/') ? '' : `${source}:${file ?? ''}:`;
}
