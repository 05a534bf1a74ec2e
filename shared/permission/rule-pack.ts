import { z } from 'zod';
import { JsonLimitError, parseJson } from '../json-limits.ts';
import { RULE_BEHAVIORS, type RuleBehavior } from './rule.ts';

const RULE_PACK_FORMAT = 'gatehouse-rule-pack';
const RULE_PACK_VERSION = 1;

export const MAX_PACK_BYTES = 1024 * 1024;
export const MAX_PACK_RULES = 500;

const packRuleSchema = z
  .union([z.string(), z.strictObject({ rule: z.string(), reason: z.string().max(1000).optional() })])
  .transform((given) => (typeof given === 'string' ? { rule: given } : given))
  .pipe(z.object({ rule: z.string().trim().min(1).max(10_000), reason: z.string().optional() }));

const packFileSchema = z.strictObject({
  format: z.literal(RULE_PACK_FORMAT),
  version: z.literal(RULE_PACK_VERSION),
  name: z.string().trim().min(1).max(100),
  description: z.string().max(2000).default(''),
  permissions: z.strictObject({
    allow: z.array(packRuleSchema).default([]),
    ask: z.array(packRuleSchema).default([]),
    deny: z.array(packRuleSchema).default([]),
  }),
});

export interface PackRule {
  readonly behavior: RuleBehavior;
  readonly text: string;
  /** Why, as its author wrote it. */
  readonly reason?: string | undefined;
}

/** Rules for a team, in a file that is looked at before any of them is taken. */
export interface RulePack {
  readonly name: string;
  readonly description: string;
  /** Deny, ask, allow; each rule once. */
  readonly rules: readonly PackRule[];
}

export type ParsedPack = { readonly ok: true; readonly pack: RulePack } | { readonly ok: false; readonly message: string };

/** Reads a pack, or the rules of a settings file, which has no name of its own. */
export function parseRulePack(text: string, fileName: string): ParsedPack {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (error) {
    return { ok: false, message: error instanceof JsonLimitError ? `The file is ${error.message}.` : 'The file is not valid JSON.' };
  }
  const head = headSchema.safeParse(value);
  if (!head.success) return { ok: false, message: 'The file is neither a rule pack nor a settings file: it must contain one JSON object.' };
  if (head.data.format === undefined) return parseSettings(head.data, fileName);
  if (head.data.format !== RULE_PACK_FORMAT) return { ok: false, message: 'The file is not a rule pack of Gatehouse.' };
  if (typeof head.data.version === 'number' && head.data.version > RULE_PACK_VERSION)
    return {
      ok: false,
      message: `The pack has version ${head.data.version}; this Gatehouse reads version ${RULE_PACK_VERSION}. Update it.`,
    };
  const parsed = packFileSchema.safeParse(value);
  if (!parsed.success) return { ok: false, message: `The pack can’t be read: ${whatIsWrong(parsed.error)}.` };
  const { name, description, permissions } = parsed.data;
  return limited({ name, description, rules: RULE_BEHAVIORS.flatMap((behavior) => once(behavior, permissions[behavior])) });
}

const headSchema = z.looseObject({ format: z.string().optional(), version: z.unknown().optional() });
const settingsSchema = z.object({
  permissions: z.object({
    allow: z.array(z.string().min(1).max(10_000)).default([]),
    ask: z.array(z.string().min(1).max(10_000)).default([]),
    deny: z.array(z.string().min(1).max(10_000)).default([]),
  }),
});

function parseSettings(value: unknown, fileName: string): ParsedPack {
  const parsed = settingsSchema.safeParse(value);
  if (!parsed.success) return { ok: false, message: 'The file has no “permissions” with lists of rules.' };
  const { permissions } = parsed.data;
  const rules = RULE_BEHAVIORS.flatMap((behavior) =>
    once(
      behavior,
      permissions[behavior].map((rule) => ({ rule })),
    ),
  );
  return limited({ name: fileName, description: '', rules });
}

function once(behavior: RuleBehavior, rules: readonly { readonly rule: string; readonly reason?: string | undefined }[]): PackRule[] {
  const first = new Map<string, string | undefined>();
  for (const { rule, reason } of rules) if (!first.has(rule)) first.set(rule, reason);
  return [...first].map(([text, reason]) => ({ behavior, text, ...(reason !== undefined && { reason }) }));
}

function limited(pack: RulePack): ParsedPack {
  if (pack.rules.length === 0) return { ok: false, message: 'The file contains no rules.' };
  if (pack.rules.length <= MAX_PACK_RULES) return { ok: true, pack };
  return { ok: false, message: `The file has ${pack.rules.length} rules; at most ${MAX_PACK_RULES} can be taken at once.` };
}

function whatIsWrong({ issues: [issue] }: z.ZodError): string {
  if (!issue) return 'its form is wrong';
  const at = issue.path.join('.');
  return at === '' ? issue.message : `${at}: ${issue.message}`;
}

/** The text of a pack's file. */
export function formatRulePack({ name, description, rules }: RulePack): string {
  const listed = (behavior: RuleBehavior) =>
    rules.filter((rule) => rule.behavior === behavior).map(({ text, reason }) => (reason === undefined ? text : { rule: text, reason }));
  const permissions = { allow: listed('allow'), ask: listed('ask'), deny: listed('deny') };
  const file = { format: RULE_PACK_FORMAT, version: RULE_PACK_VERSION, name, description, permissions };
  return `${JSON.stringify(file, undefined, 2)}\n`;
}
