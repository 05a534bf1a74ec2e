import type { ParsedRule } from './grammar.ts';
import type { RuleEntry } from './rule.ts';

/**
 * Finds a rule that makes another one redundant because it covers all of it. Conservative: where the texts alone don't prove it (two
 * wildcards, patterns relative to different folders), reports none. A lookup takes as many steps as the rule has words or folders.
 */
export class RuleCover {
  readonly #byKey = new Map<string, RuleEntry>();

  /** By meaning; the first rule with a meaning is kept. */
  add(rule: RuleEntry, parsed: ParsedRule): void {
    const key = keyOf(parsed, rule);
    if (key !== undefined && !this.#byKey.has(key)) this.#byKey.set(key, rule);
  }

  /** Another rule that covers this one, with the loose matching of deny and ask rules. */
  find(rule: RuleEntry, parsed: ParsedRule): RuleEntry | undefined {
    for (const key of widerKeys(parsed, rule)) {
      const found = this.#byKey.get(key);
      if (found !== undefined && found !== rule) return found;
    }
    return undefined;
  }
}

/** The key under which narrower rules look up this rule. */
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

/** Keys of all rules that would cover it, widest first, without its own key. */
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
        // A prefix rule covers longer commands, and the bare prefix as an exact command.
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

/** `./src` equals `src`. A pattern for a folder at any depth covers the one in the working directory, but not vice versa. */
function plain(pattern: string): string {
  return pattern.replace(/^(?:\.\/)+/u, '');
}

/** Patterns from the filesystem root or the home folder mean the same in every file; others depend on the settings file. */
function base({ source, file }: RuleEntry, pattern: string): string {
  return pattern.startsWith('//') || pattern.startsWith('~/') ? '' : `${source}:${file ?? ''}:`;
}
