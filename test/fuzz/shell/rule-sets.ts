import { makePermissionContext, type ToolPermissionContext } from '#main/permission/tool-permission-context.ts';
import type { PermissionMode } from '#shared/permission/mode.ts';
import type { RuleBehavior, RuleEntry } from '#shared/permission/rule.ts';
import type { FuzzFixture } from './fixture.ts';
import type { Effects } from './sandbox.ts';

export const EFFECTS = ['canary', 'write', 'keep', 'secret'] as const satisfies readonly (keyof Effects)[];

/** Rules under which lines are decided, and what no allowed line may do. */
export interface FuzzRules {
  readonly name: string;
  readonly mode: PermissionMode;
  readonly allow: readonly string[];
  readonly deny: readonly string[];
  readonly ask: readonly string[];
  readonly forbids: readonly (keyof Effects)[];
  /** Also applies to projects with files that run the canary: rules for names can't know what a script does. */
  readonly withTraps: boolean;
}

const NARROW = ['Bash(echo:*)', 'Bash(ls *)', 'Bash(cat:*)', 'Bash(grep:*)', 'Bash(git status)'];
const EVERYDAY = [
  ...NARROW,
  ...[
    'git log',
    'git diff',
    'git show',
    'git grep',
    'git branch',
    'find',
    'sed',
    'awk',
    'sort',
    'head',
    'tail',
    'wc',
    'tar',
    'rg',
    'jq',
    'printf',
    'tee',
    'cut',
    'uniq',
    'tr',
    'diff',
    'date',
    'test',
    'pwd',
    'cd',
  ].map((name) => `Bash(${name}:*)`),
];

/** All files that hold the secret. */
const SECRETS = ['Read(./secret.env)', 'Read(./.env)', 'Read(./.env.*)'];

const rules = (name: string, forbids: FuzzRules['forbids'], more: Partial<FuzzRules> = {}): FuzzRules => ({
  name,
  forbids,
  mode: 'default',
  allow: [],
  deny: [],
  ask: [],
  withTraps: false,
  ...more,
});

export const FUZZ_RULES: readonly FuzzRules[] = [
  rules('no rules', ['canary', 'write'], { withTraps: true }),
  rules('plan', ['canary', 'write'], { mode: 'plan', allow: ['Bash'], withTraps: true }),
  rules('accept edits', ['canary'], { mode: 'acceptEdits', withTraps: true }),
  rules('narrow', ['canary', 'write'], { allow: NARROW, withTraps: true }),
  rules('everyday', ['canary'], { allow: EVERYDAY, withTraps: true }),
  rules('everyday, secret denied', ['canary', 'secret'], { allow: EVERYDAY, deny: SECRETS }),
  rules('canary denied', ['canary'], { allow: ['Bash'], deny: ['Bash(canary:*)'] }),
  rules('canary denied in bypass', ['canary'], { mode: 'bypassPermissions', deny: ['Bash(canary *)'] }),
  rules('canary asked', ['canary'], { allow: ['Bash'], ask: ['Bash(canary:*)'] }),
  rules('secret denied', ['secret'], { allow: ['Bash'], deny: SECRETS }),
  rules('only reading, secret denied', ['canary', 'write', 'secret'], { deny: SECRETS }),
  rules('keep denied', ['keep'], { allow: ['Bash'], deny: ['Edit(./keep.txt)'] }),
];

export function fuzzContext({ mode, allow, deny, ask }: FuzzRules, fixture: FuzzFixture): ToolPermissionContext {
  const entries = (behavior: RuleBehavior, texts: readonly string[]): RuleEntry[] =>
    texts.map((text, index) => ({ id: `cli:${behavior}:${index}`, behavior, source: 'cli', text }));
  return makePermissionContext({
    projectDir: fixture.project,
    homeDir: fixture.home,
    stateDir: `${fixture.home}/.gatehouse`,
    mode,
    isBypassPermissionsModeAvailable: mode === 'bypassPermissions',
    rules: [...entries('deny', deny), ...entries('ask', ask), ...entries('allow', allow)],
  });
}
