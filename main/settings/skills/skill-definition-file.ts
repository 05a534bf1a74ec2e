import { z } from 'zod';
import { hasCommands, type SkillDefinition } from '#shared/settings/skill-definition.ts';
import { mistakenRule } from '#shared/permission/grammar.ts';
import { shorten } from '#shared/shorten.ts';
import { EFFORTS } from '#shared/model/models.ts';
import { definitionHooks } from '../hooks/definition-hooks.ts';
import { isSet, parseFrontMatter, type FrontMatter } from '../files/front-matter.ts';
import { splitToolList } from '../tool-list.ts';

const MAX_DESCRIPTION = 4000;
const MAX_HINT = 100;
const MAX_BODY = 100_000;
const MAX_LISTED = 100;
const MAX_RULE = 500;

export type ParsedSkill =
  | { readonly definition: SkillDefinition; readonly warnings: readonly string[] }
  /** Why the file is ignored, one sentence. */
  | { readonly skipped: string };

export type SkillOrigin = Pick<SkillDefinition, 'kind' | 'source' | 'file' | 'folder' | 'base'> & {
  /** From the name of its folder or file. */
  readonly name: string;
};

const NAME = /^[\p{L}\p{N}_][\p{L}\p{N}_.-]{0,63}$/u;
/** Also with the folders of a command before it. */
const FULL_NAME = /^[\p{L}\p{N}_][\p{L}\p{N}_.-]{0,63}(?::[\p{L}\p{N}_][\p{L}\p{N}_.-]{0,63}){0,5}$/u;

const oneLineText = z.string({ error: 'isn’t text.' }).transform((text) => text.replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim());
const flag = z.boolean({ error: 'must be true or false.' });
const LIST = 'must be a list, or names parted by commas.';
const ruleList = z
  .union([z.string(), z.array(z.string())], { error: LIST })
  .transform((rules) => (typeof rules === 'string' ? splitToolList(rules) : rules.map((rule) => rule.trim())))
  .refine((rules) => rules.length <= MAX_LISTED && rules.every((rule) => rule !== '' && rule.length <= MAX_RULE), {
    error: `may have at most ${MAX_LISTED} entries of at most ${MAX_RULE} characters, none of them empty.`,
  });
const words = z
  .union([z.string(), z.array(z.string())], { error: LIST })
  .transform((list) => (typeof list === 'string' ? list.split(/[\s,]+/u) : list).map((word) => word.trim()).filter((word) => word !== ''))
  .refine((list) => list.length <= MAX_LISTED, { error: `may have at most ${MAX_LISTED} entries.` });
/** `[issue]` without quotes is a list in YAML. */
const hint = z.union([z.string(), z.array(z.union([z.string(), z.number()])).transform((list) => `[${list.join('] [')}]`)], {
  error: 'isn’t text.',
});

/** Fields that widen or narrow what may run are never guessed: a mistake in one, and the file is ignored. */
const fieldsSchema = z.lazy(() =>
  z.object({
    description: oneLineText.nullish(),
    when_to_use: oneLineText.nullish(),
    'argument-hint': hint.nullish(),
    arguments: words
      .refine((names) => names.every((name) => /^[A-Za-z_]\w{0,39}$/u.test(name)), { error: 'must be names of letters, digits and _.' })
      .nullish(),
    'allowed-tools': ruleList.nullish(),
    'disallowed-tools': ruleList.nullish(),
    model: z
      .string({ error: 'isn’t text.' })
      .regex(/^[\w.:@/[\]-]{1,200}$/u, { error: 'must be an alias (sonnet, opus, haiku, fable), a model’s id, or inherit.' })
      .nullish(),
    effort: z.enum(EFFORTS).nullish().catch(undefined),
    context: z.literal('fork', { error: 'can only be fork.' }).nullish(),
    agent: z
      .string({ error: 'isn’t text.' })
      .regex(/^[\p{L}\p{N}_][\p{L}\p{N}_. -]{0,63}$/u, { error: 'isn’t the name of an agent type.' })
      .nullish(),
    background: flag.nullish(),
    paths: words.nullish(),
    'disable-model-invocation': flag.nullish(),
    'user-invocable': flag.nullish(),
  }),
);

/** Allows nothing, so a mistake in it leaves the rest. */
const UNKNOWN_EFFORT = `Its “effort” has no effect: it must be ${EFFORTS.join(', ')}.`;

