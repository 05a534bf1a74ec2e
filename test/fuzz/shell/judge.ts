import type { PermissionEngine } from '#main/permission/permission-engine.ts';
import type { ToolPermissionContext } from '#main/permission/tool-permission-context.ts';
import type { FuzzFixture } from './fixture.ts';
import { FUZZ_RULES, fuzzContext, type FuzzRules } from './rule-sets.ts';

/** Decides lines in one fixture under every rule set that applies there. Never runs anything. */
export class Judge {
  readonly fixture: FuzzFixture;
  private readonly engine: PermissionEngine;
  private readonly contexts: readonly (readonly [FuzzRules, ToolPermissionContext])[];

  constructor(engine: PermissionEngine, fixture: FuzzFixture, traps: boolean) {
    this.engine = engine;
    this.fixture = fixture;
    this.contexts = FUZZ_RULES.filter((rules) => !traps || rules.withTraps).map((rules) => [rules, fuzzContext(rules, fixture)]);
  }

  /** The rule sets under which a line may run without asking. */
  allowing(line: string): FuzzRules[] {
    // What is looked at depends on whether any rule is about paths.
    const base = this.contexts.find(([{ deny }]) => deny.some((rule) => rule.startsWith('Read(')))?.[1] ?? this.contexts[0]?.[1];
    if (base === undefined) return [];
    const facts = this.engine.analyse({ toolName: 'Bash', input: { command: line }, cwd: this.fixture.project }, base);
    return this.contexts.flatMap(([rules, context]) => (this.engine.decide(facts, context).behavior === 'allow' ? [rules] : []));
  }
}
