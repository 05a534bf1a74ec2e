import path from 'node:path';
import { z } from 'zod';
import { permissionModeSchema } from '#shared/permission/mode.ts';
import type { RuleBehavior, RuleEntry, RuleSource } from '#shared/permission/rule.ts';
import type { Decision, DecisionReason } from '#shared/permission/decision.ts';
import { canonicalToolName } from '#shared/tool-table.ts';
import { makePermissionContext, type ToolPermissionContext } from '#main/permission/tool-permission-context.ts';
import type { PermissionEngine } from '#main/permission/permission-engine.ts';
import { checkKnownInput, isKnownTool } from '#main/tool/input/known-tools.ts';

const ruleList = z.array(z.string()).optional();

export const explainRowSchema = z.object({
  id: z.union([z.string(), z.number()]).optional(),
  permissions: z
    .object({
      allow: ruleList,
      deny: ruleList,
      ask: ruleList,
      additionalDirectories: z.array(z.string()).optional(),
      defaultMode: z.string().optional(),
    })
    .optional(),
  mode: z.preprocess((mode) => (mode === 'manual' ? 'default' : mode), permissionModeSchema.optional()),
  source: z.enum(['policy', 'cli', 'local', 'project', 'user', 'session']).optional(),
  trust: z.boolean().optional(),
  addDirs: z.array(z.string()).optional(),
  tool: z.string(),
  input: z.unknown(),
});
export type ExplainRow = z.infer<typeof explainRowSchema>;

export interface ExplainedRow {
  readonly id: string | number | null;
  readonly decision: 'allow' | 'ask' | 'deny';
  readonly hidden?: boolean;
  readonly reason: DecisionReason;
  readonly message: string;
  readonly trace: Decision['trace'];
  /** Where the command would run, if not on this machine. */
  readonly place?: string;
}

/** The folder's settings, for rows without rules of their own. */
export type BaseContext = Pick<ToolPermissionContext, 'projectDir' | 'homeDir' | 'stateDir'> & Partial<ToolPermissionContext>;

/** Decides one row without running anything. */
export function explainRow(row: ExplainRow, engine: PermissionEngine, base: BaseContext): ExplainedRow {
  const id = row.id ?? null;
  const toolName = canonicalToolName(row.tool);
  if (!isKnownTool(toolName)) return refused(id, 'unknownTool', `No such tool available: ${row.tool}`);
  const context = rowContext(row, base);
  const hidden = engine.isHidden(toolName, context);
  const checked = checkKnownInput(toolName, row.input);
  if (!checked.ok && !hidden) return refused(id, 'invalidInput', checked.message);
  const call = { toolName, input: checked.ok ? checked.input : {}, cwd: context.projectDir };
  const decision = engine.decide(engine.analyse(call, context), context);
  if (hidden && decision.behavior !== 'deny') return { ...refused(id, 'rule', `${row.tool} is hidden by a deny rule.`), hidden };
  return {
    id,
    decision: decision.behavior,
    ...(hidden ? { hidden } : {}),
    reason: decision.reason,
    message: decision.message,
    trace: decision.trace,
    ...(decision.place !== undefined && { place: decision.place }),
  };
}

/** A row that never reached the rules. */
export function refused(id: string | number | null, reason: DecisionReason, message: string): ExplainedRow {
  return { id, decision: 'deny', reason, message, trace: [{ layer: 'input', outcome: 'deny', detail: message }] };
}

/** The snapshot a row is decided against. If the row has `permissions`, only they apply. */
export function rowContext(row: ExplainRow, base: BaseContext): ToolPermissionContext {
  const added = (row.addDirs ?? []).map((dir) => path.resolve(base.projectDir, dir));
  const { permissions } = row;
  if (permissions === undefined) {
    return makePermissionContext({
      ...base,
      ...modeFields(row.mode ?? base.mode ?? 'default', row.mode !== undefined || base.isBypassPermissionsModeAvailable === true),
      additionalWorkingDirectories: [...(base.additionalWorkingDirectories ?? []), ...added],
    });
  }
  const source = row.source ?? 'cli';
  const trusted = source !== 'project' || row.trust === true;
  const configured = trusted ? (permissions.additionalDirectories ?? []).map((dir) => path.resolve(base.projectDir, dir)) : [];
  const preset = trusted ? permissionModeSchema.safeParse(permissions.defaultMode).data : undefined;
  return makePermissionContext({
    ...base,
    ...modeFields(row.mode ?? preset ?? 'default', row.mode !== undefined),
    rules: rowRules(permissions, source, trusted, base.homeDir),
    additionalWorkingDirectories: [...added, ...configured],
  });
}

function modeFields(
  mode: ToolPermissionContext['mode'],
  asked: boolean,
): Pick<ToolPermissionContext, 'mode' | 'isBypassPermissionsModeAvailable' | 'isAutoModeAvailable'> {
  return { mode, isBypassPermissionsModeAvailable: mode === 'bypassPermissions' && asked, isAutoModeAvailable: mode === 'auto' };
}

function rowRules(permissions: NonNullable<ExplainRow['permissions']>, source: RuleSource, trusted: boolean, home: string): RuleEntry[] {
  const lists: readonly (readonly [RuleBehavior, readonly string[]])[] = [
    ['deny', permissions.deny ?? []],
    ['ask', permissions.ask ?? []],
    ['allow', permissions.allow ?? []],
  ];
  return lists.flatMap(([behavior, texts]) =>
    texts.map((text, index) => ({
      id: `${source}:${behavior}:${String(index)}`,
      behavior,
      source,
      text,
      ...(source === 'user' ? { file: path.join(home, '.claude', 'settings.json') } : {}),
      ...(behavior === 'allow' && !trusted ? { inert: 'The folder is not trusted yet.' } : {}),
    })),
  );
}