/** A skill or command from a Markdown file. Never throws. */
export function parseSkillFile(text: string, origin: SkillOrigin): ParsedSkill {
  const parsed = frontMatterOf(text);
  if ('broken' in parsed) return { skipped: parsed.broken };
  const { fields, body } = parsed;
  const guards = definitionHooks(fields['hooks']);
  if ('skipped' in guards) return guards;
  if (fields['shell'] === 'powershell' && hasCommands(body))
    return { skipped: 'Its commands are for PowerShell, which isn’t supported here.' };
  if (body === '') return { skipped: 'It has no text.' };
  if (body.length > MAX_BODY) return { skipped: `Its text has more than ${MAX_BODY} characters.` };
  const checked = fieldsSchema.safeParse(fields);
  if (!checked.success) {
    const [issue] = checked.error.issues;
    return { skipped: `“${issue?.path[0]?.toString() ?? 'front matter'}” ${issue?.message ?? 'can’t be used.'}` };
  }
  const { data } = checked;
  const named = nameOf(fields['name'], origin);
  if ('skipped' in named) return named;
  const denied = data['disallowed-tools'] ?? [];
  const mistaken = mistakenRule(denied, 'deny');
  if (mistaken) return { skipped: `“disallowed-tools” has a rule that can’t be used, ${mistaken.text}: ${mistaken.why}` };
  const allowed = data['allowed-tools'] ?? [];
  const allowedTools = allowed.filter((rule) => mistakenRule([rule], 'allow') === undefined);
  const { model, paths } = data;
  const { kind, source, file, folder, base } = origin;
  const ignored = kind === 'command' && isSet(fields['paths']) ? ['paths'] : [];
  return {
    definition: {
      kind,
      source,
      file,
      folder,
      base,
      name: named.name,
      description: shorten(data.description ?? firstLine(body), MAX_DESCRIPTION),
      ...(data.when_to_use != null && data.when_to_use !== '' && { whenToUse: shorten(data.when_to_use, MAX_DESCRIPTION) }),
      ...(data['argument-hint'] != null && { argumentHint: shorten(oneLineText.parse(data['argument-hint']), MAX_HINT) }),
      argumentNames: data.arguments ?? [],
      allowedTools,
      disallowedTools: denied,
      ...(model != null && model !== 'inherit' && { model }),
      ...(data.effort != null && { effort: data.effort }),
      ...(data.context === 'fork' && { fork: { agent: data.agent ?? 'general-purpose', background: data.background === true } }),
      ...(kind === 'skill' && paths && paths.length > 0 && { paths }),
      ...guards,
      byModel: data['disable-model-invocation'] !== true,
      byPerson: data['user-invocable'] !== false,
      body,
    },
    warnings: [
      ...(isSet(fields['effort']) && data.effort == null ? [UNKNOWN_EFFORT] : []),
      ...(data.background != null && data.context !== 'fork' ? ['Its “background” has no effect without “context: fork”.'] : []),
      ...named.warnings,
      ...allowed.filter((rule) => !allowedTools.includes(rule)).map((rule) => `It can’t allow “${rule}”, which isn’t a rule.`),
      ...ignored.map((field) => `Its “${field}” has no effect in Gatehouse.`),
    ],
  };
}

function nameOf(
  written: unknown,
  { kind, name }: SkillOrigin,
): { readonly name: string; readonly warnings: readonly string[] } | { skipped: string } {
  const isUsable = typeof written === 'string' && NAME.test(written);
  if (kind === 'skill' && isUsable) return { name: written, warnings: [] };
  if (!FULL_NAME.test(name))
    return {
      skipped: 'Its name must be of letters, digits, dots, hyphens and underscores, at most 64 of them, and can’t begin with a hyphen.',
    };
  const isWrong = kind === 'skill' && isSet(written);
  return { name, warnings: isWrong ? [`Its “name” can’t be used, so it is called “${name}” like its folder.`] : [] };
}

/** Without front matter, the whole file is the text. */
function frontMatterOf(text: string): FrontMatter {
  const source = text.startsWith('\uFEFF') ? text.slice(1) : text;
  if (!/^---[ \t]*\r?\n/u.test(source)) return { fields: {}, body: source.trim() };
  const parsed = parseFrontMatter(source);
  if (!('broken' in parsed)) return parsed;
  // Common in such files: a colon or brackets in a text without quotes.
  const quoted = parseFrontMatter(withQuotedTexts(source));
  return 'broken' in quoted ? parsed : quoted;
}

/** Quotes the values of the fields that are plain text. Only these: quoting can't change what may run. */
function withQuotedTexts(text: string): string {
  return text.replaceAll(/^(description|when_to_use|argument-hint):[ \t]+(?!["'|>])(\S.*?)\r?$/gmu, (_line, key: string, value: string) => {
    return `${key}: ${JSON.stringify(value)}`;
  });
}

function firstLine(body: string): string {
  const line = body.split('\n').find((text) => text.trim() !== '') ?? '';
  return oneLineText.parse(line.replace(/^#+\s*/u, ''));
}
