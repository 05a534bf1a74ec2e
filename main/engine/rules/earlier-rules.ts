import type { PermissionEngine } from '#main/permission/permission-engine.ts';
import { ruleMeets } from '#main/permission/rule-meets.ts';
import { parsedRule } from '#main/permission/rules/parsed-rule.ts';
import type { ToolPermissionContext } from '#main/permission/tool-permission-context.ts';
import { matchesCommand } from '#shared/permission/command-pattern.ts';
import type { RuleRow } from '#shared/contract/project.ts';
import type { CallFacts } from '#shared/permission/facts.ts';
import type { ParsedRule } from '#shared/permission/grammar.ts';
import type { RuleBehavior, RuleEntry } from '#shared/permission/rule.ts';
import { fileCommandFor } from './file-notes.ts';
import { earlierDecider } from './held-before.ts';
import { takingInProbes } from './pattern-probes.ts';
import { type ExampleCall, ruleExamples } from './rule-examples.ts';

/** Rules compared with the draft while it is typed. */
const MAX_COMPARED = 200;
/** Rules for reading, and for changing files, that are tried with a command: each one that is about files meets the first. */
const MAX_FILES = 2;

type Diagnostic = RuleRow['diagnostics'][number];
type Draft = Pick<RuleEntry, 'behavior' | 'text'>;
type Found = Draft;

/**
 * Says which deny or ask rule in force comes before a draft, for all or for some of its calls. Compares examples of what each is about, so it
 * may find none where there is one; never used for decisions.
 */
export function earlierRule(draft: Draft, context: ToolPermissionContext, engine: PermissionEngine): Diagnostic | undefined {
  return new EarlierRules(context, engine).find(draft);
}

interface Compared extends Found {
  readonly tool: string;
  /** Made when they are needed: there may be thousands of rules for other tools. */
  readonly calls: () => readonly { readonly command: unknown; readonly path: unknown; readonly facts: () => CallFacts }[];
}

/** The same for many rules of one list, which are compared with the same deny and ask rules. */
export class EarlierRules {
  readonly #context: ToolPermissionContext;
  readonly #engine: PermissionEngine;
  readonly #compared = new Map<RuleBehavior, readonly Compared[]>();

  constructor(context: ToolPermissionContext, engine: PermissionEngine) {
    this.#context = context;
    this.#engine = engine;
  }

  find(draft: Draft): Diagnostic | undefined {
    const earlier: readonly RuleBehavior[] = draft.behavior === 'allow' ? ['deny', 'ask'] : draft.behavior === 'ask' ? ['deny'] : [];
    if (earlier.length === 0) return undefined;
    const parsed = parsedRule(draft.text, draft.behavior);
    const found = ruleExamples(parsed, this.#context).map((call) => this.#deciding(call, earlier));
    const [first] = found;
    if (first && !found.includes(undefined))
      return { severity: 'warning', message: `The ${first.behavior} rule ${first.text} comes first.` };
    const some = found.find((rule) => rule !== undefined) ?? this.#within(draft, parsed, earlier) ?? this.#takenIn(parsed, draft.behavior);
    return some && { severity: 'info', message: `For some of these, the ${some.behavior} rule ${some.text} comes first.` };
  }

  /** The rule that surely decides a call before any allow rule. */
  #deciding(call: ExampleCall, earlier: readonly RuleBehavior[]): Found | undefined {
    const rule = earlierDecider(this.#engine.decide(this.#analyse(call), this.#context));
    return rule !== undefined && earlier.includes(rule.behavior) ? rule : undefined;
  }

  /** A rule in force for calls that the draft is about too. */
  #within(draft: Draft, { tool, body }: ParsedRule, earlier: readonly RuleBehavior[]): Found | undefined {
    const rules = earlier.flatMap((behavior) => this.#comparedOf(behavior));
    const same = rules.filter((rule) => rule.tool === tool).slice(0, MAX_COMPARED);
    const found = same.find(({ calls }) =>
      calls().some(({ command, facts }) => {
        if (body.kind === 'command') return typeof command === 'string' && matchesCommand(body, command);
        return ruleMeets(draft.text, facts(), this.#context, 'allow') === 'yes';
      }),
    );
    return found ?? this.#amongFiles(draft, rules, earlier);
  }

  /** A rule for files that comes before a command which is about files: `cat .env`. */
  #amongFiles({ text }: Draft, rules: readonly Compared[], earlier: readonly RuleBehavior[]): Found | undefined {
    const given = fileCommandFor(text, this.#context, this.#engine);
    if (given === undefined) return undefined;
    const paths = ['Read', 'Edit']
      .flatMap((files) => rules.filter(({ tool }) => tool === files).slice(0, MAX_FILES))
      .flatMap(({ calls }) => calls().map(({ path }) => path));
    return paths
      .filter((path) => typeof path === 'string' && /^[\w./@+-]+$/u.test(path))
      .map((path) => this.#deciding(given(String(path)), earlier))
      .find((rule) => rule !== undefined);
  }

  /** A rule for files of which one is among all those of a folder: `tar czf x.tgz .` */
  #takenIn(parsed: ParsedRule, behavior: RuleBehavior): Found | undefined {
    if (behavior !== 'allow') return undefined;
    for (const call of takingInProbes(parsed)) {
      const { behavior: decided, reason, trace } = this.#engine.decide(this.#analyse(call), this.#context);
      if (decided !== 'ask' || reason !== 'rule') continue;
      const rule = trace.find(({ outcome, maybe, rule: named }) => outcome === 'ask' && maybe === true && named !== undefined)?.rule;
      if (rule !== undefined) return rule;
    }
    return undefined;
  }

  #comparedOf(behavior: RuleBehavior): readonly Compared[] {
    const known = this.#compared.get(behavior);
    if (known) return known;
    const made = this.#context.rules
      .filter((rule) => rule.behavior === behavior && rule.inert === undefined)
      .map(({ text }): Compared => {
        const parsed = parsedRule(text, behavior);
        const calls = once(() =>
          ruleExamples(parsed, this.#context).map((call) => ({
            command: call.input['command'],
            path: call.input['file_path'],
            facts: once(() => this.#analyse(call)),
          })),
        );
        return { behavior, text, tool: parsed.tool, calls };
      });
    this.#compared.set(behavior, made);
    return made;
  }

  #analyse(call: ExampleCall): CallFacts {
    return this.#engine.analyse({ ...call, cwd: this.#context.projectDir }, this.#context);
  }
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
